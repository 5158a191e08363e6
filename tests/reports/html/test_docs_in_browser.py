"""The documentation as a site, in a real browser: the pages with the widest tables, on a desk and on a phone."""

from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ("judging", "benchmarks")
RULES = {
    "light": {"rules": {"region": {"enabled": False}}},  # the theme's bar is outside of any landmark
    "dark": {"runOnly": ["color-contrast"]},
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = pytest.importorskip("mkdocs.commands.build", reason="mkdocs is not installed")
    config = pytest.importorskip("mkdocs.config")
    made = tmp_path_factory.mktemp("site")
    build.build(config.load_config(str(ROOT / "mkdocs.yml"), site_dir=str(made), strict=True))
    return made


def test_a_page_fits_and_can_be_read(browser: Any, shoot: Any, site: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in PAGES:
        page.goto((site / f"{name}.html").as_uri())
        for scheme, rules in RULES.items():
            page.emulate_media(color_scheme=scheme)
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 900})
                shoot(page, f"docs-{name}-{width}-{scheme}")
                assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            found = axe.Axe().run(page, options=rules).response["violations"]
            assert [(item["id"], item["nodes"][0]["html"]) for item in found] == [], name
    assert [url for url in asked if not url.startswith("file://")] == []
