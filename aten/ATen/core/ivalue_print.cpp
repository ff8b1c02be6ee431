// operator<< (what print() shows) and repr (source that makes the value again).
#include <ATen/core/ivalue.h>
#include <ATen/core/ivalue_depth.h>
#include <ATen/core/jit_type.h>

#include <cmath>
#include <iomanip>
#include <limits>
#include <ostream>

namespace c10 {

namespace {

using Formatter = std::function<bool(std::ostream&, const IValue&)>;

// Whole numbers end in a point, `2.`; others have all their digits.
void print_double(std::ostream& out, double d) {
  if (std::isfinite(d) && std::fabs(d) < 1e10 && d == std::trunc(d)) {
    if (d == 0 && std::signbit(d)) {
      out << '-';
    }
    out << static_cast<int64_t>(d) << '.';
    return;
  }
  const auto precision = out.precision();
  out << std::setprecision(std::numeric_limits<double>::max_digits10) << d << std::setprecision(static_cast<int>(precision));
}

class Printer {
 public:
  Printer(std::ostream& out, bool repr, const Formatter* custom) : out_(out), repr_(repr), custom_(custom) {}

  void value(const IValue& v, int depth) {
    if (depth > kMaxValueNesting) {
      out_ << "...";
      return;
    }
    if (custom_ && (*custom_)(out_, v)) {
      return;
    }
    switch (v.tag()) {
      case IValue::Tag::None: out_ << "None"; break;
      case IValue::Tag::Int: out_ << v.toInt(); break;
      case IValue::Tag::Bool: out_ << (v.toBool() ? "True" : "False"); break;
      case IValue::Tag::Double: number(v.toDouble()); break;
      case IValue::Tag::ComplexDouble: {
        const auto c = v.toComplexDouble();
        number(c.real());
        out_ << (c.imag() >= 0 ? '+' : '-');
        number(std::fabs(c.imag()));
        out_ << 'j';
        break;
      }
      case IValue::Tag::String:
        if (repr_) {
          quoted(v.toStringRef());
        } else {
          out_ << v.toStringRef();
        }
        break;
      case IValue::Tag::Device:
        if (repr_) {
          out_ << "torch.device(";
          quoted(v.toDevice().str());
          out_ << ')';
        } else {
          out_ << v.toDevice().str();
        }
        break;
      case IValue::Tag::Tuple: elements(v.unsafe_tuple().elements(), "(", v.unsafe_tuple().size() == 1 ? ",)" : ")", depth); break;
      case IValue::Tag::GenericList: list(v, depth); break;
      case IValue::Tag::GenericDict: dict(v, depth); break;
      case IValue::Tag::Enum: {
        const auto e = v.toEnumHolder();
        if (repr_) {
          out_ << e->qualifiedClassName() << '.' << e->name();
        } else {
          out_ << "Enum<" << e->unqualifiedClassName() << '.' << e->name() << '>';
        }
        break;
      }
      case IValue::Tag::Tensor:
        TORCH_CHECK(!repr_, "repr() is not defined on: Tensor");
        out_ << v.toTensor();
        break;
      case IValue::Tag::Object:
        TORCH_CHECK(!repr_, "repr() is not defined on: ", v.unsafe_object().name());
        out_ << '<' << v.unsafe_object().name() << " object at " << v.internalToPointer() << '>';
        break;
      default:
        TORCH_CHECK(!repr_, "repr() is not defined on: ", v.tagKind());
        out_ << v.tagKind();
        break;
    }
  }

 private:
  void number(double d) {
    if (repr_ && !std::isfinite(d)) {
      out_ << (std::isnan(d) ? "float('nan')" : d > 0 ? "float('inf')" : "float('-inf')");
    } else {
      print_double(out_, d);
    }
  }
  void quoted(const std::string& s) {
    std::string text;
    append_quoted(text, s, '"');
    out_ << text;
  }
  void elements(ArrayRef<IValue> values, const char* open, const char* close, int depth) {
    out_ << open;
    for (size_t i = 0; i < values.size(); ++i) {
      if (i != 0) {
        out_ << ", ";
      }
      value(values[i], depth + 1);
    }
    out_ << close;
  }
  // An empty list, or one whose members do not say what it is a list of, is annotated in source.
  void list(const IValue& v, int depth) {
    const auto& impl = v.unsafe_list();
    const bool annotate = repr_ && (impl.list.empty() || !elementTypeCanBeInferredFromMembers(impl.elementType));
    if (annotate) {
      out_ << "annotate(" << v.type()->annotation_str() << ", ";
    }
    elements(impl.list, "[", "]", depth);
    if (annotate) {
      out_ << ')';
    }
  }
  void dict(const IValue& v, int depth) {
    const auto& impl = v.unsafe_dict();
    const bool annotate = repr_ && (impl.size() == 0 || !elementTypeCanBeInferredFromMembers(impl.elementTypes.valueType));
    if (annotate) {
      out_ << "annotate(" << v.type()->annotation_str() << ", ";
    }
    out_ << '{';
    bool first = true;
    for (size_t i = impl.next(0); i < impl.capacity(); i = impl.next(i + 1)) {
      if (!first) {
        out_ << ", ";
      }
      first = false;
      value(impl.key_at(i), depth + 1);
      out_ << ": ";
      value(impl.value_at(i), depth + 1);
    }
    out_ << '}';
    if (annotate) {
      out_ << ')';
    }
  }

  std::ostream& out_;
  bool repr_;
  const Formatter* custom_;
};

} // namespace

std::ostream& operator<<(std::ostream& out, const IValue& v) {
  Printer(out, false, nullptr).value(v, 0);
  return out;
}

std::ostream& IValue::repr(std::ostream& stream, const std::function<bool(std::ostream&, const IValue& v)>& customFormatter) const {
  Printer(stream, true, customFormatter ? &customFormatter : nullptr).value(*this, 0);
  return stream;
}

} // namespace c10
