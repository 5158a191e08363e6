"""Hostile text is inert in every form, and its words still show."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reports import escape

HOSTILE = (
    "<script>alert(1)</script>",
    "[click](javascript:alert(1))",
    "![x](http://evil.example/p.png)",
    "http://evil.example www.evil.example a@evil.example mailto:a@b.example",
    "<http://evil.example>",
    "[ref]: http://evil.example\n[ref]",
    "| a | b |\n|---|---|\n| c | d |",
    "```\ncode\n```",
    "# head\n- item\n1. one\n> quote\n\n    code\n***\n===",
    "\x1b[31mred\x1b]8;;http://evil.example\x07link\x1b]8;;\x07",
    "\u202egnp.exe \u2066x\u2069",
    "**b** _i_ ~~s~~ `c` \\ &lt; &#60;",
    "=1+1",
    "@octocat see #12",
)
texts = st.text(max_size=200) | st.lists(st.sampled_from([*HOSTILE, " ", "\n", "x"]), max_size=5).map("".join)
RENDERER = MarkdownIt("gfm-like", {"html": True})


class _Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.words = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def _rendered(markdown: str) -> _Seen:
    seen = _Seen()
    seen.feed(RENDERER.render(markdown))
    seen.close()
    return seen


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace(escape.JOINER, "")).strip()


@given(texts)
@example("".join(HOSTILE))
def test_markdown_renders_to_one_paragraph_of_the_same_words(text: str) -> None:
    seen = _rendered(f"x {escape.markdown(text)} x")
    assert seen.tags <= {"p"}
    assert _plain(seen.words) == _plain(f"x {escape.visible(text)} x")


@given(texts)
def test_a_markdown_cell_stays_one_cell_of_its_row(text: str) -> None:
    html = RENDERER.render(f"| a | b |\n| --- | --- |\n| {escape.markdown_lines(text)} | end |")
    assert html.count("<td>") == 2
    seen = _Seen()
    seen.feed(html)
    assert seen.tags <= {"table", "thead", "tbody", "tr", "th", "td", "br"}


@given(texts.filter(str.strip))
@example("1. one")
@example("2) two")
@example("=== ===")
@example("---")
def test_markdown_at_the_start_of_a_line_is_still_a_paragraph(text: str) -> None:
    assert _rendered(escape.markdown(text)).tags <= {"p"}


def test_field_names_stay_readable_in_the_source() -> None:
    assert (
        escape.markdown("sleep_hours_avg = 6.0, at 5:20/km (checked)") == "sleep_hours_avg = 6.0, at 5:20/km (checked)"
    )


@pytest.mark.parametrize("text", ["@octocat", "see #12", "www.evil.example", "http://evil.example", "a@b.example"])
def test_what_forges_turn_into_links_is_parted_by_a_joiner(text: str) -> None:
    assert escape.JOINER in escape.markdown(text)


@given(texts)
def test_html_holds_no_element_and_gives_the_words_back(text: str) -> None:
    seen = _Seen()
    seen.feed(f"<i title='{escape.html(text)}'>{escape.html(text)}</i>")
    seen.close()
    assert seen.tags == {"i"}
    assert _plain(seen.words) == _plain(escape.visible(text))


@given(texts)
def test_a_terminal_gets_one_line_without_control_or_direction_characters(text: str) -> None:
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", escape.visible(text))


@given(texts)
def test_mermaid_gets_a_plain_identifier(text: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_]+", escape.mermaid(text))


@given(st.text(max_size=50), st.integers(min_value=1, max_value=20))
def test_clipped_text_is_never_longer_and_says_that_it_was_cut(text: str, length: int) -> None:
    clipped = escape.clip(text, length)
    assert len(clipped) <= length
    assert clipped == text or clipped.endswith("\u2026")
