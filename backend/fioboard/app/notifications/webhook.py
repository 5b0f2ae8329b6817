"""A message to a webhook: signed, with its idempotency key, no redirect, no more read than the status."""

import hmac

import httpx2

from fioboard.app.notifications import sentences
from fioboard.app.notifications.address import Refused, resolved
from fioboard.core.secret_box import Destination
from fioboard.engine.answers.notification import NotificationMessage
from fioboard.engine.words.notifications import PORTS


def signature(body: bytes, secret: str) -> str:
    """Value of `X-Fioboard-Signature`."""
    return "sha256=" + hmac.digest(secret.encode(), body, "sha256").hex()


async def post(destination: Destination, message: NotificationMessage) -> None:
    """Sends it. Raises Refused when it was not taken."""
    try:
        url = httpx2.URL(destination.address)
    except httpx2.InvalidURL:
        raise Refused("The address of the destination cannot be read.") from None
    address = await resolved(url.host, url.port or PORTS["webhook"][url.scheme])
    body = message.model_dump_json().encode()
    headers = {
        "host": url.netloc.decode(),
        "content-type": "application/json",
        "idempotency-key": message.id,
        "x-fioboard-signature": signature(body, destination.signing_secret or ""),
    }
    try:
        async with httpx2.AsyncClient(trust_env=False, follow_redirects=False) as client:
            request = client.build_request(
                "POST",
                url.copy_with(host=address),
                content=body,
                headers=headers,
                extensions={"sni_hostname": url.host},
            )
            answer = await client.send(request, stream=True)
            await answer.aclose()
    except httpx2.HTTPError as error:
        raise Refused(sentences.NOT_REACHED(kind=type(error).__name__)) from None
    if answer.is_redirect:
        raise Refused(sentences.REDIRECTED(status=answer.status_code))
    if not answer.is_success:
        raise Refused(sentences.RECEIVER_ANSWERED(status=answer.status_code))
