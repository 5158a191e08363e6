"""The physician's packet, as a reader and a browser find it."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from coach.cli import main
from coach.safety.boundary import boundaries
from coach.safety.clinical_words import Group, Words, words
from coach.safety.gate import evaluate
from coach.safety.packet import html, pdf
from coach.safety.rules import healthy_profile, rules, sources

JOINTS = {"all of these:": "all", "at least one of these:": "any"}


class Conditions(HTMLParser):
    """Rule id to the words of its condition, and the text of all rules without their references."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, Words] = {}
        self.text: dict[str, str] = {}
        self._rule, self._stack, self._skip = "", [], False
        self.feed(page.split("</head>")[1])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "article":
            self._rule = given["id"] or ""
        self._skip = given.get("class") == "ref"
        if given.get("class") == "condition" or (self._stack and tag == "li"):
            self._stack.append([])

    def handle_data(self, data: str) -> None:
        said = " ".join(data.split())
        self.text[self._rule] = self.text.get(self._rule, "") + ("" if self._skip else f" {said}")
        if self._stack and said:
            self._stack[-1].append(said)

    def handle_endtag(self, tag: str) -> None:
        self._rule = "" if tag == "article" else self._rule
        if self._stack and tag in {"li", "dd"}:
            first, *parts = self._stack.pop()
            made = Group(JOINTS[first], tuple(parts)) if parts else first
            if self._stack:
                self._stack[-1].append(made)
            else:
                self.found[self._rule] = made


@pytest.fixture(scope="module")
def page() -> str:
    return html(rules())


def test_the_page_shows_the_words_of_every_condition_with_its_sources(page: str) -> None:
    read = Conditions(page)
    assert read.found == {each.rule.id: words(each.rule.condition) for each in rules()}
    for each in rules():
        assert all(sources()[ref].citation in read.text[each.rule.id] for ref in each.rule.sources)
        assert all(
            what in read.text[each.rule.id] for what in ("Fires: ", "Just does not: ", "☐ agree", "Name:", "Date:")
        )


def test_those_to_confirm_and_those_that_are_ours_come_first(page: str) -> None:
    shown = [*Conditions(page).found]
    doubtful = {each.rule.id for each in rules() if each.rule.needs_check or "house" in each.rule.sources}
    assert len(shown) == len(rules())
    assert set(shown[: len(doubtful)]) == doubtful


def test_a_physician_reads_no_code_and_no_ids(page: str) -> None:
    for text in Conditions(page).text.values():
        assert re.findall(r"\w+_\w+|&&|\|\||==|!=|[{}]|\.exists|\bnull\b|\bNone\b", text) == []


@pytest.mark.parametrize("compiled", rules(), ids=lambda compiled: compiled.rule.id)
def test_of_two_profiles_that_differ_in_one_answer_the_gate_fires_the_rule_for_one(compiled: Any) -> None:
    for found in boundaries(compiled):
        assert {name for name in found.fires if found.fires[name] != found.spares[name]} == {found.field}
        fires, spares = (evaluate({**healthy_profile(), **changes}) for changes in (found.fires, found.spares))
        assert compiled.rule.id in fires.fired
        assert compiled.rule.id not in {*spares.fired, *(each.rule for each in spares.unresolved)}
        assert (fires.status, spares.status) == (found.when_fired.status, found.when_spared.status)
        one, other = found.fires[found.field], found.spares[found.field]
        if isinstance(one, float) and isinstance(other, float):
            assert abs(one - other) < 0.15, "neighbours on the grid of tenths"
    assert boundaries(compiled)


def test_the_command_writes_either_form(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], page: str) -> None:
    assert main(["rules", "--format", "html"]) == 0
    assert capfdbinary.readouterr().out == page.encode()
    assert main(["rules", "--format=json", "--out", str(tmp_path / "rules.json")]) == 0
    assert (tmp_path / "rules.json").read_text(encoding="utf-8").startswith("[")
    assert main(["rules", "--out", str(tmp_path)]) == 64
    assert pdf(rules()[:1]).startswith(b"%PDF-")


def test_a_pdf_without_its_packages_says_which(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert main(["rules", "--format", "pdf", "--out", "rules.pdf"]) == 64
    assert "needs the packages fpdf2 and matplotlib" in capsys.readouterr().err


def test_a_browser_shows_it_on_a_desk_on_a_phone_and_on_paper(browser: Any, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    file = tmp_path / "rules.html"
    file.write_text(html(rules()[:3]), encoding="utf-8")
    shown = browser.new_page(viewport={"width": 1280, "height": 900})
    asked: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    shown.goto(file.as_uri())
    for scheme in ("light", "dark"):
        shown.emulate_media(color_scheme=scheme)
        found = axe.Axe().run(shown).response["violations"]
        assert [(item["id"], item["nodes"][0]["html"]) for item in found] == []
    sign, card = (shown.locator(name).first.bounding_box() for name in (".sign", "article"))
    assert sign["x"] > card["x"] + card["width"] / 2, "the sign-off is a column of its own"
    shown.set_viewport_size({"width": 390, "height": 800})
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
    shown.emulate_media(media="print")
    assert not shown.locator("nav").is_visible()
    assert asked == [file.as_uri()]
