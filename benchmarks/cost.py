#!/usr/bin/env python3
"""What each section of operators costs: benchmarks/cost.py BUILD [--sort seconds|bytes]

Seconds of compiling (from ninja's log; compile with -DCMAKE_CXX_COMPILER_LAUNCHER=env for figures without ccache), bytes of code and constants in its
object file, entries in its YAML, and code an entry."""
import argparse, os, re, subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def seconds_of(build):
    found = {}
    with open(f"{build}/.ninja_log") as log:
        for line in log:
            if line.startswith("#"): continue
            begin, end, _, output, _ = line.rstrip("\n").split("\t")
            found[output] = (int(end) - int(begin)) / 1000
    return found


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build")
    p.add_argument("--sort", choices=["seconds", "bytes"], default="bytes")
    a = p.parse_args()
    seconds, rows = seconds_of(a.build), []
    with open(f"{ROOT}/native_functions.yaml") as index: sections = re.findall(r"^- (\w+):", index.read(), re.M)
    listed = subprocess.run([f"{a.build}/bin/wick", "ops", "aten::"], capture_output=True, text=True).stdout
    for section in sections:
        with open(f"{ROOT}/aten/ATen/native/{section}.yaml") as f: names = re.findall(r"^- func: ([\w]+)", f.read(), re.M)
        objects = [o for o in seconds if re.search(rf"/native/{section}(Kernels)?\.cpp\.o$", o) and os.path.exists(f"{a.build}/{o}")]
        text = sum(int(l.split()[0]) for o in objects for l in subprocess.run(["size", f"{a.build}/{o}"], capture_output=True, text=True).stdout.splitlines()[1:])
        rows.append((section, len(names), sum(seconds[o] for o in objects), text))
    rows.sort(key=lambda r: -r[2 if a.sort == "seconds" else 3])
    print(f"{'section':18} {'entries':>7} {'seconds':>8} {'kB':>8} {'kB/entry':>9}")
    for name, entries, s, text in rows: print(f"{name:18} {entries:7} {s:8.1f} {text / 1e3:8.1f} {text / 1e3 / max(entries, 1):9.2f}")
    print(f"{'all':18} {sum(r[1] for r in rows):7} {sum(r[2] for r in rows):8.1f} {sum(r[3] for r in rows) / 1e3:8.1f}   {len(listed.splitlines())} operators listed by `wick ops aten::`")


if __name__ == "__main__":
    main()
