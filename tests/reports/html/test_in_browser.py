"""The pages in a real browser: they work by keyboard, ask nothing of any network, and obey no hostile word."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from reports import audit_blocks
from reports.audit import AuditWords, ChainCheck, audit
from reports.forms import Compared, write_blocks, write_forms


class Opened:
    """A page with everything that it said and asked for."""

    def __init__(self, browser: Any, path: Path, scheme: str = "light") -> None:
        self.page = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme).new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.url = path.as_uri()
        self.page.goto(self.url)

    def ready(self) -> Any:
        self.page.wait_for_selector("html[data-ready]")
        return self.page


def open_case(page: Any) -> None:
    """Unfold the first newly failing session and wait for its words, which are unpacked when asked for."""
    page.locator("details.case summary").first.click()
    expect(page.locator("details.case").first.locator(".talk li").first).to_be_visible()


@pytest.fixture
def path(compared: Compared, tmp_path: Path) -> Path:
    return write_forms(compared, tmp_path, "report")["html"]


def test_the_verdict_comes_first_and_nothing_leaves_the_page(browser: Any, path: Path) -> None:
    opened = Opened(browser, path)
    page = opened.ready()
    assert page.locator("h1").inner_text() == "Coach evaluation: regressed (exit 1)"
    assert page.locator("h1").bounding_box()["y"] < 120
    assert page.locator("svg.chart").count() == 3, "two scorers and a trend"
    assert opened.asked == [opened.url]
    assert opened.said == []


def test_hostile_words_are_words(browser: Any, path: Path) -> None:
    opened = Opened(browser, path)
    page = opened.ready()
    open_case(page)
    assert "owned" not in page.title()
    assert page.locator("img, iframe, object, a[href^='http']").count() == 0
    assert "<script>document.title='owned'</script>" in page.locator(".talk li.athlete").first.inner_text()
    assert "\x1b" not in page.content()
    assert "\u202e" not in page.content()
    assert opened.said == []


def test_a_finding_leads_to_its_words_by_keyboard(browser: Any, path: Path) -> None:
    page = Opened(browser, path).ready()
    assert page.locator("details.case").count() == 2
    page.locator("details.case summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("details.case").first.locator(".talk li").first).to_be_visible()
    side = page.locator("details.case").first.locator("section[aria-label^=candidate]")
    side.get_by_role("button", name="show where").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MARK"
    assert page.evaluate("document.activeElement.firstChild.textContent") == "As Brooks would say"
    base = page.locator("details.case").first.locator("section[aria-label^=base]")
    assert base.locator("mark").count() == 0
    assert base.locator(".strip li").all_inner_texts() == ["GOAL CAPTURE · 1", "INTAKE", "PRESENT"]


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
    opened = Opened(browser, path)
    opened.page.goto(f"{opened.url}#session=p03%2F2")
    opened.page.reload()
    expect(opened.ready().locator("#session-name")).to_have_text("p03/2")


@pytest.fixture
def audited(compared: Compared, tmp_path: Path) -> Path:
    chain = ChainCheck(ok=False, head="f" * 64, broken_at=2, what="changed")
    blocks = audit_blocks.blocks(audit(compared.candidate, "p00/1", chain, AuditWords({})))
    return write_blocks(blocks, tmp_path, "audit", ["html"])["html"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_either_page_unfolded_and_on_a_phone_nothing_runs_out_of_the_window(
    browser: Any, path: Path, audited: Path, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    for file in (path, audited):
        page = Opened(browser, file, scheme).page
        page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
        if file is path:
            expect(page.locator("details.case").first.locator(".talk li").first).to_be_visible()
        # The page forbids foreign scripts, so axe goes in through the driver, which the policy does not bind.
        found = axe.Axe().run(page).response["violations"]
        assert [(item["id"], item["nodes"][0]["html"]) for item in found] == []
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_it_prints_what_failed_with_its_words(browser: Any, path: Path) -> None:
    page = Opened(browser, path).ready()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("details.case mark").first).to_be_visible()
    assert not page.locator("#sessions").is_visible()
    assert len(page.pdf()) > 10_000
