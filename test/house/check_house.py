"""Rules of the house that a compiler does not check: layers, links, static constructors, symbols. Run by ctest: check_house.py ROOT LIBRARY"""
import os, re, subprocess, sys, unittest

ROOT, LIBRARY = sys.argv[1], sys.argv[2]

# A lower layer never includes a higher one. A header's layer follows from its public spelling; the longest prefix counts.
LAYERS = ["c10", "ATen/core", "aten", "autograd", "jit", "torch", "tools"]
SPELLINGS = [("c10/", "c10"), ("ATen/core/", "ATen/core"), ("ATen/", "aten"), ("torch/csrc/autograd/", "autograd"), ("torch/csrc/jit/", "jit"), ("torch/", "torch")]
FOLDERS = [("c10/", "c10"), ("aten/ATen/core/", "ATen/core"), ("aten/", "aten"), ("autograd/", "autograd"), ("jit/", "jit"), ("torch/", "torch"), ("tools/", "tools")]


def layer(path, table):
    found = [(len(p), l) for p, l in table if path.startswith(p)]
    return max(found)[1] if found else None


def tracked(*patterns):
    out = subprocess.run(["git", "-C", ROOT, "ls-files", "-s", "--", *patterns], check=True, capture_output=True, text=True).stdout
    return [(line.split()[0], line.split("\t", 1)[1]) for line in out.splitlines()]


class House(unittest.TestCase):
    def test_layers(self):
        faults = []
        for _, path in tracked("*.h", "*.cpp"):
            mine = layer(path, FOLDERS)
            if mine is None: continue
            with open(os.path.join(ROOT, path), encoding="utf-8") as f:
                for number, line in enumerate(f, 1):
                    m = re.match(r'\s*#\s*include\s*[<"]([^">]+)[">]', line)
                    theirs = m and layer(m.group(1), SPELLINGS)
                    if theirs and LAYERS.index(theirs) > LAYERS.index(mine):
                        faults.append(f"{path}:{number}: {mine} includes {m.group(1)} of {theirs}")
        self.assertEqual(faults, [])

    def test_public_spelling(self):
        faults = []
        for _, path in tracked("c10", "aten", "autograd", "jit", "torch"):
            if not path.endswith((".h", ".cpp")): continue
            with open(os.path.join(ROOT, path), encoding="utf-8") as f:
                faults += [f"{path}:{n}: {line.strip()}" for n, line in enumerate(f, 1) if re.match(r'\s*#\s*include\s*"', line) and "HWY_TARGET_INCLUDE" not in line]
        self.assertEqual(faults, [], "our headers are included as <public/spelling.h>")

    def test_no_links_in_git(self):
        self.assertEqual([p for mode, p in tracked() if mode == "120000"], [])

    def test_no_static_constructors(self):
        out = subprocess.run(["readelf", "-SW", LIBRARY], check=True, capture_output=True, text=True).stdout
        size = re.search(r"\.init_array\s+INIT_ARRAY\s+\S+\s+\S+\s+(\S+)", out)
        # The one entry is the compiler's own frame_dummy.
        self.assertLessEqual(int(size.group(1), 16) // 8 if size else 0, 1, "a static constructor runs when the library is loaded")

    def test_only_our_namespaces_are_exported(self):
        out = subprocess.run(["nm", "-DC", "--defined-only", LIBRARY], check=True, capture_output=True, text=True).stdout
        names = [line.split(" ", 2)[2] for line in out.splitlines() if line.count(" ") >= 2]
        ours = re.compile(r"(typeinfo (name )?for |vtable for |VTT for |guard variable for |construction vtable |non-virtual thunk to |virtual thunk to )?(.*\b)?(c10|at|torch|caffe2)::|.* for (c10|at|torch)::|(std|__gnu_cxx)::|operator (new|delete)")
        strangers = sorted({n for n in names if not ours.search(n)})
        self.assertEqual(strangers, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
