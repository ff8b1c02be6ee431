"""Tests of the generator: schemas, expressions, malformed entries with their places, what is written and what is not."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, ROOT)
sys.dont_write_bytecode = True

from codegen import __main__ as command  # noqa: E402
from codegen import document, expr, formula, model, render, schema, sizes  # noqa: E402
from codegen.entry import OWN_KEYS  # noqa: E402
from codegen.faults import Fault, Faults, Place, Text  # noqa: E402
from codegen.load import Section, load, read_entries  # noqa: E402

INVALID = os.path.join(HERE, "invalid")
ALL_SCHEMAS = os.path.join(os.path.dirname(ROOT), "shared", "reference", "schemas-2.15.txt")


def text_of(expression: str) -> Text:
    return Text(expression, Place("x.yaml", 1, 1))


def faults_of(path: str) -> list[str]:
    """What the generator says about one section file, which stands alone."""
    name = os.path.basename(path)
    faults = Faults()
    section = Section(name[:-5], "", name, path)
    with open(path, encoding="utf-8") as file:
        section.entries = read_entries(name, file.read(), section.name, faults)
    model.build([section], faults, need_sources=False)
    return faults.lines()


class SchemaTest(unittest.TestCase):
    def round_trip(self, path: str) -> int:
        count = 0
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                line = line.rstrip("\n")
                if not line or line.startswith("#"):
                    continue
                self.assertEqual(str(schema.parse(Text(line, Place(path, number, 1)))), line)
                count += 1
        return count

    def test_excerpt_prints_back(self):
        self.assertGreater(self.round_trip(os.path.join(HERE, "schemas.txt")), 60)

    @unittest.skipUnless(os.path.exists(ALL_SCHEMAS), "needs ../shared")
    def test_all_print_back_within_the_budget(self):
        begin = time.process_time()
        self.assertGreater(self.round_trip(ALL_SCHEMAS), 2500)
        self.assertLess(time.process_time() - begin, 3.0)

    def test_parts(self):
        s = schema.parse("max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> (Tensor(a!) values, Tensor(b!) indices)")
        self.assertEqual((s.name, s.overload), ("max", "dim_max"))
        self.assertEqual([a.name for a in s.outs], ["max", "max_values"])
        self.assertTrue(s.is_out)
        self.assertFalse(s.is_inplace)
        self.assertEqual(s.arguments[2].default, "False")

    def test_forms_are_derived(self):
        s = schema.parse("mul.Tensor(Tensor self, Tensor other) -> Tensor")
        self.assertEqual(str(schema.inplace_of(s)), "mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)")
        self.assertEqual(str(schema.out_of(s)), "mul.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)")
        several = schema.parse("topk(Tensor self, SymInt k) -> (Tensor values, Tensor indices)")
        self.assertEqual(str(schema.out_of(several)), "topk.out(Tensor self, SymInt k, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)")

    def test_copies_are_derived(self):
        for view, copy, out in (
            ("squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)", "squeeze_copy.dim(Tensor self, int dim) -> Tensor", "squeeze_copy.dim_out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)"),
            ("squeeze(Tensor(a) self) -> Tensor(a)", "squeeze_copy(Tensor self) -> Tensor", "squeeze_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"),
            ("expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)", "expand_copy(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor", "expand_copy.out(Tensor self, SymInt[] size, *, bool implicit=False, Tensor(a!) out) -> Tensor(a!)"),
            ("unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]", "unbind_copy.int(Tensor self, int dim=0) -> Tensor[]", "unbind_copy.int_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> ()"),
        ):
            s = schema.copy_of(schema.parse(view))
            self.assertEqual(str(s), copy)
            self.assertEqual(str(schema.list_out_of(s) if s.returns[0].type.is_list else schema.out_of(s)), out)

    def test_columns(self):
        for text, column, part in (
            ("f(Tensr x) -> Tensor", 3, "did you mean 'Tensor'"),
            ("f(Tensor x", 11, "expected ','"),
            ("f(Tensor x, *, Tensor x) -> Tensor", 16, "second argument named 'x'"),
            ("f(int[x] y) -> Tensor", 7, "a list size is a number"),
            ("f(str s=\"abc) -> Tensor", 9, "never ends"),
        ):
            with self.assertRaises(Fault) as caught:
                schema.parse(Text(text, Place("s", 1, 1)))
            self.assertEqual(caught.exception.place.col, column, text)
            self.assertIn(part, caught.exception.message)


class ExpressionTest(unittest.TestCase):
    def cpp(self, expression: str, classes: str = "f") -> str:
        reader = formula.FormulaReader(text_of(expression), ["self", "other"], ["alpha"], {"mode": "str"}, classes)
        return reader.cpp(expr.parse(text_of(expression)))[0]

    def fault(self, expression: str, classes: str = "f") -> Fault:
        with self.assertRaises(Fault) as caught:
            self.cpp(expression, classes)
        return caught.exception

    def test_precedence(self):
        self.assertEqual(self.cpp("self + alpha * other"), "Add(self, Mul(alpha, other))")
        self.assertEqual(self.cpp("(self + alpha) * other"), "Mul(Add(self, alpha), other)")
        self.assertEqual(self.cpp("self - other - alpha"), "Sub(Sub(self, other), alpha)")
        self.assertEqual(self.cpp("-self ** other"), "Neg(Pow(self, other))")
        self.assertEqual(self.cpp("self ** other ** alpha"), "Pow(self, Pow(other, alpha))")
        self.assertEqual(self.cpp("self * -other"), "Mul(self, Neg(other))")
        self.assertEqual(self.cpp("not self > 0 and other > 0 or alpha > 0"), "Or(And(Not(Gt(self, Const(self, int64_t{0}))), Gt(other, Const(self, int64_t{0}))), Gt(alpha, Const(self, int64_t{0})))")

    def test_constants(self):
        self.assertEqual(self.cpp("self * 0.5"), "Mul(self, Const(self, 0.5))")
        self.assertEqual(self.cpp("self + -2"), "Add(self, Const(self, int64_t{-2}))")
        self.assertEqual(self.cpp("self * 1e-5"), "Mul(self, Const(self, 1e-05))")

    def test_choice_is_where(self):
        self.assertEqual(self.cpp("self if self > 0 else other"), "Where(Gt(self, Const(self, int64_t{0})), self, other)")

    def test_mask_as_value(self):
        self.assertEqual(self.cpp("self * (other > 0)"), "Mul(self, ToValue(self, Gt(other, Const(self, int64_t{0}))))")

    def test_faults(self):
        self.assertIn("did you mean 'other'", self.fault("self + othr").message)
        self.assertEqual(self.fault("self + othr").place.col, 8)
        self.assertIn("'/' on integers", self.fault("self / other", "i").message)
        self.assertIn("never ends", self.fault('self == "a').message)
        self.assertIn("write and", self.fault("self > 0 && other > 0").message)
        self.assertIn("nest at most", self.fault("(" * 100 + "self" + ")" * 100).message)
        self.assertIn("do not chain", self.fault("0 < self < 1").message)
        self.assertIn("is no number", self.fault("self * 1.2.3").message)
        self.assertIn("has type str", self.fault("mode + self").message)
        self.assertIn("too early", self.fault("self +").message)

    def test_the_documents_tables_agree(self):
        for name in document.DOCUMENTS:
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                text = file.read()
            self.assertIn("<!-- table", text)
            self.assertEqual(document.filled(text), text, f"{name}: run python3 -m codegen.document")

    def test_every_key_is_documented(self):
        with open(os.path.join(ROOT, "docs", "operators.md"), encoding="utf-8") as file:
            text = file.read()
        for key in OWN_KEYS + ("func", "variants", "dispatch", "autogen", "structured", "structured_delegate", "tags"):
            self.assertIn(f"`{key}`", text)

    def sizes_cpp(self, expression: str) -> tuple[str, str]:
        s = schema.parse("f(Tensor self, Tensor? bias, int[] size, int dim, int? step, str mode, float p, Tensor[] tensors) -> Tensor")
        reader = sizes.SizeReader(text_of(expression), {a.name: a for a in s.arguments}, '"f"')
        value = reader.value(expr.parse(text_of(expression)))
        return value.cpp, value.kind

    def test_sizes(self):
        self.assertEqual(self.sizes_cpp("self.size(0)"), ("self.size(int64_t{0})", "int"))
        self.assertEqual(self.sizes_cpp("self.sizes()[:-1] + [size[0]]")[1], "list")
        self.assertEqual(self.sizes_cpp("dim // 2 + 1")[0], "stub::add(stub::floor_div(dim, int64_t{2}), int64_t{1})")
        self.assertEqual(self.sizes_cpp("step is None or p > 0.5")[1], "bool")
        self.assertEqual(self.sizes_cpp("step + 1")[0], 'stub::add(stub::present(step, "f"), int64_t{1})')
        self.assertEqual(self.sizes_cpp("tensors[0].dim()")[1], "int")
        self.assertEqual(self.sizes_cpp("len(tensors)")[1], "int")

    def test_sizes_are_typed(self):
        for expression, part in (
            ("self + 1", "wants an int, this is a tensor"),
            ("dim is None", "never None"),
            ("mode == 1", "compares a string with an int"),
            ("dim / 2", "'/' on integers"),
            ("size.numel()", "a list has no method"),
            ("broadcast(self, size)", "write .sizes()"),
            ("self.size", "called as a method"),
            ("nothing", "no argument named 'nothing'"),
        ):
            with self.assertRaises(Fault, msg=expression) as caught:
                self.sizes_cpp(expression)
            self.assertIn(part, caught.exception.message)


class InvalidTest(unittest.TestCase):
    """Each invalid/NAME.yaml gives exactly the lines of NAME.expected."""

    def test_there_are_enough(self):
        self.assertGreaterEqual(len([n for n in os.listdir(INVALID) if n.endswith(".yaml")]), 60)

    def test_each(self):
        for name in sorted(os.listdir(INVALID)):
            if not name.endswith(".yaml"):
                continue
            with self.subTest(name):
                with open(os.path.join(INVALID, name[:-5] + ".expected"), encoding="utf-8") as file:
                    expected = file.read().splitlines()
                self.assertEqual(faults_of(os.path.join(INVALID, name)), expected)
                self.assertTrue(expected, "an invalid entry has a fault")


GOOD = """\
- func: twice(Tensor self) -> Tensor
  variants: function, method
  forms: inplace, out
  pointwise: self * 2
  doc: Twice.
  samples:
    - torch.twice(randn(3))
"""
MORE = """
- func: rows(Tensor self) -> Tensor
  checks:
    - dim(self, 2)
  shape: [self.size(0)]
  dtypes: floating
  dispatch:
    CPU: rows_cpu<scalar_t>
"""


class ProjectTest(unittest.TestCase):
    """The command over a small project of its own."""

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        self.native = os.path.join(self.root, "aten", "ATen", "native")
        os.makedirs(self.native)
        self.put("native_functions.yaml", "- One: first\n- Two: second\n")
        self.put("aten/ATen/native/One.yaml", GOOD)
        self.put("aten/ATen/native/Two.yaml", GOOD.replace("twice", "thrice"))
        self.put("aten/ATen/native/One.cpp", "void rows_cpu();")

    def put(self, path: str, text: str) -> None:
        with open(os.path.join(self.root, path), "w", encoding="utf-8") as file:
            file.write(text)

    def run_command(self, *more: str) -> tuple[int, list[str]]:
        out = os.path.join(self.root, "include")
        errors = os.path.join(self.root, "errors")
        with open(errors, "w+") as file:
            old, sys.stderr = sys.stderr, file
            try:
                status = command.main(["--index", os.path.join(self.root, "native_functions.yaml"), "--include", out, "--table", os.path.join(self.root, "OperatorTable.cpp"), *more])
            finally:
                sys.stderr = old
        with open(errors) as file:
            return status, file.read().splitlines()

    def snapshot(self) -> dict[str, tuple[str, int]]:
        found = {}
        for folder, _, names in os.walk(self.root):
            for name in names:
                path = os.path.join(folder, name)
                if "include" in path or name == "OperatorTable.cpp":
                    with open(path, encoding="utf-8") as file:
                        found[os.path.relpath(path, self.root)] = (file.read(), os.stat(path).st_mtime_ns)
        return found

    def test_writes_the_files_of_a_section(self):
        self.assertEqual(self.run_command(), (0, []))
        files = self.snapshot()
        for name in ("include/ATen/ops/twice.h", "include/ATen/Functions.h", "include/ATen/core/TensorMethods.inc", "include/ATen/native/One.stubs.inc", "include/ATen/native/One.tiles.inc", "OperatorTable.cpp"):
            self.assertIn(name, files)
        header = files["include/ATen/ops/twice.h"][0]
        for declaration in ("at::Tensor twice(const at::Tensor &self)", "at::Tensor & twice_(at::Tensor &self)", "at::Tensor & twice_out(at::Tensor &out, const at::Tensor &self)", "at::Tensor & twice_outf(const at::Tensor &self, at::Tensor &out)"):
            self.assertIn(declaration, header)
        table = files["OperatorTable.cpp"][0]
        self.assertLess(table.index("&native::rows::thrice,"), table.index("&native::rows::twice,"))
        self.assertIn('#line 4 "aten/ATen/native/One.yaml"', files["include/ATen/native/One.tiles.inc"][0])

    def test_a_second_run_writes_nothing(self):
        self.run_command()
        before = self.snapshot()
        self.assertEqual(self.run_command()[0], 0)
        self.assertEqual(self.snapshot(), before)

    def test_is_deterministic(self):
        self.run_command()
        first = {name: text for name, (text, _) in self.snapshot().items()}
        shutil.rmtree(os.path.join(self.root, "include"))
        os.remove(os.path.join(self.root, "OperatorTable.cpp"))
        self.run_command()
        self.assertEqual({name: text for name, (text, _) in self.snapshot().items()}, first)

    def test_a_changed_formula_touches_its_section_only(self):
        self.run_command()
        before = self.snapshot()
        self.put("aten/ATen/native/One.yaml", GOOD.replace("self * 2", "self + self"))
        self.run_command()
        changed = {name for name, state in self.snapshot().items() if before.get(name) != state}
        self.assertEqual(changed, {"include/ATen/native/One.tiles.inc"})

    def test_a_new_entry_touches_its_section_and_the_table(self):
        self.run_command()
        before = self.snapshot()
        self.put("aten/ATen/native/One.yaml", GOOD + MORE)
        self.assertEqual(self.run_command(), (0, []))
        changed = {name for name, state in self.snapshot().items() if before.get(name) != state}
        self.assertEqual(changed, {"include/ATen/native/One.stubs.inc", "include/ATen/ops/rows.h", "include/ATen/Functions.h", "OperatorTable.cpp"})

    def test_what_is_gone_leaves_nothing(self):
        self.put("aten/ATen/native/One.yaml", GOOD + MORE)
        self.run_command()
        self.put("aten/ATen/native/One.yaml", GOOD)
        self.run_command()
        self.assertNotIn("include/ATen/ops/rows.h", self.snapshot())

    def test_faults_of_all_files_in_one_run_and_nothing_written(self):
        self.put("aten/ATen/native/One.yaml", GOOD.replace("self * 2", "slef * 2"))
        self.put("aten/ATen/native/Two.yaml", GOOD.replace("function, method", "functions"))
        status, lines = self.run_command()
        self.assertEqual(status, 1)
        self.assertEqual(
            lines,
            [
                "aten/ATen/native/One.yaml:4:14: no argument named 'slef'; did you mean 'self'?",
                "aten/ATen/native/Two.yaml:1:9: operator twice is defined twice; the first is at aten/ATen/native/One.yaml:1:9",
                "aten/ATen/native/Two.yaml:2:13: unknown variant 'functions'; did you mean 'function'?",
                "aten/ATen/native/Two.yaml:3:10: operator twice_ is defined twice; the first is at aten/ATen/native/One.yaml:3:10",
                "aten/ATen/native/Two.yaml:3:19: operator twice.out is defined twice; the first is at aten/ATen/native/One.yaml:3:19",
                "5 faults",
            ],
        )
        self.assertEqual(self.snapshot(), {})

    def test_the_index_is_checked(self):
        self.put("native_functions.yaml", "- One: first\n- Tow: second\n- One: again\n- nothing\n")
        _, lines = self.run_command()
        self.assertEqual(
            lines,
            [
                "aten/ATen/native/Two.yaml:1:1: no line of native_functions.yaml lists this section: add `- Two: what it holds`",
                "native_functions.yaml:2:3: section Tow has no file aten/ATen/native/Tow.yaml; did you mean 'Two'?",
                "native_functions.yaml:3:3: section One is listed twice",
                "native_functions.yaml:4:3: a line of the index is `- Section: what it holds`",
                "4 faults",
            ],
        )

    def test_checks_of_lists_name_the_item(self):
        self.put("aten/ATen/native/One.yaml", """\
- func: join(Tensor[] tensors, Tensor? bias) -> Tensor
  checks:
    - all_same_dtype(tensors)
    - each(tensors): min_dim(tensors, 1)
    - same_dtype(bias, tensors[0])
  shape: tensors[0].sizes()
  dispatch:
    CPU: rows_cpu
""")
        self.assertEqual(self.run_command(), (0, []))
        text = self.snapshot()["include/ATen/native/One.stubs.inc"][0]
        for part in (
            'fail_same_dtype("join", at::native::checks::Argument("tensors", i), tensor_i.scalar_type(), at::native::checks::Argument("tensors", 0), tensors[0].scalar_type())',
            'fail_min_dim("join", at::native::checks::Argument("tensors", i), tensor_i.sizes(), int64_t{1})',
            'if (C10_UNLIKELY(!(!(stub::has(bias)) || (',
            '"bias", (*bias).scalar_type(), at::native::checks::Argument("tensors", 0)',
        ):
            self.assertIn(part, text)

    def test_pytorchs_group_reads_into_one(self):
        self.put(
            "aten/ATen/native/One.yaml",
            """\
- func: plus.Tensor(Tensor self, Tensor other) -> Tensor
  structured_delegate: plus.out
  variants: function, method
- func: plus_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)
  variants: method
  structured_delegate: plus.out
- func: plus.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  pointwise: self + other
  tags: [core, pointwise]
""",
        )
        self.assertEqual(self.run_command(), (0, []))
        text = self.snapshot()["include/ATen/native/One.stubs.inc"][0]
        for id_ in ("plus_Tensor", "plus__Tensor", "plus_out"):
            self.assertIn(f"constinit const c10::OperatorRow {id_} = ", text)


    def test_an_entry_pasted_from_pytorch_names_what_is_missing(self):
        with open(os.path.join(INVALID, "pasted.yaml"), encoding="utf-8") as file:
            self.put("aten/ATen/native/One.yaml", file.read())
        self.put("aten/ATen/native/Two.yaml", "[]\n")
        self.assertEqual(
            self.run_command()[1],
            [
                "aten/ATen/native/One.yaml:8:3: `structured: True` needs `shape:`, `meta:` or `pointwise:` here: what the result is, is said in the entry",
                "aten/ATen/native/One.yaml:11:16: kernel 'foo_out' is not in aten/ATen/native/One.cpp",
                "aten/ATen/native/One.yaml:13:34: kernel 'foo_sparse_csr_out' is not in aten/ATen/native/One.cpp",
                "3 faults",
            ],
        )

    def forms_of(self, text: str, cpp: str) -> dict[str, str]:
        """The operators of One: name -> form, all in one group."""
        self.put("aten/ATen/native/One.yaml", text)
        self.put("aten/ATen/native/One.cpp", cpp)
        faults = Faults()
        groups = model.build(load(os.path.join(self.root, "native_functions.yaml"), self.root, faults), faults)
        self.assertEqual(faults.lines(), [])
        groups = [g for g in groups if g.section.name == "One"]
        self.assertEqual(len(groups), 1)
        return {o.schema.full_name: o.form for o in groups[0].operators}

    def test_copies_of_a_view(self):
        view = "- func: flat.dim(Tensor(a) self, int dim) -> Tensor(a)\n  variants: function, method\n  view: flat_geometry\n"
        wanted = {"flat.dim": "functional", "flat_copy.dim": "copy", "flat_copy.dim_out": "copy_out"}
        self.assertEqual(self.forms_of(view + "  forms: copy\n", "flat_geometry"), wanted)
        twin = """\
- func: flat_copy.dim(Tensor self, int dim) -> Tensor
  variants: function
  dispatch:
    CompositeExplicitAutogradNonFunctional: flat_copy_dim
  tags: view_copy
  autogen: flat_copy.dim_out
"""
        self.assertEqual(self.forms_of(view + twin, "flat_geometry"), wanted)
        self.assertEqual(self.run_command(), (0, []))
        files = self.snapshot()
        self.assertIn("flat_copy_out(at::Tensor &out, const at::Tensor &self, int64_t dim)", files["include/ATen/ops/flat_copy.h"][0])
        self.assertNotIn("flat_copy", files["include/ATen/ops/flat.h"][0])
        self.assertNotIn("flat_copy", files["include/ATen/core/TensorMethods.inc"][0])
        irregular = "  forms:\n    - _flat_copy(Tensor self, int to) -> Tensor\n"
        self.assertEqual(self.forms_of(view + irregular, "flat_geometry"), {"flat.dim": "functional", "_flat_copy": "copy"})

    def test_autogen(self):
        draw = "- func: draw_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)\n  variants: function\n  dispatch:\n    CompositeExplicitAutograd: draw\n"
        self.assertEqual(self.forms_of(draw + "  autogen: draw.Tensor, draw.Tensor_out\n", "draw"), {"draw_.Tensor": "inplace", "draw.Tensor": "functional", "draw.Tensor_out": "out"})
        parts = "- func: parts(Tensor self) -> (Tensor low, Tensor high)\n  dispatch:\n    CompositeExplicitAutograd: parts\n  autogen: parts.out\n"
        self.assertEqual(self.forms_of(parts, "parts"), {"parts": "functional", "parts.out": "out"})
        self.put("aten/ATen/native/One.yaml", draw + "  autogen: drew.Tensor\n")
        self.put("aten/ATen/native/One.cpp", "draw")
        self.assertEqual(self.run_command()[1][0], "aten/ATen/native/One.yaml:5:12: `autogen` of 'drew.Tensor', which does not follow from draw_.Tensor; did you mean 'draw.Tensor'?; write its schema under `forms:`")


class TreeTest(unittest.TestCase):
    """The tree's own operators."""

    def test_no_faults_and_fast(self):
        faults = Faults()
        begin = time.process_time()
        sections = load(os.path.join(ROOT, "native_functions.yaml"), ROOT, faults)
        groups = model.build(sections, faults)
        self.assertEqual(faults.lines(), [])
        render.render(sections, groups)
        self.assertLess(time.process_time() - begin, 3.0)

    def test_sections_do_not_include_every_operator(self):
        """An added entry changes <ATen/Functions.h>; a section that includes it would be compiled again for that."""
        native = os.path.join(ROOT, "aten", "ATen", "native")
        for folder, _, names in os.walk(native):
            for name in names:
                if name.endswith((".cpp", ".h")):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        text = file.read()
                    for header in ("ATen/ATen.h", "ATen/Functions.h"):
                        self.assertNotIn(f"#include <{header}>", text, f"{name}: include <ATen/ops/NAME.h> of what it calls")


if __name__ == "__main__":
    unittest.main()
