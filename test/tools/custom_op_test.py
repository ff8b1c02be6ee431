"""examples/custom_op as its user builds it: outside the tree, against an installed Wick. Run by ctest: custom_op_test.py SOURCE BUILD CMAKE COMPILER [CCACHE]"""
import os, shutil, subprocess, sys, tempfile, unittest

SOURCE, BUILD, CMAKE, COMPILER = sys.argv[1:5]
CCACHE = sys.argv[5] if len(sys.argv) > 5 and os.path.exists(sys.argv[5]) else ""

# A formula too: it needs Highway and the tile headers. One instruction set is enough here.
FORMULA_YAML = """\
- func: softclip(Tensor self) -> Tensor
  forms: inplace, out
  promotion: int_to_float
  dtypes: [floating]
  pointwise: self / (1 + abs(self))
"""
FORMULA_CPP = """\
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <clip/formula.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <clip/formula.tiles.inc>

#include <ATen/core/Tensor.h>
#include <clip/formula.stubs.inc>
"""
FORMULA_CMAKE = """
wick_add_operators(clip NAMESPACE clip SECTIONS formula.yaml)
target_compile_definitions(clip PRIVATE HWY_COMPILE_ONLY_STATIC)
"""


class CustomOp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.mkdtemp()
        cls.prefix = os.path.join(cls.work, "prefix")
        cls.project = os.path.join(cls.work, "project")
        cls.build = os.path.join(cls.work, "build")
        cls.model = os.path.join(cls.project, "model.pt")
        cls.run_or_fail(CMAKE, "--install", BUILD, "--prefix", cls.prefix)
        shutil.copytree(os.path.join(SOURCE, "examples", "custom_op"), cls.project)
        cls.write("formula.yaml", FORMULA_YAML)
        cls.write("formula.cpp", FORMULA_CPP)
        with open(os.path.join(cls.project, "CMakeLists.txt"), "a") as f: f.write(FORMULA_CMAKE)
        cls.run_or_fail(*cls.configure(cls.build, "-DCMAKE_PREFIX_PATH=" + cls.prefix))
        cls.run_or_fail(CMAKE, "--build", cls.build)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.work)

    @classmethod
    def write(cls, name, text):
        with open(os.path.join(cls.project, name), "w") as f: f.write(text)

    @staticmethod
    def configure(build, *options):
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=" + CCACHE] if CCACHE else []
        return [CMAKE, "-S", os.path.join(os.path.dirname(build), "project"), "-B", build, "-DCMAKE_CXX_COMPILER=" + COMPILER, *launcher, *options]

    @staticmethod
    def run_or_fail(*command):
        p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if p.returncode != 0: raise AssertionError(f"{' '.join(command)}\n{p.stdout}")
        return p.stdout

    def library(self, name):
        return os.path.join(self.build, f"lib{name}.so")

    def wick(self, *arguments):
        p = subprocess.run([os.path.join(self.prefix, "bin", "wick"), *arguments], capture_output=True, text=True)
        return p.returncode, p.stdout, p.stderr

    def test_from_cpp_and_from_an_archive(self):
        out = self.run_or_fail(os.path.join(self.build, "use_smooth"), self.model)
        self.assertIn("equal: yes", out)
        self.assertIn("0.0000  0.2500  0.6875", out)
        self.assertIn("smooth(): amount must be above 0 and at most 1, got 2", out)

    def test_from_the_command_line(self):
        loaded = ["--library", self.library("demo"), "--library", self.library("byhand")]
        code, out, err = self.wick("run", self.model, *loaded, "--arg", "[[0., 4., 4.]]")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("-1.0000", out)
        code, out, err = self.wick(*loaded, "ops", "demo::*")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("demo::smooth(Tensor self, float amount=0.5) -> Tensor", out)
        self.assertIn("demo::smooth.out(", out)
        self.assertNotEqual(self.wick("run", self.model, "--arg", "[[0.]]")[0], 0, "without the libraries the operators are missing")
        code, _, err = self.wick("run", self.model, "--library", "/nothing.so")
        self.assertEqual(code, 2)
        self.assertIn("/nothing.so", err)

    def test_formulas(self):
        code, out, err = self.wick("ops", "--library", self.library("clip"), "clip::softclip*")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out.count("clip::softclip"), 3, out)

    def test_a_fault_is_told_with_its_place(self):
        broken = os.path.join(self.work, "broken")
        shutil.copytree(self.project, os.path.join(broken, "project"))
        with open(os.path.join(broken, "project", "smooth.yaml"), "a") as f: f.write("  variants: method\n  shpe: self.sizes()\n")
        p = subprocess.run(self.configure(os.path.join(broken, "build"), "-DCMAKE_PREFIX_PATH=" + self.prefix), capture_output=True, text=True)
        self.assertNotEqual(p.returncode, 0)
        self.assertIn("smooth.yaml:17:3: unknown key 'shpe'; did you mean 'shape'?", p.stderr)
        self.assertIn("smooth.yaml:16:3: a method is part of class Tensor", p.stderr)

    def test_a_build_tree_serves_too(self):
        build = os.path.join(self.work, "from_build_tree")
        self.run_or_fail(*self.configure(build, "-DWick_DIR=" + os.path.join(BUILD, "cmake")))
        self.run_or_fail(CMAKE, "--build", build, "--target", "byhand")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
