"""How far away the address of a link can be opened: somebody else's computer is often not near enough."""

import ipaddress
from urllib.parse import urlsplit

from fioboard.engine.answers.shared import Reach

# RFC 6762 and 8375, RFC 9476's neighbours, and what routers at home call their network.
PRIVATE_ENDINGS = (".local", ".lan", ".home", ".home.arpa", ".internal", ".intranet", ".corp", ".localdomain")


def classify_reach(url: str) -> Reach:
    """Classify an address as `this_machine`, `this_network`, or `anywhere` as far as it tells."""
    host = (urlsplit(url).hostname or "").rstrip(".").casefold()
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        if host == "localhost" or host.endswith(".localhost"):
            return "this_machine"
        # A name without a dot is known to the nearest network only.
        return "this_network" if "." not in host or host.endswith(PRIVATE_ENDINGS) else "anywhere"
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    if address.is_loopback or address.is_unspecified:
        return "this_machine"
    return "anywhere" if address.is_global else "this_network"
