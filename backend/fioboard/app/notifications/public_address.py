"""Which IP addresses belong to the Internet, whatever they carry inside.

The ranges are IANA's, not those of Python's `is_global`: its answer depends on the version (192.0.0.192 was global
before 3.11.10, 100::/64 has become a part of a larger range since).
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

# https://www.iana.org/assignments/iana-ipv4-special-registry: all of it, also the few that are reachable
# from everywhere (AS112, AMT: whoever is nearest answers there); and multicast, which has a registry of its own.
SPECIAL_IPV4 = tuple(
    IPv4Network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *(
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
        ),
        *(
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ),
    )
)
# IANA gives out global unicast addresses from 2000::/3 alone. What is special within it, by
# https://www.iana.org/assignments/iana-ipv6-special-registry:
GLOBAL_IPV6 = IPv6Network("2000::/3")
SPECIAL_IPV6 = tuple(
    IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20")
)
SIX_TO_FOUR = IPv6Network("2002::/16")
# Of RFC 6052, for everybody; the one for private use (RFC 8215) is not global.
NAT64 = IPv6Network("64:ff9b::/96")
MAPPED = IPv6Network("::ffff:0:0/96")

PRIVATE = "The server is in a private network; FIOBOARD_NOTIFY_PRIVATE would allow it."


def is_public(text: str) -> bool:
    """Whether an IP address is one of the Internet, and so is the IPv4 address that it carries, if any.

    Addresses of Teredo are none: both ends of such a tunnel are behind somebody's address translation.
    """
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv4Address):
        return _is_public_ipv4(address)
    number = int(address)
    if address in NAT64 or address in MAPPED:
        return _is_public_ipv4(IPv4Address(number & 0xFFFF_FFFF))
    if address in SIX_TO_FOUR:
        return _is_public_ipv4(IPv4Address(number >> 80 & 0xFFFF_FFFF))
    return address in GLOBAL_IPV6 and not _is_in_network(address, SPECIAL_IPV6)


def _is_public_ipv4(address: IPv4Address) -> bool:
    return not any(address in network for network in SPECIAL_IPV4)


def _is_in_network(address: IPv6Address, networks: tuple[IPv6Network, ...]) -> bool:
    return any(address in network for network in networks)
