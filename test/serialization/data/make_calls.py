"""Makes calls.pt: recorded operator calls for the test of `wick check-ops`. Run with PyTorch 2.15: make_calls.py calls.pt"""
import sys, torch

x = torch.arange(6, dtype=torch.float32).reshape(2, 3)


def case(op, args, kwargs={}, **more):
    return {"op": op, "dtype": "float32", "args": args, "kwargs": kwargs, **more}


out = torch.zeros(3, 2).t()
inplace = x.clone()
cases = [
    case("aten::add.Tensor", (x, x), {"alpha": 2}, outs=torch.add(x, x, alpha=2)),
    case("aten::add_.Tensor", (x, 1.5), outs=inplace.add_(1.5), mutated=(inplace,)),
    case("aten::mul.out", (x, x), {"out": out}, outs=torch.mul(x, x), mutated=(torch.mul(x, x),)),
    case("aten::split.Tensor", (x, 2, 1), outs=list(x.split(2, 1))),
    case("aten::zeros", ((2, 2),), {"dtype": ("__dtype__", "int64"), "device": "cpu"}, outs=torch.zeros(2, 2, dtype=torch.int64)),
    case("aten::add.int", (torch.tensor(2), torch.tensor(3)), outs=5),
    case("aten::select.int", (x, 5, 0), error="IndexError"),
    case("aten::no_such_operator", (x,), outs=x),
    # What a correct library must report as wrong:
    case("aten::neg", (x,), outs=x + 1),
    case("aten::select.int", (x, 5, 0), error="ValueError"),
    case("aten::neg", (x,), error="RuntimeError"),
]
torch.save({"torch": torch.__version__, "cases": cases}, sys.argv[1])
