"""A process in which Apprise gets each argument that it declares, with a file of this machine as its value.

`python -m tests.factories.chat_mutations FILE confined|free`: prints, as JSON, how many addresses Apprise accepted and the
services whose requests held the file's text. Nothing leaves the process: requests are looked at where they would be sent.
"""

import json
import sys
from collections.abc import Iterator
from urllib.parse import quote

import requests
from apprise import Apprise, AppriseAsset
from apprise.manager_plugins import NotificationManager

from fioboard.app.notifications import chat_confinement
from fioboard.engine.words.notifications import CHAT_SCHEMES

CANARY = "canary-3f1c9a"
ADDRESSES = {
    "slack": "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general",
    "workflow": "workflow://host.example:443/643e69f83c8944/KSDGK",
    "workflows": "workflows://host.example:443/643e69f83c8944/KSDGK",
    "tgram": "tgram://123456789:AAbbccddeeffgghhiijjkkllmmnnooppqqr/12315544",
    "discord": "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    "ntfy": "ntfy://host.example/topic",
    "ntfys": "ntfys://host.example/topic",
    "matrix": "matrix://user:token@host.example/#room",
    "matrixs": "matrixs://user:token@host.example/#room",
    "gotify": "gotify://host.example/s3cretToken123",
    "gotifys": "gotifys://host.example/s3cretToken123",
    "mmost": "mmost://host.example/s3cretToken123",
    "mmosts": "mmosts://host.example/s3cretToken123",
}
CUSTOM = (":token", "+header", "-get")
"""Keys of a person's own: Apprise reads any name behind these characters."""


def keys(scheme: str) -> list[str]:
    """Every query key that Apprise declares for a service, and one of each kind that it takes undeclared."""
    return [*NotificationManager()[scheme].template_args, *CUSTOM]


def addresses(path: str) -> Iterator[tuple[str, str]]:
    """Scheme and address, for every declared key and three ways of naming the file."""
    for scheme in CHAT_SCHEMES:
        for key in keys(scheme):
            for value in (path, f"file://{path}", f"../../../../../..{path}"):
                yield scheme, f"{ADDRESSES[scheme]}?{quote(key, safe=':+-')}={quote(value, safe='')}"


def main(path: str, *, is_confined: bool) -> None:
    """Sends all of them."""
    bodies: list[bytes] = []

    def send(
        _self: requests.Session, request: requests.PreparedRequest, **_kwargs: object
    ) -> requests.Response:
        body = request.body or b""
        bodies.append(body.encode() if isinstance(body, str) else bytes(body))
        answer = requests.Response()
        answer.status_code = 200
        vars(answer)["_content"] = b'{"ok": true, "id": 1, "result": [], "room_id": "!r:host.example"}'
        return answer

    requests.Session.send = send  # type: ignore[method-assign, assignment]
    if is_confined:
        chat_confinement.confine(is_private_allowed=True)
    accepted, leaking = 0, set()
    asset = AppriseAsset(http_redirects=False)
    for scheme, address in addresses(path):
        service = Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
        if service is None:
            continue
        accepted += 1
        bodies.clear()
        service.retry = 0
        service.request_rate_per_sec = 0
        service.notify(title="title", body="body")
        if any(CANARY.encode() in body for body in bodies):
            leaking.add(scheme)
    json.dump({"accepted": accepted, "leaking": sorted(leaking)}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], is_confined=sys.argv[2] == "confined")
