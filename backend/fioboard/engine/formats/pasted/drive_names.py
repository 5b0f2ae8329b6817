"""Names of drives in sentences, also of models without a datasheet card: part numbers, and a maker's series.

A value is what was written. Series need their maker before them, unless their own words leave no doubt.
"""

import re
from collections.abc import Iterator

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact
from fioboard.engine.formats.pasted.parsing import COUNT, read_count

_MAKER = (
    r"Samsung|Seagate|WDC?|Western Digital|HGST|Hitachi|Toshiba|Intel|Micron|Crucial|Kioxia|Kingston|SanDisk"
    r"|SK ?hynix|Maxtor|Solidigm"
)
_PART = compile_later(
    rf"(?<![\w/-])(?:(?i:{_MAKER})\s(?:SSD\s)?)?(?:"
    r"ST\d{3,5}[A-Z]{2}\d{3,4}[A-Z]?(?:-\w{4,8})?|ST\d{6,9}[A-Z]{1,2}|HD[ST]\d{6}[A-Z]{3}\d{3}"
    r"|WDS?\d{2,4}[A-Z]\w{1,5}(?:-\w{4,8})?|TS\d{1,4}G[A-Z]{3}\w{2,6}"
    r"|HU[HSC]\d{6}\w{3,8}|(?:MG|MQ|DT|AL)\d{2}[A-Z]{2,4}\w{2,6}|HDW[A-Z]\d{3}"
    r"|MZ-?(?=[A-Z]{0,4}\d)[A-Z0-9]{5,14}(?:-[0-9A-Z]{3,6})?|SSD(?:PE|SC|SA)[A-Z0-9]{6,12}|SA2[MC]\w{6,8}"
    r"|MTFD[A-Z0-9]{8,16}(?:-\w{4,8})?|CT\d{3,4}[A-Z0-9]{2,8}SSD\d?|K[XC][GD]\w{6,10}|KPM\w{6,12}|HFS\w{9,16}"
    r"|(?:M[BKMORTZ]|E[GH]|V[KOR]|LK)\d{4,6}[A-Z]{4,6}|SDSSD\w{3,12}|SA400S37\w{0,6}|S(?:KC|EDC)\d{3,4}\w{2,8}|SNV\d?S\w{0,10}|SFYR\w{2,8}|(?<=Maxtor\s)\w*\d\w*)(?![A-Za-z\d-])"
)
_SERIES = {
    "OCZ": r"(?:Vertex|Agility|Trion|RD)\s?\d{1,3}(?:\sPro)?|Vector\s?\d{0,3}",
    "Patriot": r"(?:P|VP|VPN|M)\d{3,4}\w?|(?:Burst|Viper)(?:\s\w{2,10})?",
    "Acer": r"(?:Predator\s)?[GF][MA]\d\d?\w*",
    "Plextor": r"M\d{1,2}P?\w{0,4}|PX-\w{5,12}",
    "Transcend": r"(?:SSD|MTE|MTS)\d{3}\w?|\d{3}S|Jet[Ff]lash(?:\s\d{3})?",
    "Ediloca": r"EN\d{3}(?:\s(?:Pro|Plus))?",
    "Memblaze|Huawei|DapuStor|Union Memory|YMTC|ScaleFlux|Mangstor|Lite-?On|Zhitai|Hynix"
    "|Fusion-io": r"(?:PBlaze|ES|HWE|AM|PE|CSD|CV|T|R|H"
    r"|BC|PC|Ti\w{3,4}|MX|ioDrive|ioScale)\s?\d{1,5}\w?(?:-\d{3})?(?:\s(?:Duo|Pro))?",
    r"PNY|Apacer|Netac|KingSpec|KingDian|Fanxiang|Inland|Mushkin|Silicon Power|Team(?:group)?|MSI(?=\sSpatium)"
    r"|Fikwot|Goodram|Verbatim|Addlink|Biwin|Nextorage": r"(?:(?:Premium|Performance|Spatium|Helix|Pilot"
    r"|T-Force Cardea|Cardea"
    r"|Platinum)\s)?(?:CS|AS|NV|NX|NE|S|M|MP|MS|EX|US|A|P|G|N|FX|GX|TN|Vi|IRDM\s)-?\d{1,4}\w{0,4}(?:\s(?:Pro|PRO|Plus|Q))?"
    r"|IRDM(?:\sPro)?|Pilot-E|Premium|Platinum",
    "HP": r"(?:EX|S|FX)\d{3}(?:\sPro)?",
    "Gigabyte": r"(?:AORUS|Aorus)\s(?:NVMe\s)?(?:Gen\s?\d|\d{4,5}s?)|GP-\w{4,14}",
    "Samsung": r"(?:8[34567]0|9[5678]0|990|9100)(?:\s?(?:EVO|PRO|QVO|DCT))?(?:\s?Plus)?|[89][468]3\s(?:DCT|ZET)"
    r"|(?:PM|SM)\w{3,5}|17[23][35]\w?"
    r"|T[579](?:\sShield)?|HD\d{3}\w{2}|Spin[Pp]oint(?:\s\w\d)?",
    "WDC?[ _]|Western Digital": r"(?:Blue|Black|Red|Green|Gold|Purple)(?:\s(?:Plus|Pro))?"
    r"(?:(?:\s\d{1,4}\s?[GT]B)?\sS[NA]\d{3}\w{0,2}(?:\sSE)?)?(?:\s(?:SN|AN)\d{3,4}\w?)?|(?:PC\s)?SN\d{3,4}\w{0,2}"
    r"|(?:Ultrastar\s)?(?:DC\s)?(?:HC|SN)\d{3}|(?:Veloci)?Raptor|My\s(?:Passport|Book)|Elements|easystore",
    "Crucial": r"(?:MX|BX|M)\d{3}|M4|C300|P[1235]\d{0,2}(?:\s(?:Plus|Pro))?|T\d{3}",
    "Kingston": r"A400|V[23]\d{2}|HyperX(?:\s(?:3K|Fury|Savage|Predator))?"
    r"|DT\d{2,3}\b|DataTraveler(?:\s\w{2,10})?|Fury\s\w+|A2000|NV[123]|KC\d{3,4}|UV\d{3}|DC\d{3,4}\w?",
    "Intel": r"(?:Optane\s)?(?:SSD\s)?(?:DC\s)?(?:(?:D\d-)?[PSD]\d{4}X?|\d{3}[ps]|[89]\d\dP|[57][1-4]0"
    r"|(?<=Optane\s)1600X|X[123]5-[MEV]|3[1-3]0(?=\s(?:[Ss]eries|SSD|second|first)))|(?<=SSD\s)750",
    "Seagate": r"(?:IronWolf|Barracuda|Exos|FireCuda|SkyHawk|Nytro|Constellation|Cheetah|Savvio|Archive"
    r"|Backup\sPlus|Pulsar)(?:\s(?:Pro|Compute|ES))?"
    r"(?:\s?\.\d)?(?:\s(?:2?X\d{2}|XM\d{4}|\dE\d|1[05]K(?:\.\d)?|\d{3,4}\b))?",
    "Toshiba": r"[NXP]300|MG\d{2}\w*|XG\d|RC\d{3}|P[XM]\d{2}\w{0,3}|CM\d|HK\d\w|OCZ\s\w{2}\d{3}",
    "SanDisk": r"(?:Plus\b|Lightning)|(?:Ultra|Extreme)(?:\s(?:3D|II|Plus|Pro|Fit|Flair|Dual|Luxe))?|X\d{3}\b"
    r"|SSD\sPlus",
    "Micron": r"(?:[5679]\d{3}|1[13]00|2[2345]\d0|3[45]\d0)(?:\s(?:PRO|MAX|ION|ECO))?|M[56]\d{2}|XTR",
    "Solidigm": r"P\d{2}(?:\s(?:Plus|Pro))?|D\d-PS?[SD]?\d{4}",
    "SK ?hynix": r"(?:Gold\s|Platinum\s)?[PS][34]1(?:\s(?:Gold|Platinum))?|P[CE]\d{3,4}\w?",
    "Kioxia": r"(?:CM|CD|BG|XG|PM)\d{1,2}P?(?:-\w)?|Exceria(?:\s(?:Plus|Pro))?(?:\sG\d)?",
    "ADATA|XPG": r"(?:XPG\s)?(?:SX|SU|S|Gammix\sS)\d{2,4}\w*(?:\s(?:Pro|Blade))?|Legend\s\d{3}",
    "Corsair": r"(?:Force\s)?MP\d{3}\w{0,5}(?:\s(?:Pro|PRO|Elite|XT|LPX)){0,2}",
    "Sabrent": r"Rocket(?:\s(?:\d\.0|Q|\d))?(?:\sPlus)?",
    "Lexar": r"N[MSQ]\d{3}",
    "Dell": r"(?:DC|Ent(?:erprise)?|Express\sFlash)\sNVMe(?:\s(?!\d+(?:\.\d+)?\s?[TG]B)[A-Z\d][\w.]{1,10}){1,5}",
    "HGST|Hitachi": r"(?:Ultrastar|Deskstar|Travelstar)\s(?:DC\s)?(?:NAS|He\d{1,2}|\w?\d\w{2,6})|SN\d{3}"
    r"|(?!\d+\s?[TG]B|(?:5400|5900|7200|10000|10k|15000|15k)\b)\w*\d\w{3,}",
}
_SERIES_PATTERN = compile_later(
    r"(?<![\w-])(?:"
    + "|".join(
        rf"(?:{maker})(?:®|\(R\)|™)?[\s_-]?(?:(?:SSD|NVMe|\d{{1,3}}(?:\.\d{{1,2}})?\s?[GT]B)\s){{0,2}}(?:{series})"
        for maker, series in _SERIES.items()
    )
    + r"|Optane\s(?:SSD\s)?(?:DC\s)?(?:P\d{4}X?|[89]\d\dP)"
    + r"|(?:8[34567]0|9[5678]0|990)\s(?:EVO|PRO|QVO)(?:\sPlus)?|(?:PM|SM)(?:9|1[67])\w{1,4}|(?:PM|SM)8[368]\d\w?"
    + r"|(?:Iron[Ww]olf|Exos|FireCuda|SkyHawk)(?:\sPro)?(?:\s2?X\d{2}|\s\d{3}\b)?|ioDrive\s?\d?(?:\sDuo)?|(?:PC"
    r"|DC)\sSN\d{3}\w?"
    + r"|P(?:3[567]00|4[56][01]0|5[58]\d0X?)|S(?:3[57]\d0|4[56]\d0)|C[DM]\d-[RV]|SN[5-8]\d0X?"
    + r"|Ultrastar\s(?:DC\s)?(?:HC|SN)\d{3})(?=s?(?![\w-]))",
    re.IGNORECASE,
)
_CAPACITY = compile_later(
    r"[\s(,-]*(?:(?:Series|2\.5(?:\"|''|-inch)?|NVMe/PCIe|NVMe|SSDs?|M\.2|U\.[23]|E[13]\.[SL]|SATA|HDDs?|drives?|disks?|Enterprise)[\s(,-]*){0,3}"
    r"(?!(?:3|6|12|24)\s?G\s(?:SAS|SATA)\b)(?P<size>\d{1,4}(?:[.,]\d{1,2})?)\s?(?P<unit>[GT])B?(?![\w/])",
    re.IGNORECASE,
)
_CAPACITY_BEFORE = compile_later(
    r"(?:(?<![\w.])|(?<=\d[x×*]))(?P<size>\d{1,4}(?:[.,]\d{1,2})?)\s?(?P<unit>[GT])B?[\s-](?:(?:NVMe|M\.2|SATA|SAS|SSD)\s){0,2}$",
    re.IGNORECASE,
)
_COUNT = compile_later(
    r"(?<![\w.,-])(?<!gen )(?<!pcie )(?<!pci )(?<!usb )(?<!md)"
    rf"(?P<count>{COUNT}|pair of)"
    r"\s?(?:[x×*]\s?)?"
    r"(?:\d{1,4}(?:\.\d)?\s?[GT]B\s)?"
    rf"(?:(?:NVMe|SATA|SAS|SSD'?s?|drives|new\b|(?:PCIe\s?)?Gen\s?\d(?:\.0)?|(?![TG]B\b)(?-i:[A-Z])\w+|{_MAKER})\s?){{0,3}}\(?$",
    re.IGNORECASE,
)
# "Gen 5 WD" counts nothing.
_KIND = (
    r"(?:NVMe|SATA|SAS|PCIe|Gen\s?\d(?:\.0)?|[345]\.0|U\.[23]|M\.2|E1\.[SL]|E3\.S|enterprise|consumer|identical|spinning|mechanical"
    r"|rotational|[23]\.5(?:\"|''|-inch)|7\.?2k|10k|15k|\d{4,5}\s?rpm)"
)
# "one 1TB SATA SSD"; a size before "disk" alone may be a virtual one.
_PLAIN = compile_later(
    rf"(?<![\w.])(?!(?:3|6|12|24)\s?GB?\s(?:SAS|SATA)\b)(?P<size>\d{{1,4}}(?:[.,]\d{{1,2}})?)\s?(?P<unit>[GT](?:(?=B\s)|(?<=T)(?=\s(?:SAS|SATA|NVMe|SSD))))B?\s"
    rf"(?:{_KIND}\s){{0,3}}"
    r"(?:(?:SSD|HDD|NVMe)s?|hard (?:drive|disk)s?|(?<=SAS\s)(?:drives|disks)|(?<=SATA\s)(?:drives|disks)"
    r"|SATA|SAS)(?![\w-])",
    re.IGNORECASE,
)
# Drives of a maker by their size alone: three HGST 10TB drives; a size in brackets behind what it is of.
_OF_MAKER = compile_later(
    rf"\b(?:{_MAKER}|NVMe|SATA|SAS)\s(?P<size>\d{{1,3}}(?:[.,]\d{{1,2}})?)\s?(?P<unit>[GT])B\s(?:hard\s)?(?:drive|dis[ck]|HDD|SSD)s?\b"
    r"|(?:(?<=\d[x×*])|(?<=pair of)|(?<=two)|(?<=three)|(?<=four)|(?<=six)"
    r"|(?<=eight))\s?(?P<each>\d{1,3}(?:[.,]\d{1,2})?)\s?(?P<scale>[GT])B\s(?:\w+\s)?(?:disc|disk|drive|HDD)s?\b"
    r"|(?<=\d\s)(?:NVMe|SSD|HDD)s?\s(?:x\s)?(?P<behind>\d{1,3}(?:[.,]\d{1,2})?)\s?(?P<step>T)B?\b"
    r"|\b(?:drive|disk|SSD|HDD) (?:capacity|size)(?: is| of|:) (?P<stated>\d{1,4}(?:[.,]\d{1,2})?)\s?(?P<root>[GT])B?\b"
    r"|\b(?:drive|disk|SSD|HDD)s?\s\((?P<inside>\d{1,3}(?:[.,]\d{1,2})?)\s?(?P<power>[GT])B\)",
    re.IGNORECASE,
)
# "SSD 500GB" of a list of parts
_SIZE_BEHIND = compile_later(
    r"\b(?:NVMe|SSD|HDD)s?:?\s(?P<size>120|128|240|250|256|480|500|512|960|[1-9]\d?(?:[.,]\d{1,2})?(?=\s?T))\s?(?P<unit>[GT])B\b"
    r"(?![\w/])"
    r"(?!\s(?:file|test|partition|volume|LV|cache|data|of|per|image|were|was|copied|written|free|in|took))",
    re.IGNORECASE,
)
# "8x4TB": so many of that size; memory is counted in GB.
_TIMES_SIZE = compile_later(
    r"(?<![\w.])(?P<count>\d{1,2})\s?[x×*]\s?(?P<size>\d{1,2}(?:\.\d{1,2})?)\s?TB(?![\w/])", re.IGNORECASE
)
# A list of parts: "4 x Dell NVMe ISE 7450 U.2 7.68TB"
_PARTS = compile_later(
    r"^\W{0,4}(?P<count>\d{1,2})\s?[x×]\s(?=[^,;]{0,80}\b(?:NVMe|SSD|HDD)s?\b)(?:[\w./-]{1,20}\s){1,8}"
    r"(?P<size>\d{1,4}(?:[.,]\d{1,2})?)\s?(?P<unit>[GT])B(?![\w/])",
    re.IGNORECASE,
)
# "72 hard drives"
_DRIVES = compile_later(
    rf"\b(?:there are|with|has|have|of|using|uses|across|over|from|contains?)\s(?P<count>{COUNT}|(?:a\s)?pair of)\s"
    rf"(?:(?:hard|SSD|HDD|{_KIND})\s){{0,4}}(?:drives|disks|SSDs|HDDs|NVMes|NVMe's|(?:NVMe\s)?(?:SSD|HDD)(?!\s\w*(?:slot|port|bay|cache|pool|tier|OSD|adapter|plane|enclosure|disk|drive)))\b",
    re.IGNORECASE,
)
# Of several arrays a count of drives is no width.
_ARRAYS = compile_later(r"\b\d{1,2}\s?[x×]?\sRAID", re.IGNORECASE)
# "Sabrent 1TB Rocket"
_INSIDE = compile_later(r"\s(?P<size>\d{1,3}(?:\.\d{1,2})?)\s?(?P<unit>[GT])B\s")
_OTHER_NAME = compile_later(r"/[A-Z]\w*\d\w*")
_TIMES = compile_later(r"\s?[x×*]\s?(?P<count>[2-9]|\d{2})\b")
_A_SIZE = compile_later(r"\d\s?[gt]")
_SMALL_MARKS = compile_later(r"®|\(R\)|™")
# Of each part number: two capitals, and a digit in the same word.
_PART_MARK = compile_later(r"[A-Z]{2}[A-Z-]{0,6}\d")
_SERIES_WORDS = (
    "samsung", "wd", "western", "crucial", "kingston", "intel", "seagate", "toshiba", "sandisk", "micron",
    "solidigm", "hynix", "kioxia", "adata", "corsair", "sabrent", "lexar", "hgst", "hitachi", "ocz", "patriot",
    "memblaze", "huawei", "dapustor", "union memory", "ymtc", "scaleflux", "mangstor", "lite-", "liteon", "zhitai",
    "iodrive", "fusion-io",
    "addlink", "biwin", "ediloca", "nextorage", "xpg", "dell ", "acer",
    "plextor", "transcend", "pny", "apacer", "netac",
    "kingspec", "kingdian", "fanxiang", "inland",
    "mushkin", "silicon power", "team", "gigabyte", "msi ", "hp ", "fikwot", "goodram", "verbatim",
    " evo", " pro", " qvo", "optane", "pm8", "pm9", "pm1", "sm8", "sm9", "sm1", "wolf", "exos", "firecuda",
    "skyhawk", "pc sn", "dc sn", "ultrastar", "cd8", "cd6", "cd7", "cm6", "cm7", "sn5", "sn6", "sn7", "sn8",
)  # fmt: skip
_BARE = compile_later(r"\b[ps][345]\d\d0")
_PLAIN_WORDS = ("ssd", "hdd", "nvme", "sata", "sas", "drive", "disk", "disc", "raid", "mirror")


def read_drive_names(sentence: str, small: str, line: int, *, names_only: bool = False) -> Iterator[Fact]:
    """Give the model, capacity and number of drives that a sentence names; `small` is the sentence in lower case.

    `names_only`: sizes without a name beside them are of a drive that is named elsewhere in the sentence.
    """
    matches = list(_PART.finditer(sentence)) if _PART_MARK.search(sentence) or "maxtor" in small else []
    if not matches and (any(map(small.__contains__, _SERIES_WORDS)) or _BARE.search(small)):
        matches = list(_SERIES_PATTERN.finditer(sentence))
    for match in matches:
        if match.start() and sentence[match.start() - 1] == "/":
            # "SM961/PM961": another name of the same drive.
            continue
        inside = _INSIDE.search(match[0])
        name = match[0].replace(inside[0], " ") if inside else match[0]
        yield Fact("drive.model", " ".join(_SMALL_MARKS.sub("", name).split()), line, "prose")
        if inside is not None:
            size = float(inside["size"].replace(",", ".")) * (1e12 if inside["unit"] in "tT" else 1e9)
            yield Fact("drive.capacity", str(round(size)), line, "prose", "bytes")
        other = _OTHER_NAME.match(sentence, match.end())
        yield from read_neighbours(sentence, match.start(), other.end() if other else match.end(), line)
    if not matches and not names_only and any(map(small.__contains__, _PLAIN_WORDS)):
        yield from _read_sizes(sentence, small, line)


def _make_capacity(number: str, unit: str, line: int) -> Fact:
    size = float(number.replace(",", ".")) * (1e12 if unit in "tT" else 1e9)
    return Fact("drive.capacity", str(round(size)), line, "prose", "bytes")


def _read_sizes(sentence: str, small: str, line: int) -> Iterator[Fact]:
    """Give what a sentence without a known name says of drives: size, number, and a name that only its form tells."""
    if _A_SIZE.search(small):
        yield from _read_named_sizes(sentence, line)
        times = _TIMES_SIZE.search(sentence) if "raid" in small or "mirror" in small else None
        if times is not None and int(times["count"]) > 1:
            yield _make_capacity(times["size"], "T", line)
            yield Fact("drive.count", times["count"], line, "prose")
            if not _ARRAYS.search(sentence):
                yield Fact("raid.width", times["count"], line, "prose")
    for match in () if "raid" in small else _DRIVES.finditer(sentence):
        yield Fact("drive.count", _read_count(match["count"]), line, "prose")


def _read_named_sizes(sentence: str, line: int) -> Iterator[Fact]:
    plain = list(_PLAIN.finditer(sentence))
    parts = None if plain else _PARTS.match(sentence)
    if parts is not None and int(parts["count"]) > 0:
        yield _make_capacity(parts["size"], parts["unit"], line)
        yield Fact("drive.count", parts["count"], line, "prose")
    for match in () if plain else _SIZE_BEHIND.finditer(sentence):
        yield _make_capacity(match["size"], match["unit"], line)
    for match in plain:
        yield _make_capacity(match["size"], match["unit"], line)
        yield from _count_drives(sentence, match.start(), line)
    for match in _OF_MAKER.finditer(sentence):
        number = match["size"] or match["each"] or match["behind"] or match["inside"] or match["stated"]
        unit = match["unit"] or match["scale"] or match["step"] or match["power"] or match["root"]
        yield _make_capacity(number, unit, line)
        yield from _count_drives(sentence, match.start(), line)


def read_neighbours(sentence: str, start: int, end: int, line: int) -> Iterator[Fact]:
    """Give the capacity beside a name, and how many of the drives there are."""
    capacity = _CAPACITY.match(sentence, end) or _CAPACITY_BEFORE.search(sentence[:start])
    if capacity is not None:
        size = float(capacity["size"].replace(",", ".")) * (1e12 if capacity["unit"] in "tT" else 1e9)
        yield Fact("drive.capacity", str(round(size)), line, "prose", "bytes")
        if capacity.end() >= end and (behind := _TIMES.match(sentence, capacity.end())):
            yield Fact("drive.count", behind["count"], line, "prose")
    yield from _count_drives(sentence, start, line)


def _read_count(text: str) -> str:
    return "2" if "pair" in text.lower() else read_count(text)


def _count_drives(sentence: str, start: int, line: int) -> Iterator[Fact]:
    """Give the number before a name or a size; in a sentence of an array it is its width, too."""
    count = _COUNT.search(sentence[:start])
    number = _read_count(count["count"]) if count else "0"
    if int(number) > 1:
        yield Fact("drive.count", number, line, "prose")
        if _ARRAYS.search(sentence):
            return
        # Unraid is a system.
        small = sentence.lower().replace("unraid", "")
        if "raid" in small or "mirror" in small:
            yield Fact("raid.width", number, line, "prose")
