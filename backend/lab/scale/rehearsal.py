"""The rehearsal itself: hosts upload, things happen, and in the end everything is counted."""

import asyncio
import os
import platform
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scale import evidence, ledger
from scale.cluster import Cluster
from scale.events import events
from scale.gaps import Probe, longest_silence, seconds_without
from scale.lab import APPS, BASE_URL, CHECKOUT, Lab
from scale.prober import Prober
from scale.report import Line, by_kind, table
from scale.services import environment_of
from scripts.service import FIOBOARD, plain_environment

AGENTS = 20
LAB = Path(__file__).resolve().parents[1]
AGENT = CHECKOUT / "agent" / "dist" / "agent.pyz"
WARM_UP_S = 10
# The next event begins when all is whole again, and the probes have seen that for so long.
REST_S = 4
DRAIN_S = 900


def say(words: str) -> None:
    """One line with the time."""
    print(f"{datetime.now(UTC):%H:%M:%S} {words}", flush=True)


@dataclass(frozen=True, slots=True)
class Span:
    """An event in time (s)."""

    event: str
    began: float
    whole_again: float
    ended: float
    """When the next one began."""


def rehearse(whole: Cluster, number: int, report: Path) -> int:
    """Starts everything, lets so many events happen, tells what came of it; 0 when nothing was lost or doubled."""
    lab, began = whole.lab, time.monotonic()
    whole.start()
    say(f"etcd, PostgreSQL, store, door and services stand after {time.monotonic() - began:.0f} s")
    until = lab.folder / "enough"
    prober = Prober(_token(lab, "upload"), _token(lab, "read"), lab.folder / "prober.ledger")
    senders = _start_senders(lab, _token(lab, "upload"), until)
    say(f"{AGENTS} agents upload")
    time.sleep(WARM_UP_S)
    prober.start()
    time.sleep(REST_S)
    spans = _happen(whole, prober, number)
    prober.stop()
    until.touch()
    say("waiting until every agent has delivered")
    give_up_at = time.monotonic() + DRAIN_S
    undelivered = [
        number for number, one in enumerate(senders) if one.wait(max(1, give_up_at - time.monotonic()))
    ]
    sent = ledger.read_all(lab.folder / "hosts") + ledger.read_all(lab.folder)
    compared = ledger.compare(sent, *asyncio.run(evidence.stored(whole)))
    differing = asyncio.run(evidence.differing_tables(whole))
    text = "\n\n".join(
        [
            f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores ({platform.machine()}), load average "
            f"{os.getloadavg()[0]:.0f}, {AGENTS} agents, {len(APPS)} services",
            *_tables(spans, prober, sent, compared),
            *_sentences(sent, compared),
            f"- Agents that have not delivered everything: {', '.join(map(str, undelivered)) or 'none'}.\n"
            f"- Tables in which the two PostgreSQL differ: {', '.join(differing) or 'none'}.\n"
            f"- Probes: {len(prober.writes)} writes, {len(prober.reads)} reads. Not answered as they should be: "
            + (", ".join(f"{why} {times}" for why, times in sorted(prober.failures.items())) or "none")
            + f". Longest without one: {_silence(prober.writes, spans)} of writes, {_silence(prober.reads, spans)} of"
            " reads; what is shorter than that is not seen.",
        ]
    )
    print(text)
    report.write_text(text + "\n")
    return 0 if compared.is_clean and not differing and not undelivered else 1


def _happen(whole: Cluster, prober: Prober, number: int) -> list[Span]:
    spans = []
    for position, event in enumerate(events(number), 1):
        began = time.monotonic()
        event.happen(whole)
        whole.settle()
        whole_again = time.monotonic()
        time.sleep(REST_S)
        ended = time.monotonic()
        spans.append(Span(event.name, began, whole_again, ended))
        say(
            f"{position:2} of {number}: {event.name}: whole again after {whole_again - began:.0f} s, "
            f"{seconds_without(prober.writes, began, ended):.1f} s without writes, "
            f"{seconds_without(prober.reads, began, ended):.1f} without reads"
        )
    return spans


def _token(lab: Lab, scope: str) -> str:
    """A token, made on the first machine of the service."""
    settings = environment_of((lab.folder / "app1" / "fioboard.env").read_text())
    done = subprocess.run(
        [FIOBOARD, "token", "create", "--scope", scope, "--name", f"rehearsal {scope}"],
        env=plain_environment() | settings,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.strip()


def _start_senders(lab: Lab, token: str, until: Path) -> list["subprocess.Popen[bytes]"]:
    """The hosts, each in a process of its own."""
    hosts = lab.folder / "hosts"
    hosts.mkdir(mode=0o700)
    token_file = hosts / "token"
    token_file.touch(mode=0o600)
    token_file.write_text(token)
    environment = plain_environment() | {
        "FIOBOARD_SERVER": BASE_URL,
        "FIOBOARD_TOKEN_FILE": str(token_file),
        "PYTHONPATH": f"{AGENT}:{LAB}",
    }
    senders = []
    for number in range(AGENTS):
        folder = hosts / f"host-{number:02}"
        folder.mkdir()
        with (hosts / f"{folder.name}.log").open("wb") as log:
            senders.append(
                subprocess.Popen(
                    [
                        *("setpriv", "--pdeathsig=KILL", "nice", sys.executable),
                        *(LAB / "scale" / "sender.py", folder, str(number), until),
                    ],
                    env=environment | {"HOME": str(folder)},
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
            )
    return senders


def _tables(
    spans: list[Span], prober: Prober, sent: list[ledger.Sent], compared: ledger.Comparison
) -> tuple[str, str]:
    """Uploads belong to the event in which they were acknowledged; the first and the last take what is outside."""
    lines = []
    nexts = [*(span.began for span in spans[1:]), float("inf")]
    for span, until in zip(spans, nexts, strict=True):
        since = 0.0 if span is spans[0] else span.began
        keys = {
            one.key
            for one in sent
            if one.acknowledged_at is not None and since <= one.acknowledged_at < until
        }
        lines.append(
            Line(
                event=span.event,
                lasted_s=span.whole_again - span.began,
                without_writes_s=seconds_without(prober.writes, span.began, span.ended),
                without_reads_s=seconds_without(prober.reads, span.began, span.ended),
                acknowledged=len(keys),
                lost=len(keys & compared.lost.keys()),
                doubled=len(keys & compared.doubled.keys()),
            )
        )
    return table(lines), by_kind(lines)


def _silence(probes: list[Probe], spans: list[Span]) -> str:
    return f"{longest_silence(probes, spans[0].began, spans[-1].ended):.1f} s"


def _sentences(sent: list[ledger.Sent], compared: ledger.Comparison) -> list[str]:
    promised = [one for one in sent if one.acknowledged_at is not None]
    return [
        f"{len(sent)} uploads were sent, {len(promised)} acknowledged, with {sum(len(one.files) for one in promised)} "
        f"files; lost: {len(compared.lost)}, doubled: {len(compared.doubled)}.",
        *(f"LOST {key}: {why}" for key, why in compared.lost.items()),
        *(f"DOUBLED {key}: {why}" for key, why in compared.doubled.items()),
    ]
