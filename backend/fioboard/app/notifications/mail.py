"""A message by mail: over TLS where a password is sent, one message id for all attempts."""

import asyncio
import smtplib
import socket
import ssl
from contextlib import closing, suppress
from email.message import EmailMessage
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from fioboard.app.notifications import sentences
from fioboard.app.notifications.address import Refused, resolved
from fioboard.app.notifications.text import format_subject, format_text
from fioboard.core.secret_box import Destination
from fioboard.engine.answers.notification import NotificationMessage
from fioboard.engine.words.notifications import PORTS

STEP_S = 5.0
"""Longest wait for one answer of the server."""


class _Pinned(smtplib.SMTP):
    """Connects to the address that was checked; the name is for the certificate."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        self._address = address
        self._tls_name = parts.hostname if parts.scheme == "smtps" else None
        super().__init__(parts.hostname or "", parts.port or PORTS["mail"][parts.scheme], timeout=STEP_S)

    def _get_socket(self, _host: str, port: int, timeout: float) -> socket.socket:
        plain = socket.create_connection((self._address, port), timeout)
        if self._tls_name is None:
            return plain
        return ssl.create_default_context().wrap_socket(plain, server_hostname=self._tls_name)


def addresses(parts: SplitResult, key: str) -> list[str]:
    """Mail addresses of an address's query; those that are none are left out."""
    given = ",".join(parse_qs(parts.query).get(key, [])).split(",")
    return [one for one in given if one.count("@") == 1 and one.isprintable() and " " not in one]


async def mail(destination: Destination, message: NotificationMessage) -> None:
    """Sends it. Raises Refused when it was not taken."""
    parts = urlsplit(destination.address)
    address = await resolved(parts.hostname or "", parts.port or PORTS["mail"][parts.scheme])
    try:
        await asyncio.to_thread(_send, parts, address, message)
    except (smtplib.SMTPException, OSError) as error:
        raise Refused(sentences.MAIL_REFUSED(kind=type(error).__name__)) from None


def _send(parts: SplitResult, address: str, message: NotificationMessage) -> None:
    server = _Pinned(parts, address)
    with closing(server):
        server.ehlo()
        is_private = parts.scheme == "smtps"
        if not is_private and server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
            server.ehlo()
            is_private = True
        if parts.username:
            if not is_private:
                raise smtplib.SMTPNotSupportedError("no TLS")
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.send_message(_written(parts, message))
        # The server has it: how it says goodbye must not have it sent again.
        with suppress(smtplib.SMTPException, OSError):
            server.quit()


def _written(parts: SplitResult, message: NotificationMessage) -> EmailMessage:
    written = EmailMessage()
    written["Subject"] = format_subject(message)
    written["From"] = addresses(parts, "from")[0]
    written["To"] = ", ".join(addresses(parts, "to"))
    written["Message-ID"] = f"<{message.id}@fioboard>"
    written.set_content(format_text(message))
    return written
