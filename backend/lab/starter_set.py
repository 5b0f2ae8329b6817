"""Builds the reference set that comes with the product: `starter_set.py`, and `--check` in tests.

Of cloud volumes it takes the datasheet cards, of device classes starter-classes.csv. It has no cell:
docs/reference-sets.md says which public outputs were looked at and what each lacks.
"""

import argparse
import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.hardware.datasheets.card import Source as CardSource
from fioboard.engine.rating.stated_figures import build_source, build_stated
from fioboard.engine.reference_sets import starter
from fioboard.engine.reference_sets.document import read_body, write_body
from fioboard.engine.reference_sets.stated import Metric, Pattern, Source, Stated, read_depths

CLASSES = Path(__file__).with_name("starter-classes.csv")
MADE = "2026-Q4"
READ_AT = "2026-11-22"
PROVIDERS = {"aws": "AWS", "gcp": "Google Cloud", "azure": "Microsoft Azure"}
METRICS: dict[str, tuple[Metric, float | None, bool]] = {
    "iops": ("iops", None, False),
    "bw_bytes_per_s": ("bw_bytes_per_s", None, False),
    "clat_p50_ns": ("lat_ns", 50.0, False),
    "sync_lat_p50_ns": ("lat_ns", 50.0, True),
}
FACTORS = {"IOPS": 1.0, "MB/s": 1e6, "us": 1e3}
PATTERNS: dict[str, Pattern] = {
    "read": "read",
    "write": "write",
    "randread": "randread",
    "randwrite": "randwrite",
}
# As the sources' own repositories state them, read on 2026-11-29. Of the others no licence was found.
LICENCES = {
    "https://github.com/awsdocs/amazon-ec2-user-guide/": "CC BY-SA 4.0",
    "https://github.com/MicrosoftDocs/azure-docs/": "CC BY 4.0",
    "https://github.com/scaleway/docs-content/": "CC BY-NC-SA 4.0",
}
# Of these the cards say more, or nobody states a figure of a drive.
OTHER_SUBJECTS = ("aws-", "gcp-", "azure-premium-ssd", "net-", "memory", "openstack-", "vps-", "hetzner-")
# Datasheets of other drives print random I/O at many more I/Os in flight, or at a depth that they do not print.
QD32_STATED = ("sata-ssd",)
# Other values of the row are at another depth, or it is a least.
SEVERAL = re.compile(r"/|or more")
# What somebody computed is stated by nobody.
NOT_STATED = re.compile(r"^(derived|not sourced|ceiling.*|planning value|)$")


def list_volumes() -> Iterator[Stated]:
    """List what providers state of their volumes, of the datasheet cards."""
    for card in built_in_cards().values():
        if card.drive_class != "provisioned":
            continue
        for rating in card.rating:
            source = card.find_source(rating)
            if source is None:
                continue
            stated = build_stated(
                rating,
                build_source(source),
                of="volume",
                key=card.id,
                title=card.title,
                by=name_author(card, source),
            )
            if stated is not None:
                yield stated


def name_author(card: Card, source: CardSource) -> str:
    """Name who states a figure: the provider in its own document, else whoever wrote the source."""
    provider = PROVIDERS[card.id.partition("-")[0]]
    return (
        provider if source.kind == "maker" else re.sub(r"^https?://(www\.)?([^/]+).*", r"\2", source.address)
    )


def list_classes(dropped: Counter[str]) -> Iterator[Stated]:
    """List what sources state of classes of devices; counts what is left out, by reason."""
    addresses: dict[str, str] = {}
    with CLASSES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["class"].startswith(OTHER_SUBJECTS):
                dropped["a card says more, or it is no drive"] += 1
                continue
            if row["source_address"].startswith("http"):
                addresses[row["class"]] = row["source_address"]
            stated = build_class(row, addresses.get(row["class"]), dropped)
            if stated is not None:
                yield stated


def build_class(row: dict[str, str], address: str | None, dropped: Counter[str]) -> Stated | None:
    """Build the figure of a row; None where no source states it."""
    reason = None
    if NOT_STATED.match(row["basis"]) or not row["source"]:
        reason = "nobody states it"
    elif not row["source_address"].startswith(("http", "as ")) or address is None:
        reason = "no address"
    elif row["confidence"] == "low":
        reason = "low confidence"
    elif row["unit"] not in FACTORS:
        reason = "another unit than printed"
    elif row["fioboard_metric"] == "sync_lat_p50_ns" and "plain" in row["basis"]:
        reason = "stated of a write without its sync"
    if reason is not None:
        dropped[reason] += 1
        return None
    metric, percentile, is_synced = METRICS[row["fioboard_metric"]]
    low, value, high = (
        float(row[name]) * FACTORS[row["unit"]] if row[name] else None for name in ("low", "typical", "high")
    )
    return Stated(
        of="class",
        key=row["class"],
        title=row["title"],
        metric=metric,
        percentile=percentile,
        is_synced=is_synced,
        low=low,
        value=value,
        high=high,
        claim=row["basis"],
        rw=PATTERNS[row["rw"]],
        bs_bytes=int(row["bs_bytes"]),
        iodepth=read_depth(row),
        by=name_source(row["basis"], address or ""),
        source=Source(
            title=row["source"][:200],
            address=(address or "").split(" ")[0],
            dated=row["source_date"] or None,
            read_at=READ_AT,
        ),
        note=row["note"][:500] or None,
    )


def read_depth(row: dict[str, str]) -> int | None:
    """Return the I/Os in flight of a row; None where its source states none, or several."""
    printed = read_depths(row["basis"])
    if printed:
        is_several = len(printed) > 1 or SEVERAL.search(row["basis"])
        return None if is_several else printed[0]
    depth = int(row["iodepth"])
    is_other = depth == 32 and row["class"] not in QD32_STATED
    return None if is_other or "depth not stated" in row["note"] else depth


def name_source(basis: str, addresses: str) -> str:
    """Name who states a figure of a class: the hosts of its sources."""
    hosts = re.findall(r"https?://(?:www\.)?([^/ ]+)", addresses)
    what = "datasheets by " if "datasheet" in basis else ""
    return (what + ", ".join(dict.fromkeys(hosts)))[:200]


def add_licence(stated: Stated) -> Stated:
    """Add the licence of the source, where its repository states one."""
    address = stated.source.address or ""
    licence = next((words for begin, words in LICENCES.items() if address.startswith(begin)), None)
    return msgspec.structs.replace(stated, source=msgspec.structs.replace(stated.source, licence=licence))


def build(dropped: Counter[str]) -> bytes:
    """Build the lines of the set, compressed."""
    stated: Iterable[Stated] = map(add_licence, (*list_volumes(), *list_classes(dropped)))
    lines = [msgspec.json.encode(one) for one in stated]
    header = {"made": MADE, "cells": 0, "stated": len(lines), "maker": {"name": starter.MAKER}}
    body = write_body(header, lines)
    read_body(body)
    return body


def main() -> int:
    """Write the file and print its digest for engine/reference_sets/starter.py; `--check`: compare what it says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; 1 where the file says something else"
    )
    dropped: Counter[str] = Counter()
    body = build(dropped)
    if parser.parse_args().check:
        return int(read_body(body) != read_body(starter.load_starter()))
    starter.FILE.write_bytes(body)
    print(
        f"{len(read_body(body).stated)} stated figures, {len(body):,} bytes, sha256 {sha256(body).hexdigest()}"
    )
    print(f"left out: {dict(dropped)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
