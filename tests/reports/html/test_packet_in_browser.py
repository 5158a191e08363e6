"""The physician's packet in a real browser; here, because here is the browser."""

from pathlib import Path
from typing import Any

import pytest

from coach.safety.packet import html
from coach.safety.rules import rules


def test_a_browser_shows_it_on_a_desk_on_a_phone_and_on_paper(browser: Any, shoot: Any, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    file = tmp_path / "rules.html"
    file.write_text(html(rules()[:3]), encoding="utf-8")
    shown = browser.new_page(viewport={"width": 1280, "height": 900})
    asked: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    shown.goto(file.as_uri())
    for scheme in ("light", "dark"):
        shown.emulate_media(color_scheme=scheme)
        for width in (390, 1280):
            shown.set_viewport_size({"width": width, "height": 900})
            shoot(shown, f"packet-{width}-{scheme}")
        found = axe.Axe().run(shown).response["violations"]
        assert [(item["id"], item["nodes"][0]["html"]) for item in found] == []
    sign, card = (shown.locator(name).first.bounding_box() for name in (".sign", "article"))
    assert sign["x"] > card["x"] + card["width"] / 2, "the sign-off is a column of its own"
    shown.set_viewport_size({"width": 390, "height": 800})
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
    shown.emulate_media(media="print")
    assert not shown.locator("nav").is_visible()
    assert asked == [file.as_uri()]
