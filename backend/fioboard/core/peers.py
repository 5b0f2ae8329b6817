"""Who is at the other end of a connection: the network that limits count by, and the proxies that are believed."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

_MAPPED_BITS = 96


def network_of_address(address: str) -> str:
    """One IPv4 address, or the /64 that one subscriber of IPv6 has; `unknown` for what is no address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return "unknown"
    # On a socket of both families every IPv4 address comes as ::ffff:a.b.c.d: of one /64, and yet not one network.
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return str(ip_network((ip, 64 if ip.version == 6 else 32), strict=False))


def read_proxies(text: str) -> list[str]:
    """Addresses and networks, separated by commas, also as a socket of both families names them. Raises ValueError."""
    networks: list[str] = []
    for word in (word.strip() for word in text.split(",") if word.strip()):
        try:
            network: IPv4Network | IPv6Network = ip_network(word)
        except ValueError:
            raise ValueError(
                "FIOBOARD_TRUSTED_PROXIES: addresses and networks such as 127.0.0.1,10.0.0.0/24, separated by commas"
            ) from None
        if network.prefixlen == 0:
            raise ValueError(
                "FIOBOARD_TRUSTED_PROXIES: a network of everybody would let anybody name any address"
            )
        networks.append(str(network))
        if isinstance(network, IPv4Network):
            networks.append(f"::ffff:{network.network_address}/{_MAPPED_BITS + network.prefixlen}")
    return networks
