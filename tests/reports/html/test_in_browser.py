"""The pages in a real browser: they work by keyboard, ask nothing of any network, and obey no hostile word."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from reports import audit_blocks, run_audit
from reports.audit import AuditWords, ChainCheck, audit
from reports.formats import FORMS, Compared, block_files, comparison_files
from reports.run_audit import RunAudit, examined

PHONE = 390
NARROW = ["aria-required-children", "aria-required-parent", "scrollable-region-focusable", "target-size"]
"""What of axe is asked again where tables become cards."""


class Opened:
    """A page with everything that it said and asked for."""

    def __init__(self, browser: Any, path: Path, scheme: str = "light", fragment: str = "") -> None:
        self.page = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme).new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.url = path.as_uri()
        self.page.goto(f"{self.url}{fragment}")

    def ready(self) -> Any:
        self.page.wait_for_selector("html[data-ready]")
        return self.page


def open_case(page: Any) -> None:
    """Unfold the first newly failing session and wait for its words, which are unpacked when asked for."""
    page.locator("details.case summary").first.click()
    expect(page.locator("details.case").first.locator(".talk .turn").first).to_be_visible()


def written(files: dict[str, bytes], path: Path) -> Path:
    path.write_bytes(files["html"])
    return path


@pytest.fixture(scope="module")
def path(compared: Compared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(comparison_files(compared), tmp_path_factory.mktemp("comparison") / "report.html")


def test_the_verdict_comes_first_a_chart_has_its_numbers_and_nothing_leaves_the_page(browser: Any, path: Path) -> None:
    opened = Opened(browser, path)
    page = opened.ready()
    assert page.locator("h1").inner_text() == "Coach evaluation: regressed (exit 1)"
    assert page.locator("h1").bounding_box()["y"] < 120
    difference, _, trend = page.locator("svg.chart").all()  # two scorers and a trend
    title = "intake_fidelity: difference -0.075, 95% interval -0.075 to -0.075"
    assert difference.locator("title").text_content() == title
    assert difference.locator("text").all_text_contents() == ["-0.075", "0", "+0.075"]
    assert trend.locator("text").all_text_contents() == ["95.0%", "80.0%", "2026-01-01", "2026-01-01"]
    assert opened.asked == [opened.url]
    assert opened.said == []


def test_hostile_words_are_words(browser: Any, path: Path) -> None:
    opened = Opened(browser, path)
    page = opened.ready()
    open_case(page)
    assert "owned" not in page.title()
    assert page.locator("img, iframe, object, a[href^='http']").count() == 0
    assert "<script>document.title='owned'</script>" in page.locator(".talk .athlete").first.inner_text()
    assert "\x1b" not in page.content()
    assert "\u202e" not in page.content()
    assert opened.said == []


def test_a_finding_leads_to_its_words_by_keyboard(browser: Any, path: Path) -> None:
    page = Opened(browser, path).ready()
    page.locator("details.case summary").first.focus()
    page.keyboard.press("Enter")
    case = page.locator("details.case").first
    expect(case.locator(".talk .turn").first).to_be_visible()
    side = case.locator("section[aria-label^=candidate]")
    side.get_by_role("button", name="show where").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MARK"
    assert page.evaluate("document.activeElement.firstChild.textContent") == "As Brooks would say"
    base = case.locator("section[aria-label^=base]")
    assert base.locator(".strip li").all_inner_texts() == ["goal capture · 1", "intake", "present"]


def test_turns_that_answer_to_each_other_share_a_row_and_both_sides_of_a_finding_are_marked(
    browser: Any, path: Path
) -> None:
    page = Opened(browser, path).ready()
    assert [case.get_attribute("data-session") for case in page.locator("details.case").all()] == [
        "p00/1",
        "p01/1",
        "p02/1",
    ]
    for summary in page.locator("details.case summary").all():
        summary.click()
    expect(page.locator("details.case").last.locator(".turn").first).to_be_visible()
    failing, improved = (page.locator("details.case").nth(number) for number in (0, 2))
    differing = failing.locator(".pairs > .differs")
    assert differing.locator(".turn.coach").all_inner_texts()[0].endswith("Fine. Rest.")
    assert (differing.count(), differing.locator("mark").count()) == (1, 1)
    # In p02 both say the same; only the base was blamed for it.
    both = improved.locator(".pairs > .marked mark")
    assert improved.locator(".pairs > .differs").count() == 0
    assert [(each.get_attribute("class"), "As Brooks" in each.inner_text()) for each in both.all()] == [
        (None, True),
        ("echo", True),
    ]


def test_the_comment_of_a_pull_request_sets_them_side_by_side_too(compared: Compared) -> None:
    text = FORMS["md"](compared)
    row = next(line for line in text.splitlines() if line.startswith("| ≠ |"))
    assert row.startswith("| ≠ | **coach:** Fine. Rest. | **coach:** Fine. **As Brooks would say**, rest.")
    assert [line for line in text.splitlines() if line.startswith("#### ")] == [
        "#### p00/1",
        "#### p01/1",
        "#### p02/1",
    ]


def test_sessions_are_found_opened_and_closed(browser: Any, path: Path) -> None:
    page = Opened(browser, path).ready()
    assert page.locator("#count").inner_text() == "120 of 120 sessions"
    assert page.locator("#rows tr").count() == 50
    page.locator("#more").click()
    assert page.locator("#rows tr").count() == 100
    dialog = page.locator("dialog#session")
    for session, plans, where in (("p00/1", 2, 0), ("p07/3", 0, 2)):
        page.locator("#filter").fill(session)
        assert page.locator("#count").inner_text() == "1 of 120 sessions"
        page.locator("#rows button").click()
        expect(dialog.locator("h2")).to_have_text(session)
        expect(dialog.locator("table.plan")).to_have_count(plans)
        expect(dialog.get_by_text("The words of this session are in its log")).to_have_count(where)
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
    page.locator("#filter").fill("")
    page.locator("#group").select_option("newly failing")
    expect(page.locator("#rows tr")).to_have_count(2)


def test_an_address_with_a_session_opens_it(browser: Any, path: Path) -> None:
    opened = Opened(browser, path, fragment="#session=p03%2F2")
    expect(opened.ready().locator("#session-name")).to_have_text("p03/2")


@pytest.fixture(scope="module")
def pages(compared: Compared, path: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every kind of page: a comparison with its history, the audit of a session, the audit of a run."""
    chain = ChainCheck(ok=False, head="f" * 64, broken_at=2, what="changed")
    session = audit(compared.candidate, "p00/1", chain, AuditWords({}))
    run = RunAudit(
        compared.candidate.header, (examined(session, "p00.html"),), ("p09/1",), "The manifest holds 2 heads."
    )
    found = {"session": audit_blocks.blocks(session), "run": run_audit.blocks(run)}
    folder = tmp_path_factory.mktemp("pages")
    files = {name: written(block_files(each, ["html"]), folder / f"{name}.html") for name, each in found.items()}
    return {"comparison": path, **files}


OUTSIDE = """() => [...document.querySelectorAll('body *')].filter((one) => {
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  const hidden = style.clipPath !== 'none' || one.closest('thead, .skip, .none, dialog:not([open])');
  const scrolls = style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
  return !hidden && box.width && (scrolls || box.right > innerWidth + 1 || box.left < -1);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""What of a page runs out of the window or would have to be pushed sideways."""


@pytest.mark.parametrize("name", ["comparison", "session", "run"])
def test_axe_finds_nothing_in_any_page_unfolded_and_on_a_phone_nothing_runs_out_of_the_window(
    browser: Any, shoot: Any, pages: dict[str, Path], name: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    page = Opened(browser, pages[name], "light").page
    if name == "comparison":
        page.locator("#filter").fill("p00")  # a few rows stand for all
        open_case(page)
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    for scheme, wide, narrow in (("light", None, NARROW), ("dark", ["color-contrast"], None)):
        page.emulate_media(color_scheme=scheme)
        for width, only in ((1280, wide), (PHONE, narrow)):
            page.set_viewport_size({"width": width, "height": 900})
            shoot(page, f"{name}-{width}-{scheme}")
            if width == PHONE and only is None:
                continue
            # The page forbids foreign scripts, so axe goes in through the driver, which the policy does not bind.
            found = axe.Axe().run(page, options={"runOnly": only} if only else None).response["violations"]
            assert [(item["id"], item["nodes"][0]["html"]) for item in found] == [], (scheme, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        assert page.evaluate(OUTSIDE) == []


def test_the_keyboard_reaches_what_can_be_used_and_shows_where_it_is(browser: Any, pages: dict[str, Path]) -> None:
    page = Opened(browser, pages["comparison"]).ready()
    reached = []
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("[document.activeElement.tagName, getComputedStyle(document.activeElement).outlineWidth]")
        )
    assert {width for _, width in reached} == {"3px"}
    assert reached[0][0] == "A", "the way past the sections"
    assert "SUMMARY" in {tag for tag, _ in reached}


def test_it_prints_what_failed_with_its_words(browser: Any, path: Path) -> None:
    page = Opened(browser, path).ready()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("details.case mark").first).to_be_visible()
    assert not page.locator("#sessions").is_visible()
    assert len(page.pdf()) > 10_000
