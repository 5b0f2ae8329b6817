"""Which addresses count as the Internet's: IANA's registries of special-purpose addresses, on every Python alike."""

from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest

from fioboard.app.notifications.public_address import is_public
from tests.loops import check_each

# Each line of https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry (2025),
# and the two ranges of multicast.
REGISTERED = [
    "0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32", "192.0.0.10/32", "192.0.0.170/32", "192.0.0.171/32",
    "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "255.255.255.255/32", "224.0.0.0/4",
    "::1/128", "::/128", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001::/32", "2001:1::1/128",
    "2001:1::2/128", "2001:1::3/128", "2001:2::/48", "2001:3::/32", "2001:4:112::/48", "2001:10::/28", "2001:20::/28",
    "2001:30::/28", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "ff00::/8",
]  # fmt: skip
PRIVATE_IPV4 = [
    "10.0.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "192.0.0.192",
    "192.168.1.1",
    "100.64.0.1",
    "0.0.0.0",
]
OUTSIDE = [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
    "169.253.255.255", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.167.255.255",
    "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::1", "2001:4860:4860::8888",
    "2606:4700::1111", "2a00:1450::1", "3ffe::1",
]  # fmt: skip


@check_each("network", REGISTERED)
def test_no_registered_range_is_public(network: str) -> None:
    known = ip_network(network)
    for address in (known[0], known[-1], known[known.num_addresses // 2]):
        assert not is_public(str(address))


@check_each("address", OUTSIDE)
def test_the_addresses_beside_them_are_public(address: str) -> None:
    assert is_public(address)


def carried(ipv4: str) -> list[str]:
    """An IPv4 address inside IPv6 ones: mapped, by NAT64, by 6to4."""
    number = int(IPv4Address(ipv4))
    return [
        f"::ffff:{ipv4}",
        str(IPv6Address((0x64FF9B << 96) | number)),
        str(IPv6Address((0x2002 << 112) | (number << 80) | 1)),
    ]


@pytest.mark.parametrize("ipv4", PRIVATE_IPV4)
def test_what_an_address_carries_counts(ipv4: str) -> None:
    assert [one for one in carried(ipv4) if is_public(one)] == []
    assert all(is_public(one) for one in carried("1.1.1.1"))


@pytest.mark.parametrize("ipv4", [*PRIVATE_IPV4, "1.1.1.1"])
def test_tunnels_of_teredo_and_compatible_addresses_are_never_public(ipv4: str) -> None:
    number = int(IPv4Address(ipv4))
    assert not is_public(str(IPv6Address((0x20010000 << 96) | (number << 64) | (number ^ 0xFFFF_FFFF))))
    assert not is_public(str(IPv6Address(number)))


def test_a_zone_does_not_hide_an_address() -> None:
    assert not is_public("fe80::1%eth0")
    assert not is_public("::1%lo")
