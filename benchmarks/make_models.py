"""Archives (and ONNX twins) for run.py, written by PyTorch: make_models.py DIR"""
import os, sys, warnings
warnings.filterwarnings("ignore")
import torch, torch.nn as nn
from typing import List

out = sys.argv[1]
os.makedirs(out, exist_ok=True)
torch.manual_seed(0)


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = nn.Linear(16, 32), nn.Linear(32, 32), nn.Linear(32, 4)

    def forward(self, x):
        return torch.softmax(self.c(torch.relu(self.b(torch.relu(self.a(x))))), -1)


class IntLoop(nn.Module):
    def forward(self, n: int) -> int:
        s = 0
        i = 0
        while i < n:
            s += i * 2 % 7
            i += 1
        return s


class ListLoop(nn.Module):
    def forward(self, n: int) -> int:
        l: List[int] = []
        for i in range(n):
            l.append(i)
        t = 0
        for v in l:
            t += v
        return t


class TensorLoop(nn.Module):
    def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
        for i in range(n):
            x = x + 1
        return x


for name, module in {"mlp": Mlp(), "int_loop": IntLoop(), "list_loop": ListLoop(), "tensor_loop": TensorLoop(), "linear": nn.Linear(4, 2)}.items():
    torch.jit.script(module.eval()).save(f"{out}/{name}.pt")
torch.onnx.export(Mlp().eval(), (torch.full((1, 16), 0.5),), f"{out}/mlp.onnx", dynamo=False, opset_version=17)
