"""A connection of a worker: uvicorn's, with limits until a request's headers are there.

A connection that has not sent them yet is half open. It costs a descriptor and may be one of thousands of a single
machine. It ends after HEADERS_S; beyond MAX_OF_NETWORK of one network and MAX_IN_ALL altogether the oldest one ends.
The newest always stays, so that whoever sends a request at once is served, also from the network that opens the others.
Requests that are being answered are never counted: fifty hosts behind one address may upload side by side.
"""

import asyncio
import resource
from collections import OrderedDict, defaultdict
from contextlib import suppress

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fioboard.core.peers import network_of_address

HEADERS_S = 20.0
MAX_OF_NETWORK = 200
MAX_IN_ALL = 1000
MAX_HEADERS_BYTES = 64 * 1024
WANTED_DESCRIPTORS = 16_384


class HalfOpen:
    """The connections of this process that have not sent their headers, oldest first."""

    def __init__(self) -> None:
        self._all: OrderedDict[BoundedConnection, str] = OrderedDict()
        self._of_network: defaultdict[str, OrderedDict[BoundedConnection, None]] = defaultdict(OrderedDict)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: "BoundedConnection", network: str) -> None:
        """Counts one more, and ends the oldest where there are too many."""
        self._all[connection] = network
        of_network = self._of_network[network]
        of_network[connection] = None
        if len(of_network) > MAX_OF_NETWORK:
            next(iter(of_network)).end()
        elif len(self._all) > MAX_IN_ALL:
            next(iter(self._all)).end()

    def remove(self, connection: "BoundedConnection") -> None:
        """It has sent its headers, or is gone; also when it was not counted."""
        network = self._all.pop(connection, None)
        if network is None:
            return
        of_network = self._of_network[network]
        of_network.pop(connection, None)
        if not of_network:
            del self._of_network[network]


half_open = HalfOpen()


class BoundedConnection(HttpToolsProtocol):
    """uvicorn's protocol, which itself waits for headers for ever and reads them without end."""

    _deadline: asyncio.TimerHandle | None = None
    _header_bytes = 0
    _network = "unknown"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begins to wait for the first request."""
        super().connection_made(transport)
        self._network = network_of_address(self.client[0] if self.client else "")
        self._wait_for_headers()

    def on_message_begin(self) -> None:
        """Begins to wait for the rest of the headers of another request."""
        super().on_message_begin()
        if self._deadline is None:
            self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        """Ends a connection whose headers go on for too long."""
        super().data_received(data)
        if self._deadline is not None:
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADERS_BYTES:
                self.end()

    def on_headers_complete(self) -> None:
        """From here on other limits hold (docs/security.md)."""
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets it."""
        self._stop_waiting()
        super().connection_lost(exc)

    def end(self) -> None:
        """Closes it without an answer: nobody asked anything yet."""
        self._stop_waiting()
        if self.transport is not None:
            self.transport.abort()

    def _wait_for_headers(self) -> None:
        self._header_bytes = 0
        self._deadline = self.loop.call_later(HEADERS_S, self.end)
        half_open.add(self, self._network)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        half_open.remove(self)


def allow_descriptors() -> None:
    """Lets this process have more connections than the 1,024 descriptors that many systems begin with."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(WANTED_DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
