// Type strings, static types put onto values, and types found for values that have none.
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <torch/csrc/jit/serialization/type_tag.h>

#include "support.h"

using namespace testing_support;
using namespace torch::jit;
using c10::IValue;

namespace {

c10::impl::GenericList anyList(std::vector<IValue> values) {
  c10::impl::GenericList list(c10::AnyType::get());
  for (IValue& value : values) {
    list.push_back(std::move(value));
  }
  return list;
}

std::string adopted(IValue value, const std::string& tag) {
  std::string why;
  return adoptType(value, parseTypeTag(tag), &why) ? value.type()->annotation_str() : why;
}

} // namespace

TEST(TypeTag, Parses) {
  for (const char* tag : {"int", "float", "bool", "complex", "str", "Tensor", "NoneType", "Any", "Device", "List[int]", "Dict[str, List[Tensor]]", "Optional[Tensor]", "Tuple[int, str]", "Tuple[()]",
                          "Dict[int, Tuple[Tensor, Optional[List[float]]]]"}) {
    EXPECT_EQ(parseTypeTag(tag)->annotation_str(), tag);
  }
  EXPECT_EQ(parseTypeTag(" List[ int ] ")->annotation_str(), "List[int]");
}

TEST(TypeTag, AsksForNames) {
  const TypeResolver resolve = [](const std::string& full) -> c10::TypePtr {
    return full == "__torch__.a.___torch_mangle_3.B" ? c10::TypePtr(c10::StringType::get()) : nullptr;
  };
  EXPECT_EQ(parseTypeTag("List[__torch__.a.___torch_mangle_3.B]", resolve)->annotation_str(), "List[str]");
  expectError([&] { parseTypeTag("List[__torch__.C]", resolve); }, "unknown type '__torch__.C'");
}

TEST(TypeTag, Malformed) {
  for (const char* tag : {"", "List", "List[", "List[]", "List[int", "List[int, int]", "Dict[str]", "int]", "int int", "[int]", "Nope", "Tuple[(]", "Union[()]", "Dict[List[int], int]", "List[int]]", "L\xff"}) {
    expectError([&] { parseTypeTag(tag); });
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) {
    deep += "List[";
  }
  expectError([&] { parseTypeTag(deep); });
  expectError([&] { parseTypeTag(deep.substr(0, 5000)); }, "too deep");
}

TEST(TypeTag, ValuesTakeTheirStaticTypes) {
  EXPECT_EQ(adopted(anyList({1, 2}), "List[int]"), "List[int]");
  EXPECT_EQ(adopted(anyList({1, 2.5}), "List[float]"), "List[float]");
  EXPECT_EQ(adopted(anyList({anyList({}), anyList({"a"})}), "List[List[str]]"), "List[List[str]]");
  EXPECT_EQ(adopted(anyList({IValue(), 1}), "List[Optional[int]]"), "List[Optional[int]]");
  EXPECT_EQ(adopted(c10::ivalue::Tuple::create(IValue(1), IValue(anyList({true}))), "Tuple[float, List[bool]]"), "Tuple[float, List[bool]]");
  EXPECT_EQ(adopted(anyList({1, "a"}), "List[int]"), "String where int is declared");
  EXPECT_EQ(adopted("a", "Optional[Tensor]"), "String where Tensor is declared");
  EXPECT_EQ(adopted(c10::List<int64_t>({1}), "List[float]"), "List[int] where List[float] is declared");
  EXPECT_EQ(adopted(IValue(1), "Union[str, int]"), "int");
  EXPECT_EQ(adopted(IValue(1), "Union[str, Tensor]").find("Int where"), 0u);
  EXPECT_EQ(adopted(c10::ivalue::Tuple::create(IValue(1)), "Tuple[int, int]").find("Tuple where"), 0u);
  IValue shared = anyList({1});
  ASSERT_TRUE(adoptType(shared, parseTypeTag("List[int]")));
  EXPECT_FALSE(adoptType(shared, parseTypeTag("List[float]"))); // the same list cannot be two things
}

TEST(TypeTag, TypesAreFound) {
  const auto found = [](const IValue& value) {
    inferContainerTypes(value);
    return value.type()->annotation_str();
  };
  EXPECT_EQ(found(anyList({1, 2})), "List[int]");
  EXPECT_EQ(found(anyList({1, 2.0})), "List[Any]");
  EXPECT_EQ(found(anyList({})), "List[Any]");
  EXPECT_EQ(found(anyList({anyList({"a"}), anyList({"b"})})), "List[List[str]]");
  EXPECT_EQ(found(anyList({IValue(), at::Tensor()})).find("List[Optional"), 0u);
  c10::impl::GenericDict dict(c10::AnyType::get(), c10::AnyType::get());
  dict.insert("a", anyList({1.0}));
  dict.insert("b", anyList({2.0}));
  EXPECT_EQ(found(dict), "Dict[str, List[float]]");
  dict.insert("c", 1);
}
