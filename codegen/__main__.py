"""python3 -m codegen: reads the operators' YAML, reports every fault, writes what changed.

    python3 -m codegen                                                      only reports the faults
    python3 -m codegen --include build/include --table build/OperatorTable.cpp
    python3 -m codegen --bundle build/operators.json                        the files' text in one file, and later
    python3 -m codegen --unpack build/operators.json --include ... --table ...

    python3 -m codegen --library demo --section smooth.yaml --include include --table demo.cpp     operators of a user's library

The build takes the two steps apart: the first is short to name when it fails, the second lists every file it may change.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

TABLE = "OperatorTable.cpp"


def write_if_changed(path: str, text: str) -> bool:
    """Writes through a rename, so that a reader never sees half a file; leaves an equal file alone."""
    data = text.encode("utf-8")
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return False
    except FileNotFoundError:
        pass
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "wb") as file:
        file.write(data)
    os.replace(temporary, path)
    return True


def remove_stale(include: str, kept: dict[str, str], namespace: str) -> list[str]:
    """Headers of operators and sections that are gone."""
    from .render import Library

    library = Library(namespace)
    removed = []
    for folder, endings in ((library.headers, (".h",)), (library.stubs, (".stubs.inc", ".tiles.inc"))):
        path = os.path.join(include, folder)
        if not os.path.isdir(path):
            continue
        for name in sorted(os.listdir(path)):
            full = os.path.join(path, name)
            if name.endswith(endings) and f"{folder}/{name}" not in kept and not os.path.islink(full):
                os.remove(full)
                removed.append(full)
    return removed


def generate(options: argparse.Namespace) -> dict[str, str] | None:
    """The files' texts; None when there are faults, which it prints."""
    from .faults import Faults
    from .load import load, load_sections
    from .model import build

    faults = Faults()
    root = os.path.abspath(options.root or (os.getcwd() if options.section else os.path.dirname(os.path.abspath(options.index))))
    sections = load_sections(options.section, root, faults) if options.section else load(os.path.abspath(options.index), root, faults)
    groups = build(sections, faults, library=options.library)
    lines = faults.lines()
    for line in lines:
        print(line, file=sys.stderr)
    if lines:
        print(f"{len(lines)} fault{'s' if len(lines) != 1 else ''}", file=sys.stderr)
        return None
    if not options.include and not options.bundle:
        return {}
    from .render import Library, render

    return render(sections, groups, Library(options.library))


def write(files: dict[str, str], include: str, table: str | None, namespace: str, verbose: bool) -> None:
    written = [path for path, text in files.items() if path != TABLE and write_if_changed(os.path.join(include, path), text)]
    if table and write_if_changed(table, files[TABLE]):
        written.append(table)
    removed = remove_stale(include, files, namespace)
    if verbose:
        for path in written:
            print(f"wrote {path}")
        for path in removed:
            print(f"removed {path}")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="codegen", description="Makes C++ from the operators' YAML.")
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--index", default=os.path.join(root, "native_functions.yaml"), help="the index of the sections")
    parser.add_argument("--section", action="append", help="a section's YAML, its .cpp beside it, instead of an index; may be given again")
    parser.add_argument("--library", default="aten", metavar="NAMESPACE", help="the operators' namespace, of a library outside this tree")
    parser.add_argument("--root", default=None, help="faults name files relative to this folder (the index's)")
    parser.add_argument("--include", help="where the headers and stubs go; without it only faults are reported")
    parser.add_argument("--table", help="where OperatorTable.cpp goes")
    parser.add_argument("--bundle", help="write the texts of all files into this one")
    parser.add_argument("--unpack", help="write the files of a bundle, without reading the YAML")
    parser.add_argument("--list", help="a file that gets the names of all generated files, one a line")
    parser.add_argument("--stamp", help="a file to touch at the end")
    parser.add_argument("--verbose", action="store_true", help="say what was written")
    options = parser.parse_args(argv)
    if not options.library.isidentifier():
        parser.error(f"--library: '{options.library}' is no C++ namespace")
    if options.section and options.library == "aten":
        parser.error("--section needs --library NAMESPACE: aten is the library's own")

    if options.unpack:
        with open(options.unpack, encoding="utf-8") as file:
            files = json.load(file)
    else:
        files = generate(options)
        if files is None:
            return 1
    if options.bundle:
        write_if_changed(options.bundle, json.dumps(files, indent=0, sort_keys=True))
    if options.include:
        write(files, options.include, options.table, options.library, options.verbose)
        if options.list:
            paths = [os.path.join(options.include, path) for path in sorted(files) if path != TABLE] + ([options.table] if options.table else [])
            write_if_changed(options.list, "".join(path + "\n" for path in paths))
    if options.stamp:
        with open(options.stamp, "w"):
            pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
