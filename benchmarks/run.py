#!/usr/bin/env python3
"""Every line of the budgets that applies, beside libtorch and ONNX Runtime, in one run:

    python3 benchmarks/run.py --torch VENV [--model silero_vad.jit] [--rounds 5] [--only REGEX] [--json FILE]

VENV is a virtual environment with torch, numpy, onnx and onnxruntime, outside the project. A figure is the minimum of the rounds, one
second each, the programs run in turn, one thread. A ratio is Wick's time over the other's. The build must be there (`tools/demo` or
`tools/test` made it); --build times a full build of a clean clone without ccache as well, and takes minutes."""
import argparse, json, os, platform, re, shutil, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HERE = os.path.join(ROOT, "benchmarks")


def sh(*command, **kw):
    return subprocess.run(command, check=True, capture_output=True, text=True, **kw).stdout


def build_cases(build, torch_dir, work):
    """cases.cpp against both libraries with the same compiler and flags."""
    source, flags = os.path.join(HERE, "cases.cpp"), ["-std=c++20", "-O3", "-march=native", "-w"]
    wick, torch = os.path.join(work, "cases_wick"), os.path.join(work, "cases_torch")
    sh("g++", *flags, source, "-I", f"{build}/include", "-o", wick, f"-L{build}", "-lwick", f"-Wl,-rpath,{build}")
    if torch_dir:
        inc, lib = f"{torch_dir}/include", f"{torch_dir}/lib"
        if not os.path.exists(torch) or os.path.getmtime(torch) < os.path.getmtime(source):
            sh("g++", *flags, source, "-I", inc, "-I", f"{inc}/torch/csrc/api/include", "-o", torch, f"-L{lib}", "-ltorch", "-ltorch_cpu", "-lc10", f"-Wl,-rpath,{lib}")
    return wick, torch


def once(command):
    return float(sh(*command).split()[-1])


def process_ms(command):
    t = time.perf_counter()
    sh(*command)
    return (time.perf_counter() - t) * 1e3


class Table:
    def __init__(self, only):
        self.rows, self.only = [], only

    def wants(self, name):
        return not self.only or re.search(self.only, name)

    def add(self, name, unit, wick, other=None, other_name="libtorch", limit=None, absolute=None, or_holds=False):
        """Holds if the ratio is within the limit, or the figure within the absolute one, or `or_holds` (the budget's other condition)."""
        ratio = wick / other if other else None
        holds = None
        if limit is not None and ratio is not None: holds = ratio <= limit * 1.05
        if absolute is not None: holds = bool(holds) or wick <= absolute * 1.05
        if or_holds: holds = True
        self.rows.append(dict(name=name, unit=unit, wick=wick, other=other, other_name=other_name, ratio=ratio, limit=limit, absolute=absolute, holds=holds))
        n = lambda v: "" if v is None else f"{v:.4g}"
        bound = f"{limit} of {other_name}" if limit is not None else (f"{absolute} {unit}" if absolute is not None else "")
        print(f"{name:32} {n(wick):>9} {unit:5} {other_name if other else '':10} {n(other):>9} ratio {n(ratio):>7}  limit {bound:18} {'' if holds is None else 'holds' if holds else 'MISSED'}", flush=True)


def interleaved(rounds, commands, measure=once):
    """The minimum of each command over the rounds, run in turn."""
    best = [float("inf")] * len(commands)
    for _ in range(rounds):
        for i, command in enumerate(commands):
            best[i] = min(best[i], measure(command))
    return best


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--torch", metavar="VENV")
    p.add_argument("--model", default=os.path.join(ROOT, "build/models/silero_vad.jit"))
    p.add_argument("--silero-onnx", help="silero_vad.onnx of the same package")
    p.add_argument("--wick", metavar="BUILD", default=os.path.join(ROOT, "build"), help="the build folder of a release build")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--only")
    p.add_argument("--json")
    p.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "wick-benchmarks"))
    p.add_argument("--build", help="time a full build too", action="store_true")
    a = p.parse_args()
    os.makedirs(a.work, exist_ok=True)
    python = os.path.join(a.torch, "bin/python") if a.torch else None
    torch_dir = sh(python, "-c", "import os, torch; print(os.path.dirname(torch.__file__))").strip() if python else None
    if python and not os.path.exists(f"{a.work}/mlp.onnx"): sh(python, f"{HERE}/make_models.py", a.work)
    wick, torch = build_cases(a.wick, torch_dir, a.work)
    table = Table(a.only)
    cpu = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), platform.machine())
    flags = next((l for l in open("/proc/cpuinfo") if l.startswith("flags")), "")
    print(f"{cpu}; {'avx512f' if ' avx512f' in flags else 'avx2' if ' avx2' in flags else 'baseline'}; one thread; {a.rounds} rounds of one second")

    def pair(name, unit, scale, args, limit=None, absolute=None):
        if not table.wants(name): return
        commands = [[wick, *args]] + ([[torch, *args]] if torch_dir else [])
        got = interleaved(a.rounds, commands)
        table.add(name, unit, got[0] * scale, got[1] * scale if torch_dir else None, limit=limit, absolute=absolute)

    # The library and what a user compiles.
    if table.wants("size"):
        stripped = f"{a.work}/libwick.so"
        sh("strip", "-o", stripped, f"{a.wick}/libwick.so")
        table.add("size of libwick.so, stripped", "MB", os.path.getsize(stripped) / 1e6, absolute=12)
    if table.wants("header"):
        with open(f"{a.work}/h.cpp", "w") as f: f.write("#include <torch/script.h>\n")
        lines = len(sh("g++", "-std=c++20", "-E", "-P", f"{a.work}/h.cpp", "-I", f"{a.wick}/include").splitlines())
        table.add("header torch/script.h", "lines", lines, absolute=100_000)
        compile_ = lambda inc: ["g++", "-std=c++20", "-fsyntax-only", "-w", f"{a.work}/h.cpp", *inc]
        commands = [compile_(["-I", f"{a.wick}/include"])] + ([compile_(["-I", f"{torch_dir}/include", "-I", f"{torch_dir}/include/torch/csrc/api/include"])] if torch_dir else [])
        got = interleaved(2, commands, process_ms)
        table.add("header compile time", "ms", got[0], got[1] if torch_dir else None, limit=0.15)
    if a.build and table.wants("build"):
        clone = tempfile.mkdtemp()
        sh("git", "clone", "-q", ROOT, clone)
        t = time.time()
        sh("cmake", "-S", clone, "-B", f"{clone}/build", "-G", "Ninja", "-DCMAKE_CXX_COMPILER_LAUNCHER=env")
        sh("cmake", "--build", f"{clone}/build", "-j2")
        table.add("build of a clean clone, no ccache", "s", time.time() - t, absolute=600)
        table.add("second build compiles", "files", len(re.findall(r"Building CXX", sh("cmake", "--build", f"{clone}/build", "-v"))), absolute=0)
        shutil.rmtree(clone)

    # Calls.
    limits = {"empty": 0.15, "add": 0.12, "relu": 0.15, "sum": 0.15, "view": 0.3, "select": 0.3, "transpose": 0.3}
    for case, limit in limits.items():
        for mode in ("plain", "nograd", "inference"): pair(f"call {case} {mode}", "ns", 1, [mode, case], limit)
    for n, label, limit in ((1 << 20, "1M", 0.9), (1 << 24, "16M", 0.2)):
        name = f"x + y {label}"
        if not table.wants(name): continue
        bound = "plainadd" if n == 1 << 20 else "streamadd"
        got = interleaved(a.rounds, [[wick, "inference", f"add_{n}"], [wick, "inference", f"{bound}_{n}"]] + ([[torch, "inference", f"add_{n}"]] if torch_dir else []))
        # The budget asks for one of the two: libtorch's ratio, or the bandwidth of the loop.
        share = 1.05 if n == 1 << 20 else 1.15
        table.add(name, "ms", got[0] / 1e6, got[2] / 1e6 if torch_dir else None, limit=limit, or_holds=got[0] <= got[1] * share * 1.05)
        table.add(f"{name}, the loop's bandwidth", "ms", got[0] / 1e6, got[1] / 1e6, bound)
    for op in ("exp", "tanh", "sigmoid", "gelu"): pair(f"{op} 1M", "ms", 1e-6, ["inference", f"{op}_{1 << 20}"], 0.5)

    # Programs.
    pair("int loop, a step", "ns", 1, ["inference", "int_loop", f"{a.work}/int_loop.pt"], absolute=8)
    pair("list loop, a step", "ns", 1, ["inference", "list_loop", f"{a.work}/list_loop.pt"], absolute=15)
    pair("x = x + 1 on 4 floats, a step", "ns", 1, ["inference", "tensor_loop", f"{a.work}/tensor_loop.pt"], 0.06)
    pair("mlp 16-32-32-4", "us", 1e-3, ["inference", "mlp", f"{a.work}/mlp.pt"], 0.4)
    if os.path.exists(a.model):
        pair("silero chunk", "us", 1e-3, ["inference", "silero", a.model])
        pair("silero load + first run", "ms", 1e-6, ["inference", "silero", a.model, "once"], 0.1)
        if python and a.silero_onnx and table.wants("silero chunk"):
            got = interleaved(a.rounds, [[wick, "inference", "silero", a.model], [python, f"{HERE}/ort_case.py", "silero", a.silero_onnx]])
            table.add("silero chunk", "us", got[0] / 1e3, got[1] / 1e3, "ORT", 0.7)
    if python and table.wants("mlp"):
        got = interleaved(a.rounds, [[wick, "inference", "mlp", f"{a.work}/mlp.pt"], [python, f"{HERE}/ort_case.py", "mlp", f"{a.work}/mlp.onnx"]])
        table.add("mlp 16-32-32-4", "us", got[0] / 1e3, got[1] / 1e3, "ORT")
    if table.wants("cold start"):
        args = ["inference", "linear", f"{a.work}/linear.pt", "once"]
        got = interleaved(max(a.rounds, 5), [[wick, *args]] + ([[torch, *args]] if torch_dir else []), process_ms)
        table.add("cold start, one-layer module", "ms", got[0], got[1] if torch_dir else None, absolute=10)
    if a.json:
        with open(a.json, "w") as f: json.dump(table.rows, f, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
