"""Every figure of the Grafana dashboard is one that a running service says, and Grafana can read the file."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fioboard.store.embedded.throwaway import throwaway_folder
from tests.cli.conftest import Serving, fioboard, free_port, ready
from tests.cli.test_metrics import get
from tests.factories.clusters import copied_postgres
from tests.house.conftest import CHECKOUT, text_of

DASHBOARD = json.loads((CHECKOUT / "docs" / "grafana" / "fioboard.json").read_text())
PANELS = DASHBOARD["panels"]
TARGETS = [target for panel in PANELS for target in panel.get("targets", [])]
DATA_SOURCE = {"type": "prometheus", "uid": "${datasource}"}
WIDTH = 24
GIVEN_BY_PROMETHEUS = {"job", "instance"}
# A metric, its labels in braces, and a range.
USED = re.compile(r"\b((?:fioboard|http)_[a-z_]+)(?:\{([^}]*)\})?")


@pytest.fixture(scope="module")
def exposed() -> dict[str, set[str]]:
    """The labels of each sample of a service that has everything: a standby, and a store of originals that is away."""
    with throwaway_folder() as folder, copied_postgres() as postgres:
        serving = Serving(
            folder,
            workers=1,
            database_url=postgres.url,
            read_database_url=postgres.url,
            documents=f"s3://bucket?endpoint=http://127.0.0.1:{free_port()}",
            documents_key_id="nobody",
            documents_secret="nothing",
        )
        with ready(serving):
            made = fioboard("token", "create", "--scope", "write", "--name", "grafana", **serving.settings)
            token = made.stdout.strip()
            get(serving, "/api/v1/runs", token)
            text = get(serving, "/metrics", token)
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


def _uses(expression: str) -> Iterator[tuple[str, set[str]]]:
    for name, selectors in USED.findall(expression):
        yield name, set(re.findall(r"(\w+)(?:=~|!=|=)", selectors))


@pytest.mark.nightly
def test_every_figure_is_exposed_with_the_labels_that_are_asked_for(exposed: dict[str, set[str]]) -> None:
    assert TARGETS
    for target in TARGETS:
        used = dict(_uses(target["expr"]))
        assert used, target
        for name, selected in used.items():
            assert name in exposed, f"{name} of {target['expr']}"
            grouped = {
                label.strip()
                for labels in re.findall(r"by \(([^)]*)\)", target["expr"])
                for label in labels.split(",")
            }
            shown = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
            assert selected | grouped | shown <= exposed[name] | GIVEN_BY_PROMETHEUS, target
    for variable in DASHBOARD["templating"]["list"]:
        for name, _ in _uses(variable.get("definition", "")):
            assert name in exposed


@pytest.mark.nightly
def test_every_figure_of_operation_is_drawn(exposed: dict[str, set[str]]) -> None:
    drawn = {name for target in TARGETS for name, _ in _uses(target["expr"])}
    ours = {name for name in exposed if name.startswith("fioboard_")}
    families = {re.sub(r"_(bucket|sum|count|created)$", "", name) for name in ours}
    families = {re.sub(r"_total$", "", name) for name in families}
    assert {name for name in families if not any(one.startswith(name) for one in drawn)} == set()
    described = text_of("docs/metrics.md")
    assert {
        name for name in families if f"`{name}`" not in described and f"`{name}_total`" not in described
    } == set()


def test_it_is_of_the_shape_that_grafana_imports() -> None:
    assert {"title", "uid", "schemaVersion", "panels", "templating", "time"} <= set(DASHBOARD)
    assert DASHBOARD["schemaVersion"] >= 36
    variables = {variable["name"]: variable for variable in DASHBOARD["templating"]["list"]}
    assert (variables["datasource"]["type"], variables["datasource"]["query"]) == ("datasource", "prometheus")
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    places: set[tuple[int, int]] = set()
    for panel in PANELS:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert max(x for x, _ in cells) < WIDTH
        assert not cells & places, panel["title"]
        places |= cells
        if panel["type"] != "row":
            _require_panel(panel, variables)


def _require_panel(panel: dict[str, Any], variables: dict[str, Any]) -> None:
    assert panel["type"] in {"timeseries", "stat"}
    assert panel["description"]
    assert panel["fieldConfig"]["defaults"]["unit"]
    assert panel["datasource"] == DATA_SOURCE
    references = [target["refId"] for target in panel["targets"]]
    assert len(set(references)) == len(references)
    for target in panel["targets"]:
        assert target["datasource"] == DATA_SOURCE
        used = set(re.findall(r"\$(\w+)", target["expr"]))
        assert used <= {*variables, "__rate_interval"}
