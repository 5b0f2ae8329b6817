"""What people write of the network: its speed, and no other link's."""

import re
from collections.abc import Iterator

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact

# GB are no speed: memory and drives stand in the same sentence.
_SPEEDS = compile_later(
    r"(?<![\w.])(\d{1,3}(?:\.5)?)\s?-?(?i:G)(?:b(?i:E|it|ps)?|B(?i:ps)|(?i:igabit|igE))\b"
)
_ETHERNET = compile_later(
    r"(?<![\w.])(?P<speed>1|2\.5|5|10|20|25|40|50|56|100|200|400)\s?(?:GbE|Gb Ethernet|GigE|Gbit Ethernet"
    r"|G(?:b(?:it|ps)?(?:/s)?)?\s(?:Ethernet|Infiniband|IB|RoCE|network|LAN|links?|uplinks?|connections?|NFS|iSCSI)"
    r"|-?gigabit(?:\s(?:Ethernet|network|networking|LAN|links?))?)\b(?!\s(?:ports?|NICs?|switch))"
    r"|(?<![\w.])(?P<card>1|2\.5|5|10|20|25|40|50|56|100|200|400)\s?-?G(?:b(?:it|ps)?(?:/s)?|ig)?\s(?:(?:mellanox|intel)\s)?"
    r"(?:NICs?|RDMA|network (?:cards?|adapters?|interfaces?)|(?:Ethernet )?(?:adapters?|interfaces?)|Ethernet)\b"
    r"|\b(?:RDMA|RoCE|Infiniband|Ethernet)\s(?:of\s|at\s|is\s)?(?P<behind>10|20|25|40|50|56|100|200|400)\s?G(?:b(?:it|ps|E)?(?:/s)?)?\b(?!i?B)"
    r"|(?<![\d.-]\s)(?<![\d.-])(?<!ten\s)(?<!multi\s)\b(?P<plain>gigabit)\s(?:Ethernet|switch|LAN|network)\b"
    r"|\b(?:network|link|LAN) is (?:only )?(?:a )?gigabit\b",
    re.IGNORECASE,
)

# Cards of these have speeds, too.
_OTHER_LINK = compile_later(r"\b(?:USB|Thunderbolt|SATA|SAS|FC|Fib(?:re|er) Channel)\b", re.IGNORECASE)


def read_network(sentence: str, line: int) -> Iterator[Fact]:
    if len({float(number) for number in _SPEEDS.findall(sentence)}) > 1:
        # "I tried 1 Gb and 40 Gb."
        return
    for match in _ETHERNET.finditer(sentence):
        if match["card"] and _OTHER_LINK.search(sentence):
            continue
        speed = match["speed"] or match["card"] or match["behind"] or "1"
        yield Fact("network.speed", str(round(float(speed) * 1000)), line, "prose", "Mb/s")
