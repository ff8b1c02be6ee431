"""The example on its WAV: segments to 0.05 s and probabilities to 1e-4 of what PyTorch says (examples/vad/expected.json).
Run by ctest: vad_test.py VAD_PROGRAM MODEL EXAMPLE_FOLDER. Exit code 77: the model was not fetched (tools/fetch-model)."""
import json, os, subprocess, sys, tempfile

program, model, folder = sys.argv[1:4]
if not os.path.exists(model):
    print(f"{model} is not there: run tools/fetch-model")
    sys.exit(77)
expected = json.load(open(os.path.join(folder, "expected.json")))
with tempfile.TemporaryDirectory() as work:
    report = os.path.join(work, "out.json")
    out = subprocess.run([program, model, os.path.join(folder, "speech.wav"), "--json", report], check=True, capture_output=True, text=True).stdout
    got = json.load(open(report))
ours, want = got["probabilities"], expected["probabilities"]
assert len(ours) == len(want), f"{len(ours)} chunks, recorded {len(want)}"
worst = max(abs(a - b) for a, b in zip(ours, want))
assert worst <= 1e-4, f"probabilities differ by up to {worst}"
assert len(got["segments_s"]) == len(expected["segments_s"]), (got["segments_s"], expected["segments_s"])
for a, b in zip(got["segments_s"], expected["segments_s"]):
    assert max(abs(x - y) for x, y in zip(a, b)) <= 0.05, (a, b)
for begin, end in expected["segments_s"]:
    assert f"{begin:6.2f} s to {end:6.2f} s" in out, out
print(f"{len(ours)} chunks, largest difference {worst:.2g}; {len(got['segments_s'])} segments")
