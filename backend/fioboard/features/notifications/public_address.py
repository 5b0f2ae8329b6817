"""Which IP addresses belong to the Internet, whatever they carry inside."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_NAT64 = IPv6Network("64:ff9b::/96")
_COMPATIBLE = IPv6Network("::/96")

PRIVATE = "The server is in a private network; FIOBOARD_NOTIFY_PRIVATE would allow it."


def is_public(text: str) -> bool:
    """Whether an IP address is one of the Internet, whatever it carries inside (mapped, 6to4, Teredo, NAT64)."""
    address = ip_address(text.partition("%")[0])
    return all(one.is_global and not one.is_multicast for one in _carried(address))


def _carried(address: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    if isinstance(address, IPv4Address):
        return [address]
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]
    inside: list[IPv4Address | IPv6Address] = [address]
    if address.sixtofour is not None:
        inside.append(address.sixtofour)
    if address.teredo is not None:
        inside.extend(address.teredo)
    if address in _NAT64 or address in _COMPATIBLE:
        inside.append(IPv4Address(int(address) & 0xFFFF_FFFF))
    return inside
