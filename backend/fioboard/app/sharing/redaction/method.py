"""How the figures of a share were measured and computed, in sentences for the report."""

from fioboard.app.sharing.redaction import sentences
from fioboard.app.sharing.redaction.patterns import RECONSTRUCTED
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.shared import SharedDocument

ALWAYS = (
    "Figures are as the tool printed them, in base units: bytes, bytes per second, nanoseconds. MB/s is 10⁶ and MiB/s "
    "is 2²⁰ bytes per second.",
    "Names, serial numbers, addresses, paths and free text were left out or replaced by labels numbered within this "
    "share.",
)
OF_COMPARISON = (
    "Results are compared within the same workload only: equal job options and direction. The ratio is new over base, "
    "the median over all pairs of runs (Hodges–Lehmann); fewer than 3 runs on a side give no interval.",
    "p-values are corrected for all workloads compared at once (Holm).",
    "Percentiles of several runs come from their merged histograms; percentiles are never averaged.",
)
OF_BOOTSTRAP = (
    "Bootstrap intervals resample the runs (BCa) from a fixed seed. They are shown for "
    "information only: they hold the truth less often than they say.",
)
OF_SERIES = (
    "Values of different workloads are never averaged. Results of one run are one repeat; the interval of a mean is "
    "Student's t at 95 %.",
)
OF_BATCH = (
    "It shows the batch as it was when the link was created. Points in its charts are means of comparable runs, "
    "or medians for percentiles; intervals are Student's t at 95 %, from 3 runs on.",
)
OF_LINKS = (
    "What a link can carry is computed from its trained speed and width after encoding and packet overhead; it is a "
    "range where the payload size is unknown.",
)


def list_sentences(document: SharedDocument) -> list[str]:
    """List what applies to this document."""
    listed = [_describe_tools(document)] if document["runs"] else []
    listed += ALWAYS
    stated = [host["label"] for host in document["hosts"] if host.get("is_stated")]
    if stated:
        listed.append(sentences.HARDWARE_STATED(hosts=" and ".join(stated)))
    if any(run["path"] for run in document["runs"]):
        listed += OF_LINKS
    if document["compare"] is not None:
        listed += OF_COMPARISON
        listed += OF_BOOTSTRAP if _is_resampled(document["compare"]) else ()
    if document["series"] is not None:
        listed += OF_SERIES
    if document.get("batch"):
        listed += OF_BATCH
    versions = [run["tool"]["version"] or "" for run in document["runs"]]
    if any(version.endswith(RECONSTRUCTED) for version in versions):
        listed.append(
            "Some results were reconstructed from figures that their owner published, not measured here."
        )
    return listed


def _is_resampled(compare: CompareOut) -> bool:
    rows = (row for part in (compare, *compare["more"]) for row in part["workloads"])
    bootstraps = (cell["bootstrap"] for row in rows for cell in row["metrics"].values())
    return any(bootstrap and bootstrap["ci95"] for bootstrap in bootstraps)


def _describe_tools(document: SharedDocument) -> str:
    tools = []
    for run in document["runs"]:
        name, version = run["tool"]["name"], run["tool"]["version"]
        if not version:
            tools.append(name)
        elif version.startswith(name):
            tools.append(version)
        else:  # "nvmecontrol 14.1", but "another tool, version unknown"
            tools.append(f"{name} {version}" if version[0].isdigit() else f"{name}, {version}")
    return sentences.MEASURED_WITH(tools=", ".join(dict.fromkeys(tools)))
