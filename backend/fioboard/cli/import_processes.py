"""Several processes of one import: each reads and stores the batches of files it is given. Where two processors are all
there is, PostgreSQL has the other one and a second process gains nothing (docs/benchmarks.md): it is asked for.

What is stored is known by its bytes, not by us: a process that dies costs only its word on the batches it had, whose
files are named, and an import that was broken off goes on when it is started again.
"""

import asyncio
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait

import uvloop

from fioboard.app.ingest.about import About
from fioboard.cli.importing import MAX_FILES_AT_ONCE, Imported, Source, import_batch, refused
from fioboard.cli.migrated import opened
from fioboard.store.embedded.connect import Addresses

# Each has MAX_FILES_AT_ONCE connections beside those of a running service; the embedded PostgreSQL has 60 for all.
MAX_PROCESSES = 4
BATCH_FILES = 25
# One batch that is worked at and one that waits, so that no process waits for us.
BATCHES_AHEAD = 2
Batches = deque[range]
"""The oldest first; each is the places of its files in the list of all."""
DIED = "The process that read it ended in the middle. Import it again: what is stored already is recognised."


def import_by_processes(
    at: Addresses, sources: Sequence[Source], about: About, processes: int, advance: Callable[[int], None]
) -> list[Imported]:
    """The outcomes in the files' order; `advance` hears of how many more there are."""
    done: dict[int, Imported] = {}
    left: Batches = deque(
        range(first, min(first + BATCH_FILES, len(sources))) for first in range(0, len(sources), BATCH_FILES)
    )
    importers = [Importing(at, about) for _ in range(processes)]
    try:
        for importer in importers * BATCHES_AHEAD:
            importer.give(left, sources)
        while busy := [importer for importer in importers if importer.batches]:
            heard = wait([importer.door for importer in busy])
            for importer in busy:
                if importer.door in heard:
                    outcomes = importer.take(sources)
                    done |= outcomes
                    advance(len(outcomes))
                    importer.give(left, sources)
    finally:
        for importer in importers:
            importer.end()
    return [done.get(place) or refused(source, DIED) for place, source in enumerate(sources)]


class Importing:
    """A process as the command sees it, and the batches that it has."""

    def __init__(self, at: Addresses, about: About) -> None:
        self.batches: Batches = deque()
        self._has_died = False
        # What this one has started, connections and threads, is not for two: they are forked from a fresh process,
        # which loads the service once for all of them.
        fresh = multiprocessing.get_context("forkserver")
        fresh.set_forkserver_preload([__name__])
        self.door, inside = fresh.Pipe()
        self._process = fresh.Process(target=_import_what_comes, args=(at, about, inside), daemon=True)
        self._process.start()
        inside.close()

    def give(self, left: Batches, sources: Sequence[Source]) -> None:
        """The next batch, if there is one and a process to take it."""
        if left and not self._has_died:
            batch = left.popleft()
            self.batches.append(batch)
            # One that has died is heard of at the door.
            with suppress(ConnectionError):
                self.door.send([sources[place] for place in batch])

    def take(self, sources: Sequence[Source]) -> dict[int, Imported]:
        """What became of its oldest batch; of all that it had, when it has died."""
        try:
            outcomes: list[Imported] = self.door.recv()
            return dict(zip(self.batches.popleft(), outcomes, strict=True))
        except (EOFError, ConnectionError):
            self._has_died = True
            had = [place for batch in self.batches for place in batch]
            self.batches.clear()
            return {place: refused(sources[place], DIED) for place in had}

    def end(self) -> None:
        """Waits until it has ended, which it does when the door is closed."""
        self.door.close()
        self._process.join()


def _import_what_comes(at: Addresses, about: About, door: Connection) -> None:
    # A Ctrl-C on the terminal is for the command, whose end closes the door.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, ConnectionError), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_answer(at, about, door))


async def _answer(at: Addresses, about: About, door: Connection) -> None:
    async with opened(at, pool_size=MAX_FILES_AT_ONCE) as database:
        while True:
            door.send(await import_batch(database, door.recv(), about))
