#include "test_support.h"

#include <ATen/core/function_schema.h>
#include <ATen/core/jit_type.h>
#include <ATen/core/schema_parser.h>

using namespace c10;
using core_test::message;

namespace {
TypePtr type(const char* text) { return parseSchemaType(text); }
bool subtype(const char* a, const char* b) { return type(a)->isSubtypeOf(*type(b)); }
std::string unified(const char* a, const char* b, bool to_union = false) {
  auto r = unifyTypes(type(a), type(b), to_union);
  return r ? (*r)->annotation_str() : "none";
}
} // namespace

TEST(TypeTest, AnnotationStrings) {
  EXPECT_EQ(type("int[]")->annotation_str(), "List[int]");
  EXPECT_EQ(type("Dict(str, Tensor)")->annotation_str(), "Dict[str, Tensor]");
  EXPECT_EQ(type("int?")->annotation_str(), "Optional[int]");
  EXPECT_EQ(type("(int, str)")->annotation_str(), "Tuple[int, str]");
  EXPECT_EQ(type("()")->annotation_str(), "Tuple[()]");
  EXPECT_EQ(type("Tensor?[]")->annotation_str(), "List[Optional[Tensor]]");
  EXPECT_EQ(type("Future(int)")->annotation_str(), "Future[int]");
  EXPECT_EQ(type("Union[int, str]")->annotation_str(), "Union[int, str]");
  EXPECT_EQ(type("Scalar")->annotation_str(), "number");
  EXPECT_EQ(NoneType::get()->annotation_str(), "NoneType");
  EXPECT_EQ(ClassType::create(QualifiedName("__torch__.X"), {})->annotation_str(), "__torch__.X");
  EXPECT_EQ(type("Dict(str, int[])[]")->str(), "Dict(str, int[])[]");
  auto renamed = type("Tensor[]")->annotation_str([](const Type& t) { return t.kind() == TypeKind::TensorType ? std::optional<std::string>("T") : std::nullopt; });
  EXPECT_EQ(renamed, "List[T]");
}

TEST(TypeTest, Equality) {
  EXPECT_EQ(*type("int[]"), *ListType::ofInts());
  EXPECT_FALSE(*type("int[]") == *type("float[]"));
  EXPECT_EQ(*type("Union[int, str]"), *type("Union[str, int]"));
  EXPECT_EQ(*type("int??"), *type("int?"));
  EXPECT_EQ(*UnionType::create({IntType::get(), NoneType::get()}), *type("int?"));
  EXPECT_FALSE(*type("(int, str)") == *type("(int, int)"));
}

TEST(TypeTest, Subtyping) {
  EXPECT_TRUE(subtype("int", "int"));
  EXPECT_TRUE(subtype("int", "Any"));
  EXPECT_TRUE(subtype("int", "Scalar"));
  EXPECT_TRUE(subtype("float", "Scalar?"));
  EXPECT_FALSE(subtype("bool", "Scalar"));
  EXPECT_FALSE(subtype("int", "float"));
  EXPECT_TRUE(subtype("int", "int?"));
  EXPECT_FALSE(subtype("int?", "int"));
  EXPECT_TRUE(subtype("NoneType", "Tensor?"));
  EXPECT_FALSE(subtype("NoneType", "Tensor"));
  EXPECT_TRUE(subtype("int?", "Scalar?"));
  EXPECT_TRUE(subtype("(int, str)", "(int?, str)"));
  EXPECT_FALSE(subtype("int[]", "int?[]")); // lists can be written
  EXPECT_FALSE(subtype("int[]", "Scalar[]"));
  EXPECT_TRUE(subtype("int", "Union[int, str]"));
  EXPECT_TRUE(subtype("Union[int, str]", "Union[int, str, float]"));
  EXPECT_FALSE(subtype("Union[int, str]", "int"));
  EXPECT_TRUE(subtype("int?", "Union[int, str, NoneType]"));
  EXPECT_TRUE(subtype("int[]", "AnyListType"));
  EXPECT_TRUE(subtype("(int, str)", "AnyTupleType"));
  EXPECT_TRUE(subtype("Future(int)", "Future(int?)"));
}

TEST(TypeTest, Unification) {
  EXPECT_EQ(unified("int", "int"), "int");
  EXPECT_EQ(unified("int", "NoneType"), "Optional[int]");
  EXPECT_EQ(unified("NoneType", "int[]"), "Optional[List[int]]");
  EXPECT_EQ(unified("int?", "int"), "Optional[int]");
  EXPECT_EQ(unified("int", "float"), "none");
  EXPECT_EQ(unified("int", "float", true), "Union[int, float]");
  EXPECT_EQ(unified("(int, NoneType)", "(int, str)"), "Tuple[int, Optional[str]]");
  EXPECT_EQ(unified("(int, str)", "(int, str, str)"), "none");
  EXPECT_EQ(unified("int[]", "float[]"), "none");
  EXPECT_EQ(unified("Future(int)", "Future(NoneType)"), "Future[Optional[int]]");
  std::vector<TypePtr> empty;

  std::ostringstream why;
  EXPECT_FALSE(unifyTypeList(empty, why));
  EXPECT_FALSE(unifyTypeList(std::vector<TypePtr>{IntType::get(), StringType::get()}, why));
  EXPECT_NE(why.str().find("element 1 of type str"), std::string::npos);
}

TEST(TypeTest, Variables) {
  TypeEnv env;
  EXPECT_TRUE(matchTypeVariables(type("Dict(str, t[])"), type("Dict(str, int[])"), env).success());
  EXPECT_EQ(env["t"]->str(), "int");
  EXPECT_EQ(tryEvalTypeVariables(type("(t, t?)[]"), env)->annotation_str(), "List[Tuple[int, Optional[int]]]");
  EXPECT_EQ(tryEvalTypeVariables(type("u"), env), nullptr);
  EXPECT_FALSE(matchTypeVariables(type("t"), type("str"), env).success());
  TypeEnv env2;
  EXPECT_TRUE(matchTypeVariables(type("t?"), type("int"), env2).success());
  EXPECT_EQ(env2["t"]->str(), "int");
  TypeEnv env3;
  EXPECT_NE(matchTypeVariables(type("t?"), NoneType::get(), env3).reason().find("no way to determine T"), std::string::npos);
  TypeEnv env4;
  EXPECT_TRUE(matchTypeVariables(type("t[]"), type("(int, int)"), env4).success());
  EXPECT_FALSE(matchTypeVariables(type("t[]"), type("int"), env4).success());
}

TEST(TypeTest, UnionsAreFlatAndMinimal) {
  EXPECT_EQ(UnionType::create({type("int"), type("Union[str, float]"), type("int")})->annotation_str(), "Union[int, str, float]");
  EXPECT_EQ(UnionType::create({type("int"), type("Scalar")})->getTypes().size(), 1u);
  EXPECT_EQ((*type("Union[int, str]")->expectRef<UnionType>().subtractTypeSet({IntType::get()}))->str(), "str");
  EXPECT_THROWS_WITH(UnionType::create({}), "empty Union");
}

TEST(TypeTest, BadTypesThrow) {
  EXPECT_THROWS_WITH(DictType::create(type("int[]"), IntType::get()), "Cannot create dict for key type 'int[]'");
  EXPECT_THROWS_WITH(ListType::create(nullptr), "ListType");
  EXPECT_THROWS_WITH(type("int")->expect<ListType>(), "expected a ListType, got int");
  EXPECT_EQ(type("int")->cast<ListType>(), nullptr);
  EXPECT_THROWS_WITH(EnumType::create(QualifiedName("__torch__.E"), BoolType::get(), {}, {}), "Cannot create Enum");
}

TEST(TypeTest, NamedTuples) {
  auto a = TupleType::createNamed(QualifiedName("__torch__.Point"), {"x", "y"}, {IntType::get(), IntType::get()});
  auto b = TupleType::createNamed(QualifiedName("__torch__.Point"), {"x", "z"}, {IntType::get(), IntType::get()});
  EXPECT_EQ(a->annotation_str(), "__torch__.Point");
  EXPECT_FALSE(*a == *b);
  EXPECT_TRUE(a->isSubtypeOf(*type("(int, int)")));
  EXPECT_FALSE(type("(int, int)")->isSubtypeOf(*a));
  EXPECT_EQ((*a->names())[1], "y");
  EXPECT_THROWS_WITH(TupleType::createNamed(QualifiedName("P"), {"x"}, {}), "1 names but 0 types");
}

TEST(ClassTypeTest, AttributesConstants) {
  auto cls = ClassType::create(QualifiedName("__torch__.M"), {}, /*is_module=*/true);
  EXPECT_EQ(cls->addAttribute("weight", TensorType::get(), /*is_parameter=*/true), 0u);
  EXPECT_EQ(cls->addAttribute("buf", OptionalType::ofTensor(), false, true), 1u);
  EXPECT_TRUE(cls->is_parameter(0));
  EXPECT_TRUE(cls->is_buffer(1));
  const auto epoch = cls->epoch();
  EXPECT_EQ(cls->addOrCheckAttribute("weight", TensorType::get(), true), 0u);
  EXPECT_EQ(cls->epoch(), epoch);
  EXPECT_THROWS_WITH(cls->addAttribute("weight", TensorType::get()), "already exists");
  EXPECT_THROWS_WITH(cls->addAttribute("n", IntType::get(), true), "Tensor or Optional[Tensor]");
  cls->addConstant("k", IValue(3));
  EXPECT_EQ(cls->getConstant("k").toInt(), 3);
  EXPECT_THROWS_WITH(cls->getConstant("q"), "'q'");
  EXPECT_THROWS_WITH(cls->getAttribute("q"), "'q'");
  cls->unsafeRemoveAttribute("weight");
  EXPECT_EQ(cls->getAttributeSlot("buf"), 0u);
  // A class may contain itself.
  cls->addAttribute("child", OptionalType::create(cls));
  EXPECT_TRUE(cls->requires_grad());
  EXPECT_EQ(cls->getAttribute("child")->annotation_str(), "Optional[__torch__.M]");
  cls->unsafeRemoveAttribute("child"); // the cycle of references would keep the type for good
}

TEST(ClassTypeTest, InterfacesCompareMethods) {
  auto iface = InterfaceType::create(QualifiedName("__torch__.I"));
  iface->addMethod(parseSchema("run(Any self, int x) -> Tensor"));
  auto cls = ClassType::create(QualifiedName("__torch__.C"), {});
  std::ostringstream why;
  EXPECT_FALSE(cls->isSubtypeOfExt(*iface, &why));
  EXPECT_NE(why.str().find("does not have method 'run'"), std::string::npos);
  EXPECT_EQ(iface->getMethod("walk"), nullptr);
  auto same = InterfaceType::create(QualifiedName("__torch__.J"));
  same->addMethod(parseSchema("run(Any self, int x) -> Tensor"));
  EXPECT_TRUE(same->isSubtypeOf(*iface));
  same->addMethod(parseSchema("walk(Any self) -> Tensor"));
  EXPECT_TRUE(same->isSubtypeOf(*iface));
  EXPECT_FALSE(iface->isSubtypeOf(*same));
  EXPECT_THROWS_WITH(same->addMethod(parseSchema("walk(Any self) -> Tensor")), "already defined");
}

TEST(TypeTest, CppTypes) {
  EXPECT_EQ((getTypePtr<std::vector<std::optional<int64_t>>>()->annotation_str()), "List[Optional[int]]");
  EXPECT_EQ((getTypePtr<Dict<std::string, List<at::Tensor>>>()->annotation_str()), "Dict[str, List[Tensor]]");
  EXPECT_EQ((getTypePtr<const std::tuple<at::Tensor, bool>&>()->annotation_str()), "Tuple[Tensor, bool]");
  EXPECT_EQ(getTypePtr<OptionalArrayRef<int64_t>>()->annotation_str(), "Optional[List[int]]");
  EXPECT_EQ(getTypePtr<at::Scalar>()->annotation_str(), "number");
}
