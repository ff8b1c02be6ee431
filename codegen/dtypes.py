"""Dtypes as entries name them: classes and single ones, as sets of PyTorch's scalar type codes."""

from __future__ import annotations

from .faults import Fault, Faults, Text, suggestion

# (code, entry's names, C++ enumerator, C++ type, class); the order of a generated switch.
DTYPES = [
    (6, ("float32", "float"), "Float", "float", "f"),
    (7, ("float64", "double"), "Double", "double", "f"),
    (4, ("int64", "long"), "Long", "int64_t", "i"),
    (3, ("int32", "int"), "Int", "int32_t", "i"),
    (2, ("int16", "short"), "Short", "int16_t", "i"),
    (1, ("int8",), "Char", "int8_t", "i"),
    (0, ("uint8",), "Byte", "uint8_t", "i"),
    (11, ("bool",), "Bool", "bool", "b"),
    (5, ("float16", "half"), "Half", "c10::Half", "f"),
    (15, ("bfloat16",), "BFloat16", "c10::BFloat16", "f"),
    (9, ("complex64",), "ComplexFloat", "c10::complex<float>", "c"),
    (10, ("complex128",), "ComplexDouble", "c10::complex<double>", "c"),
]
CLASSES = {"integral": "i", "floating": "f", "complex": "c", "all": "bifc"}
NAMES = [name for _, names, _, _, _ in DTYPES for name in names] + list(CLASSES)


def mask_of(words: list[Text], faults: Faults) -> int:
    mask = 0
    for word in words:
        name = word.text.strip("[] ")
        found = 0
        for code, names, _, _, kind in DTYPES:
            if name in names or kind in CLASSES.get(name, ""):
                found |= 1 << code
        if not found:
            faults.take(Fault(word.place(0), f"unknown dtype '{name}'{suggestion(name, NAMES)}"))
        mask |= found
    return mask


FLOAT32, INT64, BOOL = 1 << 6, 1 << 4, 1 << 11
INTEGERS = sum(1 << code for code, _, _, _, kind in DTYPES if kind in "bi")
ALL = sum(1 << code for code, *_ in DTYPES)


def classes_of(mask: int) -> str:
    """The classes with a member in the set, of `bifc`."""
    return "".join(k for k in "bifc" if any(mask >> code & 1 and kind == k for code, _, _, _, kind in DTYPES))


def members(mask: int) -> list[tuple[str, str]]:
    """(enumerator, C++ type) of each member."""
    return [(enumerator, cpp) for code, _, enumerator, cpp, _ in DTYPES if mask >> code & 1]


def names_in(mask: int) -> list[str]:
    return [names[0] for code, names, _, _, _ in DTYPES if mask >> code & 1]
