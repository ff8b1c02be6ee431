#include <torch/csrc/jit/runtime/inline_ops.h>

#include <ATen/core/dispatch/OperatorRow.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace torch::jit {
namespace {

using K = InlineKind;
using O = Opcode;
constexpr Opcode kNo = Opcode::Unreachable;

// Sorted by name.
constexpr InlineOp kOps[] = {
    {"aten::Bool.int", K::Unary, O::IntToBool},
    {"aten::Float.int", K::Unary, O::IntToF},
    {"aten::Int.float", K::Unary, O::FToInt},
    {"aten::__and__.bool", K::BoolBinary, O::AndB},
    {"aten::__and__.int", K::IntBinary, O::AndI},
    {"aten::__getitem__.t", K::ListGet},
    {"aten::__is__", K::IsNone},
    {"aten::__isnot__", K::IsNotNone},
    {"aten::__not__", K::Unary, O::NotB},
    {"aten::__or__.bool", K::BoolBinary, O::OrB},
    {"aten::__or__.int", K::IntBinary, O::OrI},
    {"aten::__xor__.int", K::IntBinary, O::XorI},
    {"aten::add.float", K::FloatBinary, O::AddF},
    {"aten::add.float_int", K::MixedBinary, O::AddF},
    {"aten::add.int", K::IntBinary, O::AddI, O::AddIK, {}, true},
    {"aten::add.int_float", K::MixedBinary, O::AddF},
    {"aten::append.t", K::ListAppend},
    {"aten::div.float", K::FloatBinary, O::DivF},
    {"aten::div.int", K::MixedBinary, O::DivF},
    {"aten::eq.float", K::FloatCompare, O::EqF, kNo, Relation::Eq},
    {"aten::eq.float_int", K::MixedCompare, O::EqF, kNo, Relation::Eq},
    {"aten::eq.int", K::IntCompare, O::EqI, O::EqIK, Relation::Eq},
    {"aten::eq.int_float", K::MixedCompare, O::EqF, kNo, Relation::Eq},
    {"aten::floordiv.int", K::IntBinary, O::FloorDivI, O::FloorDivIK},
    {"aten::ge.float", K::FloatCompare, O::LeF, kNo, Relation::Ge},
    {"aten::ge.float_int", K::MixedCompare, O::LeF, kNo, Relation::Ge},
    {"aten::ge.int", K::IntCompare, O::LeI, O::GeIK, Relation::Ge},
    {"aten::ge.int_float", K::MixedCompare, O::LeF, kNo, Relation::Ge},
    {"aten::gt.float", K::FloatCompare, O::LtF, kNo, Relation::Gt},
    {"aten::gt.float_int", K::MixedCompare, O::LtF, kNo, Relation::Gt},
    {"aten::gt.int", K::IntCompare, O::LtI, O::GtIK, Relation::Gt},
    {"aten::gt.int_float", K::MixedCompare, O::LtF, kNo, Relation::Gt},
    {"aten::le.float", K::FloatCompare, O::LeF, kNo, Relation::Le},
    {"aten::le.float_int", K::MixedCompare, O::LeF, kNo, Relation::Le},
    {"aten::le.int", K::IntCompare, O::LeI, O::LeIK, Relation::Le},
    {"aten::le.int_float", K::MixedCompare, O::LeF, kNo, Relation::Le},
    {"aten::len.t", K::ListLen},
    {"aten::lt.float", K::FloatCompare, O::LtF, kNo, Relation::Lt},
    {"aten::lt.float_int", K::MixedCompare, O::LtF, kNo, Relation::Lt},
    {"aten::lt.int", K::IntCompare, O::LtI, O::LtIK, Relation::Lt},
    {"aten::lt.int_float", K::MixedCompare, O::LtF, kNo, Relation::Lt},
    {"aten::mul.float", K::FloatBinary, O::MulF},
    {"aten::mul.float_int", K::MixedBinary, O::MulF},
    {"aten::mul.int", K::IntBinary, O::MulI, O::MulIK, {}, true},
    {"aten::mul.int_float", K::MixedBinary, O::MulF},
    {"aten::ne.float", K::FloatCompare, O::NeF, kNo, Relation::Ne},
    {"aten::ne.float_int", K::MixedCompare, O::NeF, kNo, Relation::Ne},
    {"aten::ne.int", K::IntCompare, O::NeI, O::NeIK, Relation::Ne},
    {"aten::ne.int_float", K::MixedCompare, O::NeF, kNo, Relation::Ne},
    {"aten::neg.float", K::Unary, O::NegF},
    {"aten::neg.int", K::Unary, O::NegI},
    {"aten::remainder.int", K::IntBinary, O::ModI, O::ModIK},
    {"aten::sub.float", K::FloatBinary, O::SubF},
    {"aten::sub.float_int", K::MixedBinary, O::SubF},
    {"aten::sub.int", K::IntBinary, O::SubI},
    {"aten::sub.int_float", K::MixedBinary, O::SubF},
};
constexpr InlineOp kNone{};

constexpr bool sorted() {
  for (size_t i = 1; i < std::size(kOps); ++i) {
    if (!(kOps[i - 1].name < kOps[i].name)) return false;
  }
  return true;
}
static_assert(sorted(), "the table is searched by halving");

}  // namespace

Relation negated(Relation r) {
  switch (r) {
    case Relation::Eq: return Relation::Ne;
    case Relation::Ne: return Relation::Eq;
    case Relation::Lt: return Relation::Ge;
    case Relation::Le: return Relation::Gt;
    case Relation::Gt: return Relation::Le;
    default: return Relation::Lt;
  }
}

Relation mirrored(Relation r) {
  switch (r) {
    case Relation::Lt: return Relation::Gt;
    case Relation::Le: return Relation::Ge;
    case Relation::Gt: return Relation::Lt;
    case Relation::Ge: return Relation::Le;
    default: return r;
  }
}

const InlineOp& inlineOp(const c10::OperatorRow* row) {
  if (!row) return kNone;
  std::string key(row->name);
  if (*row->overload) key.append(".").append(row->overload);
  const auto it = std::lower_bound(std::begin(kOps), std::end(kOps), std::string_view(key), [](const InlineOp& o, std::string_view k) { return o.name < k; });
  return it != std::end(kOps) && it->name == key ? *it : kNone;
}

}  // namespace torch::jit
