// Graphs as text, in PyTorch's format.
#include <torch/csrc/jit/ir/ir.h>

#include <cmath>
#include <cstdio>
#include <ostream>
#include <sstream>

namespace torch::jit {

struct GraphPrinter {
  std::ostream& out;
  bool locations;
  std::vector<std::shared_ptr<Graph>>* groups = nullptr;  // subgraphs met, printed after

  void indent(size_t level) {
    for (size_t i = 0; i < level; ++i) out << "  ";
  }

  void values(at::ArrayRef<const Value*> list) {
    out << "(";
    for (size_t i = 0; i < list.size(); ++i) out << (i ? ", " : "") << "%" << list[i]->debugName();
    out << ")";
  }

  void typed(at::ArrayRef<const Value*> list, const std::string& separator = ", ") {
    for (size_t i = 0; i < list.size(); ++i) out << (i ? separator : std::string()) << "%" << list[i]->debugName() << " : " << list[i]->type()->str();
  }

  void quoted(const std::string& s) {
    out << '"';
    for (char c : s) {
      switch (c) {
        case '\\': out << "\\\\"; break;
        case '"': out << "\\\""; break;
        case '\n': out << "\\n"; break;
        case '\r': out << "\\r"; break;
        case '\t': out << "\\t"; break;
        default:
          if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            char buffer[8];
            std::snprintf(buffer, sizeof buffer, "\\%03o", static_cast<unsigned char>(c));
            out << buffer;
          } else {
            out << c;
          }
      }
    }
    out << '"';
  }

  template <class T, class F>
  void list(const std::vector<T>& v, F&& one) {
    out << "[";
    for (size_t i = 0; i < v.size(); ++i) {
      if (i) out << ", ";
      one(v[i]);
    }
    out << "]";
  }

  void number(double d) { IValue(d).repr(out, [](std::ostream&, const IValue&) { return false; }); }
  void complex_number(const c10::complex<double>& c) { out << IValue(c); }

  void tensor(const at::Tensor& t) {
    if (t.defined() && t.numel() == 1 && t.device().is_cpu()) {
      switch (t.scalar_type()) {
        case at::kLong: out << "{" << *t.const_data_ptr<int64_t>() << "}"; return;
        case at::kFloat: out << "{" << *t.const_data_ptr<float>() << "}"; return;
        case at::kDouble: out << "{" << *t.const_data_ptr<double>() << "}"; return;
        case at::kBool: out << "{" << *t.const_data_ptr<bool>() << "}"; return;
        case at::kInt: out << "{" << *t.const_data_ptr<int32_t>() << "}"; return;
        default: break;
      }
    }
    out << "<Tensor>";
  }

  void value(const AttributeValue& a) {
    switch (a.kind()) {
      case AttributeKind::f: number(std::get<double>(a.value)); break;
      case AttributeKind::fs: list(std::get<std::vector<double>>(a.value), [&](double d) { number(d); }); break;
      case AttributeKind::c: complex_number(std::get<c10::complex<double>>(a.value)); break;
      case AttributeKind::cs: list(std::get<std::vector<c10::complex<double>>>(a.value), [&](const auto& c) { complex_number(c); }); break;
      case AttributeKind::i: out << std::get<int64_t>(a.value); break;
      case AttributeKind::is: list(std::get<std::vector<int64_t>>(a.value), [&](int64_t i) { out << i; }); break;
      case AttributeKind::s: quoted(std::get<std::string>(a.value)); break;
      case AttributeKind::ss: list(std::get<std::vector<std::string>>(a.value), [&](const std::string& s) { quoted(s); }); break;
      case AttributeKind::t: tensor(std::get<at::Tensor>(a.value)); break;
      case AttributeKind::ts: list(std::get<std::vector<at::Tensor>>(a.value), [&](const at::Tensor& t) { tensor(t); }); break;
      case AttributeKind::g: out << "<Graph>"; break;
      case AttributeKind::gs: out << "[<Graphs>]"; break;
      case AttributeKind::ty: out << std::get<TypePtr>(a.value)->str(); break;
      case AttributeKind::tys: list(std::get<std::vector<TypePtr>>(a.value), [&](const TypePtr& t) { out << t->str(); }); break;
      case AttributeKind::ival:
        std::get<IValue>(a.value).repr(out, [](std::ostream& o, const IValue& v) {
          if (v.isTensor()) {
            o << "<Tensor>";
            return true;
          }
          if (v.isObject()) {
            o << "object(" << v.type()->str() << ")";
            return true;
          }
          return false;
        });
        break;
    }
  }

  void node(const Node& n, size_t level, bool attributes) {
    indent(level);
    typed(n.outputs());
    out << " = " << n.kind().toQualString();
    if (n.hasAttribute(attr::Subgraph) && groups) {
      out << "_" << groups->size();
      groups->push_back(n.g(attr::Subgraph));
    }
    if (attributes && !n.attributes_.empty()) {
      bool first = true;
      for (const auto& a : n.attributes_) {
        if (a.name == attr::Subgraph && groups) continue;
        out << (first ? "[" : ", ") << a.name.toUnqualString() << "=";
        value(a);
        first = false;
      }
      if (!first) out << "]";
    }
    values(n.inputs());
    if (locations) {
      const SourceRange* range = &n.source_range_;
      std::optional<SourceRange> original = range->findSourceRangeThatGenerated();
      if (original) range = &*original;
      if (auto place = range->file_line_col()) out << " # " << std::get<0>(*place) << ":" << std::get<1>(*place) << ":" << std::get<2>(*place);
    }
    out << "\n";
    for (size_t i = 0; i < n.blocks().size(); ++i) {
      const Block* b = n.blocks()[i];
      indent(level + 1);
      out << "block" << i << "(";
      typed(b->inputs());
      out << "):\n";
      for (const Node* inner : b->nodes()) node(*inner, level + 2, attributes);
      indent(level + 2);
      out << "-> ";
      values(b->outputs());
      out << "\n";
    }
  }

  void graph(const Graph& g) {
    out << "graph(";
    typed(g.inputs(), ",\n      ");
    out << "):\n";
    for (const Node* n : g.nodes()) node(*n, 1, true);
    out << "  return ";
    values(g.outputs());
    out << "\n";
  }
};

void Node::print(std::ostream& out, size_t level, bool print_source_locations, bool print_attributes) const {
  GraphPrinter{out, print_source_locations}.node(*this, level, print_attributes);
}

void Node::dump() const { std::fputs(c10::str(*this).c_str(), stderr); }

std::ostream& operator<<(std::ostream& out, const Node& n) {
  n.print(out, 0);
  return out;
}

std::ostream& Graph::print(std::ostream& out, bool print_source_locations) const {
  std::vector<std::shared_ptr<Graph>> groups;
  GraphPrinter printer{out, print_source_locations, &groups};
  printer.graph(*this);
  for (size_t i = 0; i < groups.size(); ++i) {
    out << "with " << "subgraph" << "_" << i << " = ";
    printer.graph(*std::shared_ptr<Graph>(groups[i]));
  }
  return out;
}

std::string Graph::toString(bool print_source_locations) const {
  std::ostringstream out;
  print(out, print_source_locations);
  return out.str();
}

void Graph::dump() const { std::fputs(toString().c_str(), stderr); }

std::ostream& operator<<(std::ostream& out, const Graph& g) { return g.print(out, true); }

}  // namespace torch::jit
