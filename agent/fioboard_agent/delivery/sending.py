"""Brings entries from the spool to the service: what each answer means for an entry, and when to try again.

Removed only after a 2xx that repeats upload_key and digest (H2). Tried again: no answer, 408, 425, 429, 5xx and
DigestMismatch (E4). Refused for good by the service itself: moved to rejected/. Everything that is about this host's
configuration and not about the entry (token, address, redirect) stops the round and leaves the spool as it is.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import time
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Callable, Iterable, Optional

from fioboard_agent.delivery.payload import upload_digest
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.delivery.upload import Answer, Service, UnreachableError, make_printable

FIRST_PAUSE_S = 1.0
MAX_PAUSE_S = 300.0
_RETRYABLE = frozenset({408, 425, 429})
# Answers about the address or the token, not about the upload.
_ABOUT_THE_HOST = frozenset({401, 403, 404, 405, *range(300, 400)})


class Fate(Enum):
    """What became of one attempt."""

    STORED = "stored"
    AGAIN = "again"
    REJECTED = "rejected"
    STOPPED = "stopped"
    GONE = "gone"
    """Another process of the agent sent it first, such as a timer's `push`."""


@dataclass(frozen=True)
class Attempt:
    """One attempt and its explanation."""

    fate: Fate
    sentence: str
    url: Optional[str] = None
    retry_after_s: Optional[float] = None
    verdict: Optional[str] = None
    """What holds the run back, in the service's words; None from an older service."""
    run_id: Optional[str] = None


@dataclass
class Report:
    """What a round of deliveries achieved."""

    stored: list[Entry] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    rejected: list[Entry] = field(default_factory=list)
    waiting: list[Entry] = field(default_factory=list)
    last_sentence: str = ""

    def add(self, entry: Entry, attempt: Attempt) -> None:
        """Count an attempt that stored the entry, or had it refused for good; keep its sentence in any case."""
        self.last_sentence = attempt.sentence
        if attempt.fate not in {Fate.STORED, Fate.REJECTED}:
            return
        (self.stored if attempt.fate is Fate.STORED else self.rejected).append(entry)
        self.urls += [attempt.url] if attempt.url else []
        self.verdicts += [attempt.verdict] if attempt.verdict else []

    def extend(self, later: Report) -> None:
        """Count a later round, too; what it left waiting is what waits now."""
        self.stored += later.stored
        self.urls += later.urls
        self.verdicts += later.verdicts
        self.rejected += later.rejected
        self.waiting = later.waiting
        self.last_sentence = later.last_sentence or self.last_sentence


def deliver_once(spool: Spool, entry: Entry, service: Service) -> Attempt:
    """One attempt with one entry, its consequence for the spool included."""
    if not entry.is_ready:
        return Attempt(Fate.GONE, f"Run {entry.key} was sent by another fioboard-agent.")
    try:
        answer = service.upload(entry)
    except UnreachableError as error:
        return Attempt(Fate.AGAIN, f"{service.url} cannot be reached: {error}.")
    if answer.is_success:
        attempt = _check_confirmation(entry, answer, service)
        if attempt.fate is Fate.STORED and entry.attachments:
            attempt = _send_attachments(spool, entry, service, attempt)
        if attempt.fate is Fate.STORED:
            with contextlib.suppress(FileNotFoundError):  # the other process was faster; the service has it once
                entry.remove()
        return attempt
    if answer.status in _ABOUT_THE_HOST:
        return Attempt(Fate.STOPPED, f"{service.url} answered {answer.status}: {answer.sentence}")
    error_name = answer.body.get("error")
    if answer.status in _RETRYABLE or answer.status >= 500 or error_name == "DigestMismatch" or not error_name:
        return Attempt(
            Fate.AGAIN,
            f"{service.url} answered {answer.status}: {answer.sentence}",
            None,
            answer.retry_after_s,
        )
    spool.reject(entry, {"status": answer.status, **answer.body})
    return Attempt(Fate.REJECTED, f"the service refused run {entry.key}: {error_name}: {answer.sentence}")


def deliver(
    spool: Spool,
    entries: Iterable[Entry],
    service: Service,
    wait_s: float,
    say: Callable[[str], None],
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> Report:
    """Try every entry, again and again until `wait_s` seconds are over; one bad entry never blocks the others."""
    report, pending, deadline, pause_s = Report(), list(entries), clock() + wait_s, FIRST_PAUSE_S
    while pending:
        again: list[Entry] = []
        asked_for_s = 0.0
        for position, entry in enumerate(pending):
            attempt = deliver_once(spool, entry, service)
            report.add(entry, attempt)
            if attempt.fate in {Fate.REJECTED, Fate.GONE}:
                say(attempt.sentence)
            elif attempt.fate is Fate.STOPPED:
                report.waiting = again + pending[position:]
                return report
            elif attempt.fate is Fate.AGAIN:
                again.append(entry)
                asked_for_s = max(asked_for_s, attempt.retry_after_s or 0.0)
        pending = again
        pause = max(asked_for_s, pause_s * random.uniform(0.5, 1.0))  # noqa: S311 jitter, not a secret
        if not pending or clock() + pause > deadline:
            break
        say(f"{report.last_sentence} Trying again in {pause:.0f} s.")
        sleep(pause)
        pause_s = min(MAX_PAUSE_S, pause_s * 2)
    report.waiting = pending
    return report


def _check_confirmation(entry: Entry, answer: Answer, service: Service) -> Attempt:
    """Check that an answer repeats our key and digest: only that allows removing the only copy (H2)."""
    expected = upload_digest(entry.manifest()["files"])
    if answer.body.get("upload_key") != entry.key or answer.body.get("digest") != expected:
        return Attempt(
            Fate.AGAIN,
            f"{service.url} answered {answer.status} but did not confirm this upload; it is kept.",
            None,
            answer.retry_after_s,
        )
    url, run_id = answer.body.get("url"), answer.body.get("id")
    absolute = f"{service.url}{url}" if isinstance(url, str) and url.startswith("/") else url
    return Attempt(
        Fate.STORED,
        "",
        make_printable(absolute) if isinstance(absolute, str) else None,
        verdict=_get_verdict(answer),
        run_id=run_id if isinstance(run_id, str) else None,
    )


def _send_attachments(spool: Spool, entry: Entry, service: Service, stored: Attempt) -> Attempt:
    """Send what goes with a run that the service has. While one is not confirmed the entry stays, and with the
    next try the run is sent again, which changes nothing there.
    """
    for path in entry.attachments:
        attempt = attach_once(service, stored.run_id or "", path.read_bytes())
        if attempt.fate is Fate.REJECTED:
            spool.reject(entry, {"status": "run stored,", "error": "AttachmentRefused", "detail": attempt.sentence})
            sentence = f"the run is stored, but its attachments are not: {attempt.sentence} They are kept on this host."
            return replace(stored, fate=Fate.REJECTED, sentence=sentence)
        if attempt.fate is not Fate.STORED:
            return attempt
    return stored


def attach_once(service: Service, run_id: str, document: bytes) -> Attempt:
    """One attempt with one document about a run that the service has."""
    try:
        answer = service.attach(run_id, document)
    except UnreachableError as error:
        return Attempt(Fate.AGAIN, f"{service.url} cannot be reached: {error}.")
    if answer.is_success:
        if answer.body.get("sha256") == hashlib.sha256(document).hexdigest():
            return Attempt(Fate.STORED, "")
        return Attempt(Fate.AGAIN, f"{service.url} answered {answer.status} but did not confirm this document.")
    return _judge_refusal(service, answer)


def _judge_refusal(service: Service, answer: Answer) -> Attempt:
    error_name = answer.body.get("error")
    if answer.status in {404, 405} and error_name != "RunNotFound":
        return Attempt(
            Fate.REJECTED, f"{service.url} is older than this agent and accepts no kernel log or health data."
        )
    if answer.status in _ABOUT_THE_HOST - {404, 405}:
        return Attempt(Fate.STOPPED, f"{service.url} answered {answer.status}: {answer.sentence}")
    if answer.status in _RETRYABLE or answer.status >= 500 or not error_name:
        return Attempt(
            Fate.AGAIN, f"{service.url} answered {answer.status}: {answer.sentence}", None, answer.retry_after_s
        )
    return Attempt(Fate.REJECTED, f"{error_name}: {answer.sentence}")


def _get_verdict(answer: Answer) -> Optional[str]:
    """Return the verdict in one line, whatever the service put into it."""
    verdict = answer.body.get("verdict")
    sentence = verdict.get("sentence") if isinstance(verdict, dict) else None
    return make_printable(sentence) if isinstance(sentence, str) and sentence else None
