"""A client that sends uploads as the agent does: one key per result, the same bytes again until the answer is 2xx."""

import hashlib
import random
import threading
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from uuid import UUID

import orjson

from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, inventory, manifest

URL = "/api/v1/uploads"
LONGEST_PAUSE_MID_BODY_S = 0.02
PAUSE_BEFORE_RETRY_S = 0.05
ANSWER_S = 20
HOSTS = 3


@dataclass(frozen=True, slots=True)
class Confirmed:
    """An upload that was answered 2xx."""

    run_id: UUID
    sha256: bytes
    status: int


class Sender(threading.Thread):
    """Sends until told to stop, then finishes the upload it is at. What it knows may be read at any time."""

    def __init__(self, number: int, address: tuple[str, int], token: str, seed: int) -> None:
        super().__init__(name=f"sender {number}", daemon=True)
        self.confirmed: dict[UUID, Confirmed] = {}
        self.sent: set[UUID] = set()
        self.answers: dict[int, int] = {}  # status → how often; 0 = no answer
        self.refused: list[str] = []  # what an agent would give up on, or must never see
        self._number = number
        self._address = address
        self._token = token
        self._chance = random.Random(seed)
        self._ended = threading.Event()
        self._connection: HTTPConnection | None = None

    def end(self) -> None:
        """Asks for the end."""
        self._ended.set()

    def run(self) -> None:
        while not self._ended.is_set():
            self._send_until_confirmed()
        self._hang_up()

    def _send_until_confirmed(self) -> None:
        key = UUID(int=self._chance.getrandbits(128) | 1)
        host = self._chance.randrange(HOSTS)
        # Few distinct values, so that documents, configurations and inventories are shared between uploads.
        content = output(
            job(f"job {self._chance.randrange(5)}", read=direction(iops=self._chance.randrange(1, 2000)))
        )
        files = {"fio.json": content}
        about = manifest(files, upload_key=str(key), host={"id": f"host-000{host}", "name": f"host {host}"})
        request, headers = body(files, about, inventory(memory={"total_bytes": 2**30 * (host + 1)}))
        self.sent.add(key)
        while True:
            status, answer = self._send_once(request, headers)
            self.answers[status] = self.answers.get(status, 0) + 1
            if status in {200, 201}:
                assert answer["upload_key"] == str(key)
                self.confirmed[key] = Confirmed(UUID(answer["id"]), hashlib.sha256(content).digest(), status)
                return
            if status and (status == 500 or not answer.get("retryable")):
                self.refused.append(f"{status} {answer}")
                return
            time.sleep(PAUSE_BEFORE_RETRY_S * self._chance.random())

    def _send_once(self, request: bytes, headers: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Status and answer; 0 when the connection broke, wherever."""
        if self._connection is None:
            self._connection = HTTPConnection(*self._address, timeout=ANSWER_S)
        try:
            self._connection.putrequest("POST", URL)
            for name, value in {
                **headers,
                "content-length": str(len(request)),
                "authorization": f"Bearer {self._token}",
            }.items():
                self._connection.putheader(name, value)
            self._connection.endheaders()
            middle = self._chance.randrange(len(request))
            self._connection.send(request[:middle])
            time.sleep(self._chance.random() * LONGEST_PAUSE_MID_BODY_S)  # so that kills hit every phase
            self._connection.send(request[middle:])
            answer = self._connection.getresponse()
            return answer.status, orjson.loads(answer.read())
        except (OSError, HTTPException, orjson.JSONDecodeError):
            self._hang_up()
            return 0, {}

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
