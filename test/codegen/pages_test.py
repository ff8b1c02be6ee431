"""The operator pages with the built library: every example prints what its entry shows, every operator has its page, every page is whole. Run by ctest: pages_test.py RUNNER"""

from __future__ import annotations

import html.parser
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)
sys.dont_write_bytecode = True

from codegen import checks, model, pages  # noqa: E402
from codegen.faults import Faults  # noqa: E402
from codegen.load import load  # noqa: E402

RUNNER = sys.argv[1]


class Links(html.parser.HTMLParser):
    """The links of a page, and that its tags are closed in order."""

    VOID = {"meta", "input", "br", "link"}
    OPEN_END = {"html"}

    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.wrong += [f"<{tag}> is never closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name == "href"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes another tag")


class PagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        faults = Faults()
        cls.groups = model.build(load(os.path.join(ROOT, "native_functions.yaml"), ROOT, faults), faults)
        assert not faults.found, faults.lines()
        texts = [text for _, text in pages.examples(cls.groups)]
        cls.outputs = dict(zip(texts, pages.run_examples(texts, RUNNER)))
        cls.files = pages.render_pages(cls.groups, ROOT, cls.outputs)

    def test_examples_print_what_they_show(self):
        wrong = []
        for group, text in pages.examples(self.groups):
            place, shows, ran = group.entry.keys["example"], group.entry.text.get("shows", ""), self.outputs[text]
            if "error" in ran:
                wrong.append(f"{place}: {text}: {ran['error']}")
            elif not pages.same_output(ran["output"], shows):
                wrong.append(f"{place}: {text}\nshows\n{shows}\nand prints\n{ran['output']}")
        self.assertEqual(wrong, [], "\n".join(wrong))

    def test_a_wrong_output_is_seen(self):
        self.assertFalse(pages.same_output("tensor([1., 2.])", "tensor([1., 3.])"))
        self.assertTrue(pages.same_output("[tensor([0, 1]), tensor([2])]", "(tensor([0, 1]), tensor([2]))"))
        self.assertTrue(pages.same_output("[2, 12]", "torch.Size([2, 12])"))
        self.assertTrue(pages.same_output("(tensor(3.), tensor(1))", "torch.return_types.max(\nvalues=tensor(3.),\nindices=tensor(1))"))

    def test_every_operator_is_on_its_page(self):
        for group in self.groups:
            text = self.files[f"ops/{group.base.schema.name}.html"]
            for operator in group.operators:
                self.assertTrue(pages.html.escape(f"aten::{operator.schema}") in text, f"{operator.schema} is not on its page")
            self.assertTrue(f"{group.entry.place.file}:{group.entry.place.line}" in text, f"the page of {group.base.schema.name} does not name its entry")

    def test_pages_are_whole(self):
        for name, text in self.files.items():
            page = Links(text)
            self.assertEqual(page.wrong, [], name)
            for link in page.links:
                self.assertIn(os.path.normpath(os.path.join(os.path.dirname(name), link)), self.files, name)

    def test_every_check_has_its_words(self):
        self.assertEqual(set(pages.WORDS), set(checks.RULES))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
