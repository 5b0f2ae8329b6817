"""What is noted of somebody who opens a link: the network they come from, and their browser; never who they are."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from fastapi import Request

# The first that occurs in the User-Agent counts: most call themselves by their ancestors' names too.
FAMILIES = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("bot", "a bot"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("FreeBSD", "FreeBSD"),
    ("Linux", "Linux"),
)


def get_network(request: Request) -> str | None:
    """Return the caller's network, cut to /24 or /48: enough to tell offices apart, not people; None when unknown."""
    try:
        ip: IPv4Address | IPv6Address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return None
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return str(ip_network((ip, 24 if ip.version == 4 else 48), strict=False))


def describe_browser(request: Request) -> str | None:
    """Describe family and system, e.g. "Firefox on Windows"; None when it says neither."""
    user_agent = request.headers.get("user-agent", "")[:400]
    family = next((name for mark, name in FAMILIES if mark in user_agent), None)
    system = next((name for mark, name in SYSTEMS if mark in user_agent), None)
    if family is None:
        return system
    return f"{family} on {system}" if system else family
