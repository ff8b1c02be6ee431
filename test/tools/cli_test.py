"""`wick` as a user meets it: exit codes, help, messages. Run by ctest: cli_test.py WICK DATA_FOLDER (with mlp.pt and mlp.io.pt)"""
import json, os, subprocess, sys, tempfile, unittest

WICK, DATA = sys.argv[1], sys.argv[2]
MLP = os.path.join(DATA, "mlp.pt")
CALLS = os.path.join(DATA, "calls.pt")


def wick(*arguments):
    p = subprocess.run([WICK, *arguments], capture_output=True, text=True)
    return p.returncode, p.stdout, p.stderr


class Cli(unittest.TestCase):
    def test_help(self):
        code, out, _ = wick("--help")
        self.assertEqual(code, 0)
        for word in ("run", "check", "check-ops", "info", "ops", "Examples:", "Exit codes:"): self.assertIn(word, out)
        for command in ("run", "check", "check-ops", "info", "ops"):
            code, out, _ = wick(command, "--help")
            self.assertEqual(code, 0)
            self.assertIn("Example:", out)

    def test_usage_errors(self):
        for arguments in ([], ["no-such-command"], ["run"], ["check", "--no-such-option", MLP]): self.assertEqual(wick(*arguments)[0], 2, arguments)
        code, _, err = wick("run", MLP, "--method", "nothing")
        self.assertEqual(code, 2)
        self.assertIn("forward", err)
        code, _, err = wick("run", MLP, "--arg", "[1, ")
        self.assertEqual(code, 2, err)
        code, _, err = wick("run", MLP, "--arg", "1", "--arg", "2")
        self.assertEqual(code, 2, err)

    def test_check(self):
        with tempfile.TemporaryDirectory() as work:
            saved = os.path.join(work, "ours.pt")
            code, out, err = wick("check", MLP, "--save-outputs", saved)
            self.assertEqual((code, err), (0, ""))
            self.assertIn("agree", out)
            self.assertGreater(os.path.getsize(saved), 0)
            code, out, err = wick("info", saved)
            self.assertEqual(code, 0, err)

    def test_check_reports_differences(self):
        code, _, err = wick("check", MLP, "--data", os.path.join(DATA, "mlp_wrong.io.pt"))
        self.assertEqual(code, 1, err)
        self.assertIn("outputs", err)

    def test_check_ops(self):
        code, out, err = wick("check-ops", CALLS)
        self.assertEqual((code, err), (1, ""))
        self.assertIn("7 of 11 passed, 3 failed, 1 missing", out)
        self.assertIn("case 8: aten::neg", out)
        self.assertIn("no error, recorded RuntimeError", out)
        self.assertIn("IndexError, recorded ValueError", out)
        code, out, err = wick("check-ops", CALLS, "--op", "add", "--json")
        self.assertEqual(code, 0, err)
        report = json.loads(out)
        self.assertEqual((report["passed"], report["failed"], report["missing"]), (2, 0, 0))
        self.assertEqual(wick("check-ops", CALLS, "--op", "nothing")[0], 1)
        self.assertEqual(wick("check-ops", MLP)[0], 3)
        with tempfile.TemporaryDirectory() as work:
            saved = os.path.join(work, "ours.pt")
            wick("check-ops", CALLS, "--save-outputs", saved)
            code, _, err = wick("info", saved)
            self.assertEqual(code, 0, err)

    def test_unreadable(self):
        with tempfile.TemporaryDirectory() as work:
            for name, content in {"empty.pt": b"", "page.pt": b"<!DOCTYPE html><html>", "lfs.pt": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "cut.pt": open(MLP, "rb").read()[:3000]}.items():
                path = os.path.join(work, name)
                with open(path, "wb") as f: f.write(content)
                for command in ("info", "run", "check"):
                    code, out, err = wick(command, path)
                    self.assertEqual((code, out), (3, ""), f"{command} {name}: {err}")
                    self.assertIn(".pt", err)
            self.assertEqual(wick("info", os.path.join(work, "absent.pt"))[0], 3)

    def test_info(self):
        code, out, _ = wick("info", MLP, "--code")
        self.assertEqual(code, 0)
        for word in ("data.pkl", "aten::linear", "class MLP(Module)", "all of them exist"): self.assertIn(word, out)

    def test_run(self):
        code, out, err = wick("run", MLP, "--arg", str([[0.5] * 16]))
        self.assertEqual((code, err), (0, ""))
        self.assertIn("[ CPUFloatType{1,4} ]", out)
        code, _, err = wick("run", MLP, "--arg", "[[1.0, 2.0]]")
        self.assertEqual(code, 1)
        for word in ("linear", "HERE", "torch/nn/modules/linear"): self.assertIn(word, err)

    def test_ops(self):
        code, out, _ = wick("ops", "aten::add*")
        self.assertEqual(code, 0)
        self.assertIn("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n", out)
        self.assertEqual(wick("ops", "no_such_operator")[0], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
