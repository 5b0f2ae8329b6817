"""What a sender leaves out of a share is not said by the answer either: not by findings, checks, verdict or ceilings."""

from typing import Any

import orjson
import pytest

from fioboard.app.sharing.redaction.freeze import freeze
from fioboard.app.sharing.redaction.redactor import Wish
from fioboard.engine.rules.sentences.drives import AT_RATED, RATED_REACHED
from fioboard.engine.rules.sentences.jobs import AT_GPU, IGNORED
from fioboard.engine.rules.sentences.machine import HOT_DRIVE
from fioboard.engine.rules.sentences.verdicts import ALSO, GPU_LINK
from tests.factories.run_detail import run_detail, sources, with_finding

HOT = HOT_DRIVE(drive="nvme0n1", highest="93", limit="77")
RATED = {"measured": "13.5 GB/s", "share": "97 %", "rated": "13.9 GB/s"}
GPU = {
    "measured": "13.3 GB/s",
    "direction": "read",
    "share": "92.3 %",
    "ceiling": "14.4 GB/s",
    "link": "uplink",
}
GPU_ROW = {
    "stage": "gpu", "label": GPU_LINK(link="Gen4 x8"), "direction": "read", "low": 13.3e9, "high": 14.4e9,
    "unit": "bytes/s", "measured": 13.3e9, "share": 0.92, "source": "inventory", "state": "touched", "is_near": False,
    "missing": None, "command": None,
}  # fmt: skip
DEPTH = IGNORED(depth=37, engine="psync", jobs=1)


def shared(*hide: str) -> tuple[dict[str, Any], str]:
    """The answer of a share of a run to a GPU that is hot, as fast as was stated, and asked for a depth in vain."""
    answer = run_detail("epyc-nps4")["answer"]
    answer = with_finding(answer, "hot-drive", HOT, "warning")
    answer = with_finding(answer, "at-rated", AT_RATED(**RATED))
    answer = with_finding(answer, "depth-ignored", DEPTH, "warning")
    answer = with_finding(answer, "at-gpu-link", AT_GPU(**GPU)) | {"ceilings": [GPU_ROW]}
    verdict = answer["verdict"] | {
        "kind": "limit",
        "id": "at-rated",
        "sentence": RATED_REACHED(**RATED),
        "text": [str(HOT), str(ALSO(limit="drive rating", share="97.1 %"))],
    }
    run = run_detail("epyc-nps4", answer=answer | {"verdict": verdict})
    [frozen] = freeze(sources(run), Wish(hide=hide)).document["runs"]
    return frozen["answer"], orjson.dumps(frozen["answer"]).decode()


def test_with_nothing_hidden_all_is_said_by_label() -> None:
    answer, text = shared()
    assert {"hot-drive", "at-rated", "depth-ignored", "at-gpu-link"} <= set(answer["checks"]["found"])
    assert "reached 93 °C" in text and "97.1 %" in text and "13.9 GB/s" in text and "nvme0n1" not in text
    assert "Gen4 x8 of one of several GPUs" in text


@pytest.mark.parametrize(
    ("hide", "rule", "words"),
    [
        ("temperatures", "hot-drive", ("93",)),
        ("rated", "at-rated", ("13.9", "97.1 %", "97 %")),
        ("job_options", "depth-ignored", ("iodepth=37",)),
        ("job_options", "at-gpu-link", ("GPU", "gpu")),
    ],
)
def test_what_is_hidden_is_said_nowhere(hide: str, rule: str, words: tuple[str, ...]) -> None:
    answer, text = shared(hide)
    checks = answer["checks"]
    told = {*checks["found"], *checks["fine"], *(one["id"] for one in checks["unknown"])}
    assert rule not in told | {finding["id"] for finding in answer["findings"]}
    assert [word for word in words if word in text] == []


def test_gpu_is_named_and_the_use_of_it_is_hidden_with_the_options() -> None:
    run = run_detail("gpu-server")
    run["inventory"]["pci"]["0000:3b:00.0"]["name"] = "NVIDIA Corporation GA100"
    for hide, way, is_end in (((), "direct", True), (("job_options",), None, False)):
        [frozen] = freeze(sources(run), Wish(hide=hide)).document["runs"]
        gpus = frozen["machine"]["gpus"]
        [gpu] = gpus["gpus"]
        assert (gpu["title"], gpu["driver"], gpu["is_end"]) == ("NVIDIA Corporation GA100", "nvidia", is_end)
        assert (gpus["use"] or {"way": None})["way"] == way
        assert [group["nearness"] for group in gpu["drives"]] == ["same socket"]
        assert "nvme0n1" not in orjson.dumps(gpus).decode()
