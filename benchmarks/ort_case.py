"""One case in ONNX Runtime for one second: ort_case.py CASE MODEL.onnx -> nanoseconds of the fastest call"""
import sys, time
import numpy as np, onnxruntime as ort

options = ort.SessionOptions()
options.intra_op_num_threads = options.inter_op_num_threads = 1
session = ort.InferenceSession(sys.argv[2], options, providers=["CPUExecutionProvider"])
feeds = {
    "mlp": lambda: {session.get_inputs()[0].name: np.full((1, 16), 0.5, np.float32)},
    "silero": lambda: {"input": np.full((1, 576), 0.01, np.float32), "state": np.zeros((2, 1, 128), np.float32), "sr": np.array(16000, np.int64)},
}[sys.argv[1]]()
best, end = 1e30, time.perf_counter() + 1
while time.perf_counter() < end:
    t = time.perf_counter_ns()
    session.run(None, feeds)
    best = min(best, time.perf_counter_ns() - t)
print(f"{best:.2f}")
