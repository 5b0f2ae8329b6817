"""The XML of diskspd (`-Rxml`): per time span the sums over all threads and files, and the latency of each direction.

Counts and bytes are exact, seconds are printed with two digits; rates are their quotient, as diskspd's own text
computes them. Milliseconds.
Source: github.com/microsoft/diskspd XmlResultParser/XmlResultParser.cpp; Common/Common.cpp, Profile::GetXml.
"""

from xml.etree.ElementTree import Element

from msgspec.structs import replace

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.foreign.xml_document import get_text, list_lines, read_xml
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.percentile import normalize_percentile
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result, build_counts
from fioboard.engine.formats.fio.text.numbers import Printed

_WAYS = ("Read", "Write")


def read_diskspd_xml(content: bytes, limits: Limits) -> Reading | None:
    """One run with the results of all time spans. Raises NotUnderstood, TooMany."""
    root = read_xml(content, limits)
    if root.tag != "Results":
        return None
    draft = RunDraft(tool="diskspd", version=get_text(root, "System/Tool/Version"), used=list_lines(content))
    draft.targets = [path.text.strip() for path in root.iterfind("TimeSpan/Thread/Target/Path") if path.text]
    profiles = root.findall("Profile/TimeSpans/TimeSpan")
    for i, span in enumerate(root.findall("TimeSpan")):
        seconds = read_amount(get_text(span, "TestTimeSeconds") or "")
        results = []
        if seconds is not None and seconds.value:
            settings = _build_settings(profiles[i], span) if i < len(profiles) else Settings()
            results = [
                one for way in _WAYS if (one := _build_result(span, way, i, seconds, settings)) is not None
            ]
        host = get_text(root, "System/ComputerName")
        draft.results += [
            replace(one, hostname=None if host is None else clean_text(host, 253)) for one in results
        ]
        if not results:
            draft.report_lost(draft.used[0], f"Time span {i + 1}")
    return build_reading("diskspd", [draft], limits)


def _build_settings(profile: Element, span: Element) -> Settings:
    """Build the settings of a time span with one kind of target; several kinds have no one size or depth."""
    targets = profile.findall("Targets/Target")
    sizes = {get_text(one, "BlockSize") for one in targets}
    depths = {get_text(one, "RequestCount") for one in targets}
    ratios = {get_text(one, "WriteRatio") or "0" for one in targets}
    random = {one.find("Random") is not None or one.find("RandomRatio") is not None for one in targets}
    caches = {get_text(one, "DisableOSCache") or get_text(one, "DisableAllCache") for one in targets}
    return Settings(
        rw=_find_pattern(ratios, random),
        bs_bytes=_count(sizes),
        iodepth=_count(depths),
        numjobs=_count({get_text(span, "ThreadCount")}),
        direct=None if len(caches) != 1 else caches == {"true"},
    )


def _find_pattern(ratios: set[str], random: set[bool]) -> str | None:
    """Return the rw value of a time span; None when its targets differ."""
    if len(ratios) != 1 or len(random) != 1:
        return None
    way = {"0": "read", "100": "write"}.get(next(iter(ratios)), "rw")
    return f"rand{way}" if True in random else way


def _count(texts: set[str | None]) -> int | None:
    text = next(iter(texts)) if len(texts) == 1 else None
    return (
        int(text) or None
        if text is not None and text.isascii() and text.isdigit() and len(text) <= 18
        else None
    )


def _sum(span: Element, name: str) -> int:
    texts = (get_text(target, name) or "" for target in span.iterfind("Thread/Target"))
    return sum(int(text) for text in texts if text.isascii() and text.isdigit() and len(text) <= 18)


def _build_result(span: Element, way: str, group: int, seconds: Printed, settings: Settings) -> Result | None:
    """Build the result of a direction of a time span; None when nothing was moved."""
    ios, moved = _sum(span, f"{way}Count"), _sum(span, f"{way}Bytes")
    if not ios or moved >= 2**63 or ios >= 2**63:
        return None
    low = max(seconds.low, seconds.value / 2)
    return Result(
        where=f"/TimeSpan/{group}",
        job_name="diskspd",
        group=group,
        direction=way.lower(),
        iops=ios / seconds.value,
        iops_bounds=(ios / seconds.high, ios / low),
        bw_bytes_per_s=round(moved / seconds.value),
        bw_bounds_bytes_per_s=(moved / seconds.high, moved / low),
        io_bytes=moved,
        **build_counts(ios),
        runtime_ms=round(seconds.value * 1_000),
        lat=_build_latency(span, way, ios),
        **settings,
    )


def _build_latency(span: Element, way: str, ios: int) -> Latency | None:
    """Build the latency of a direction from its buckets."""
    ranks: dict[str, str] = {}
    ends: dict[str, str | None] = {}
    for bucket in span.iterfind("Latency/Bucket"):
        rank, value = get_text(bucket, "Percentile"), get_text(bucket, f"{way}Milliseconds")
        if rank in ("0", "100"):
            ends[rank] = value
        elif rank is not None and value is not None and (name := normalize_percentile(rank)) is not None:
            ranks[name] = value
    return build_latency(
        1_000_000,
        minimum=ends.get("0"),
        mean=get_text(span, f"Latency/Average{way}Milliseconds"),
        stddev=get_text(span, f"Latency/{way}LatencyStdev"),
        maximum=ends.get("100"),
        percentiles=ranks,
        n=ios,
        reason="diskspd prints them only with -L",
    )


def _may_be_diskspd_xml(content: bytes) -> bool:
    return content.lstrip()[:1] == b"<" and b"<TimeSpan>" in content and b"<TestTimeSeconds>" in content


ADAPTER = Adapter(
    kind="diskspd",
    tool="diskspd (XML)",
    names=("diskspd",),
    is_whole_body=True,
    sniff=_may_be_diskspd_xml,
    parse=read_diskspd_xml,
    reads="the same as of the text, sums computed from the counts of all threads; the version",
    leaves_out="single threads and files, IOPS over time, processor load",
    source="microsoft/diskspd XmlResultParser/XmlResultParser.cpp",
)
