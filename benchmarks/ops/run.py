#!/usr/bin/env python3
"""Operators over sizes and layouts beside libtorch, in one run:

    python3 benchmarks/ops/run.py --torch VENV [--only REGEX] [--rounds 5] [--seconds 0.1] [--worst 40] [--json FILE]

ops.cpp is built against both libraries with the same compiler; the two programs run in turn, and a case's figure is the fastest pass of all rounds. A
ratio is Wick's time over libtorch's, one thread. Cases: FAMILY/OPERATOR/LAYOUT/SIZE. Prints a line a family and operator (the geometric mean of the
ratios, the worst) and the worst cases of all."""
import argparse, collections, json, math, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Of libtorch's time, from the budgets; what has no line of its own is held to parity.
LIMITS = [(r"pointwise/(exp|tanh|sigmoid|gelu)/contiguous/1M", 0.5), (r"pointwise/add/contiguous/1M", 0.9), (r"pointwise/add/contiguous/16M", 0.2), (r"reduction/", 0.95), (r"", 1.0)]


def limit_of(case):
    return next(limit for pattern, limit in LIMITS if re.match(pattern, case))


def build(wick, torch, work):
    flags = ["g++", "-std=c++20", "-O3", "-march=native", "-w", f"{HERE}/ops.cpp"]
    ours, theirs = f"{work}/ops_wick", f"{work}/ops_torch"
    subprocess.run([*flags, "-I", f"{wick}/include", "-o", ours, f"-L{wick}", "-lwick", f"-Wl,-rpath,{wick}"], check=True)
    if torch and (not os.path.exists(theirs) or os.path.getmtime(theirs) < os.path.getmtime(f"{HERE}/ops.cpp")):
        inc, lib = f"{torch}/include", f"{torch}/lib"
        subprocess.run([*flags, "-I", inc, "-I", f"{inc}/torch/csrc/api/include", "-o", theirs, f"-L{lib}", "-ltorch", "-ltorch_cpu", "-lc10", f"-Wl,-rpath,{lib}"], check=True)
    return ours, theirs


def run(program, seconds, only):
    out = subprocess.run([program, str(seconds), only], check=True, capture_output=True, text=True).stdout
    return {name: float(ns) for name, ns in (line.split() for line in out.splitlines())}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--torch", metavar="VENV", required=True)
    p.add_argument("--wick", metavar="BUILD", default=os.path.join(ROOT, "build"), help="the build folder of a release build")
    p.add_argument("--only", default=".")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--seconds", type=float, default=0.1)
    p.add_argument("--worst", type=int, default=40)
    p.add_argument("--json")
    p.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "wick-benchmarks"))
    a = p.parse_args()
    os.makedirs(a.work, exist_ok=True)
    torch = subprocess.run([f"{a.torch}/bin/python", "-c", "import os, torch; print(os.path.dirname(torch.__file__))"], check=True, capture_output=True, text=True).stdout.strip()
    ours, theirs = build(a.wick, torch, a.work)
    best = [{}, {}]
    for _ in range(a.rounds):
        for figures, program in zip(best, (ours, theirs)):
            for name, ns in run(program, a.seconds, a.only).items(): figures[name] = min(ns, figures.get(name, math.inf))
    rows = [dict(case=c, wick=w, libtorch=best[1][c], ratio=w / best[1][c], limit=limit_of(c)) for c, w in best[0].items()]
    groups = collections.defaultdict(list)
    for row in rows: groups["/".join(row["case"].split("/")[:2])].append(row)
    print(f"{'operator':26} {'cases':>5} {'mean':>7} {'worst':>7}  of libtorch's time; over the limit")
    for name, group in groups.items():
        mean = math.exp(sum(math.log(r["ratio"]) for r in group) / len(group))
        worst = max(group, key=lambda r: r["ratio"])
        missed = sum(r["ratio"] > r["limit"] * 1.05 for r in group)
        print(f"{name:26} {len(group):5} {mean:7.3f} {worst['ratio']:7.3f}  {missed or '':>3} {worst['case']}")
    missed = sorted((r for r in rows if r["ratio"] > r["limit"] * 1.05), key=lambda r: -r["ratio"] / r["limit"])
    print(f"\n{len(rows) - len(missed)} of {len(rows)} cases within their limit. The worst:")
    for r in missed[: a.worst]: print(f"{r['case']:48} {r['wick'] / 1e3:12.2f} us  libtorch {r['libtorch'] / 1e3:12.2f} us  ratio {r['ratio']:.3f}  limit {r['limit']}")
    if a.json:
        with open(a.json, "w") as f: json.dump(rows, f, indent=1)


if __name__ == "__main__":
    sys.exit(main())
