# SPDX-License-Identifier: Apache-2.0
"""The page of ``python -m ascendc_ops graph`` in a real browser: folding, zooming, kernels' timelines."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from playwright.sync_api import Locator, Page, expect, sync_playwright

from ascendc_ops.graph_picture import picture_html
from ascendc_ops.graph_picture.timeline import KernelTime
from ascendc_ops.testing import CompiledModel
from support.networks import NETWORKS

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four GPT-2 blocks, their first AddCustom with the time of its kernel."""
    torch._dynamo.reset()
    network = NETWORKS["gpt2"]
    compiled = CompiledModel(network.make().eval().npu())
    with torch.no_grad():
        compiled(network.inputs(2).npu())
    path = tmp_path_factory.mktemp("page") / "graph.html"
    (graph,) = compiled.captured
    times = {graph.definition.name: {"AddCustom": KernelTime(12.5, "add.svg")}}
    path.write_text(picture_html([graph], times), encoding="utf-8")
    return path


@pytest.fixture
def page(html: Path) -> Iterator[Page]:
    if BROWSER is None:
        pytest.skip("no Chromium here; continuous integration installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        opened = browser.new_page(viewport={"width": 1250, "height": 900})
        errors: list[str] = []
        opened.on("pageerror", lambda error: errors.append(str(error)))
        opened.goto(html.as_uri())
        yield opened
        browser.close()
        assert errors == []


def shown(page: Page, selector: str) -> Locator:
    return page.locator(f"{selector}:visible")


def head(page: Page, title: str) -> Locator:
    return shown(page, ".head").filter(has_text=title)


def test_modules_fold_and_unfold(page: Page) -> None:
    assert shown(page, ".node").count() <= 60
    head(page, "blocks · Sequential").click()
    expect(head(page, "blocks.0 · Gpt2Block")).to_have_count(0)
    folded = shown(page, ".edge").count()
    head(page, "blocks · Sequential").click()
    expect(head(page, "blocks.0 · Gpt2Block")).to_be_visible()
    assert shown(page, ".edge").count() > folded
    page.get_by_text("unfold all").click()
    assert shown(page, ".node").count() == page.locator(".node").count() > 200
    page.get_by_text("fold all", exact=True).click()
    assert shown(page, ".node").count() < 15


def test_the_script_places_what_python_placed(page: Page) -> None:
    """Folding all and unfolding what was open gives the picture that was there at first."""
    places = "rows => rows.map(row => [row.dataset.id, row.style.display, row.getAttribute('transform')])"
    edges = "edges => edges.map(edge => [edge.style.display, edge.getAttribute('d').split('C')[0]])"
    first = page.locator(".row").evaluate_all(places), page.locator(".edge").evaluate_all(edges)
    head(page, "blocks · Sequential").click()
    assert page.locator(".row").evaluate_all(places) != first[0]
    head(page, "blocks · Sequential").click()
    hidden = {name for name, display, _ in first[0] if display == "none"}
    now = page.locator(".row").evaluate_all(places), page.locator(".edge").evaluate_all(edges)
    assert [row for row in now[0] if row[0] not in hidden] == [
        row for row in first[0] if row[0] not in hidden
    ]
    assert now[1] == first[1]


def test_boxes_do_not_overlap(page: Page) -> None:
    page.get_by_text("unfold all").click()
    boxes = page.locator(".node > rect").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().toJSON())"
    )
    tops = sorted((box["top"], box["bottom"]) for box in boxes)
    assert all(above[1] < below[0] for above, below in itertools.pairwise(tops))


def test_zooming_and_dragging(page: Page) -> None:
    svg, view = page.locator("svg"), page.locator(".view")
    before = svg.bounding_box()
    assert before is not None
    page.get_by_text("+", exact=True).click()
    after = svg.bounding_box()
    assert after is not None
    assert after["width"] == pytest.approx(before["width"] * 1.25)
    page.mouse.move(600, 500)
    page.mouse.down()
    page.mouse.move(600, 300, steps=4)
    page.mouse.up()
    assert view.evaluate("each => each.scrollTop") == pytest.approx(200, abs=60)


def test_a_kernel_leads_to_its_timeline_and_edges_light_up(page: Page) -> None:
    link = page.get_by_text("12.50 us")
    expect(link).to_be_visible()
    assert page.locator("svg a").get_attribute("href") == "add.svg"
    node = shown(page, ".node").filter(has_text="AddCustom").first
    node.hover()
    assert page.locator(".edge.hot").count() >= 3
