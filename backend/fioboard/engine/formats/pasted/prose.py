"""What people say of the machine in sentences and headings: drive model, slot, link, BIOS setting, rating, temperature.

Precision before recall: a sentence that asks, compares, supposes or speaks of another machine says nothing here.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.array_prose import (
    is_about_single_drive,
    is_title,
    read_arrays,
    read_ratings,
)
from fioboard.engine.formats.pasted.asked_values import ROW, join_headings, read_drive_form
from fioboard.engine.formats.pasted.card_names import read_card_names
from fioboard.engine.formats.pasted.drive_names import read_drive_names
from fioboard.engine.formats.pasted.facts import NO_RUN, Fact, Line
from fioboard.engine.formats.pasted.machine_names import PRODUCT
from fioboard.engine.formats.pasted.network_prose import read_network
from fioboard.engine.formats.pasted.parsing import read_command
from fioboard.engine.formats.pasted.part_tables import read_part_tables
from fioboard.engine.formats.pasted.sentence_devices import drop_ambiguous, set_devices
from fioboard.engine.formats.pasted.statements import (
    is_of_other_task,
    is_of_others,
    is_statement,
    list_owned,
    strip_boot_drives,
    strip_likenesses,
    take_first_clause,
)
from fioboard.engine.formats.pasted.storage_prose import STORAGE_READERS
from fioboard.engine.formats.pasted.system_prose import SYSTEM_READERS, read_form
from fioboard.engine.formats.pasted.system_versions import find_lone_systems

Readers = Sequence[tuple[tuple[str, ...], Callable[[str, int], Iterator[Fact]]]]
MAX_CHARACTERS = 4_000
"""Of a line, which may be a paragraph."""
MAX_SENTENCE = 600
_SENTENCE = compile_later(r"(?<=[.!?;])\s+(?=[A-Z0-9(\"'])|(?<=[\u3002\uff01\uff1f\uff1b])")
# A heading of Markdown, and no command of root.
_TITLE = compile_later(
    r"#{1,6} (?!(?:sudo|fio|cat|ls\w*|nvme|zpool|zfs|mdadm|mkfs\S*|u?mount|dd|echo|time|for|dmesg|uname|smartctl|hdparm"
    r"|df|fdisk|parted|apt\S*|yum|dnf|pkg|sysctl|numactl|taskset|io\w+|bonnie\S*|rados|rbd|ceph)\b)"
    r"(?:\[[\w /-]{2,24}\] |[\w+.]+ )[\w-]+ (?!.* --?[A-Za-z]|.*[/|=])"
)
_ASIDE = compile_later(r"\s\([^()]{12,300}\)")
_LINK = compile_later(r"https?://\S+")
# Inline code holds commands, or a name that somebody set apart.
_INLINE_CODE = compile_later(r"`([^`]*)`")
_OF_PART = compile_later(
    r"\b(?:other|remaining|rest of the) (?:\d{1,3} |[a-z]{3,5} )?(?:drives?|disks?|SSDs?|HDDs?)\b",
    re.IGNORECASE,
)
_RELEASE = compile_later(r"\d{1,2}\.\d{1,3}\.\d")
_PROPERTY = compile_later(r"(?:zfs set )?[a-z]{4,14}=[\w-]{1,10}")
_COMMAND = compile_later(r"[=$/|<>{]|(?:^|\s)-{1,2}[a-z]")
_GUEST = compile_later(
    r"\bVMs?\b|\bdocker\b|\bcontainers?\b|\bpods?\b|\bvirtual machines?\b|\bguests?\b|\bLXC\b"
    r"|\u0432\u0438\u0440\u0442\u0443\u0430\u043b\u044c\u043d"
    r"|\u865a\u62df\u673a|\bvirtuellen? Maschine",
    re.IGNORECASE,
)
_GUEST_WORDS = (
    "vm",
    "docker",
    "container",
    "pod",
    "virtu",
    "guest",
    "lxc",
    "\u0432\u0438\u0440\u0442\u0443",
    "\u865a\u62df",
)
_OF_SYSTEMS = frozenset(["os.name", "os.version", "kernel", "fs.type"])
# Letters of these scripts stand beside Latin ones without a blank.
_BESIDE_CJK = compile_later(
    r"(?<=[\u3000-\u9fff\uff00-\uffef])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u3000-\u9fff])"
)
_OF_MACHINES = frozenset(["cpu.model", "system.product", "board.product"])
_STORAGE_SYSTEMS = ("StorageWorks ", "Lenovo ", "HP ", "Acer ")
# Units, and main memory, in Russian and Chinese.
_FOREIGN = (
    (compile_later(r"(?<=\d)\s?\u0413[\u0411\u0431](?!\w)"), "GB"),
    (compile_later(r"(?<=\d)\s?\u0422[\u0411\u0431](?!\w)"), "TB"),
    (
        compile_later(
            r"(?:\u043e\u043f\u0435\u0440\u0430\u0442\u0438\u0432\w+ )?"
            r"\u043f\u0430\u043c\u044f\u0442\u0438|\u041e\u0417\u0423"
        ),
        "RAM",
    ),
    (compile_later(r"\u5185\u5b58\s?:?\s?(?=\d)"), "memory of "),
)
_OTHER_LIST = compile_later(
    r"\b(?:old|older|plan|planned|planning|previous|former|would|will|going to|intend|buy|considering"
    r"|thinking)\b[^.!?\n]*:$",
    re.IGNORECASE | re.MULTILINE,
)
_ITEM = compile_later(r"\s*(?:[-*+•–]|\d{1,2}[.)])\s+\S")
_DEVICE_PATH = compile_later(r"/dev/[a-z]\w*")
_SLOT = compile_later(
    r"\b(?:PCI-?e?\s*|M\.?2\s*)?slot\s?[#-]?\s?(?P<slot>\d{1,2})\b(?!\d|\.\d|\s?(?:x\d|lanes|slots))",
    re.IGNORECASE,
)
_SLOT_NAME = compile_later(r"\b(?P<slot>M\.?2_\d|PCIE_?\d|PCIEX\d{1,2}(?:_\d)?|M2[A-Z]_CPU)\b")
_GENERATION = r"(?:(?:PCI-?e|PCI[ -]?Express)[ -]?(?:Gen[ .-]?)?|Gen[ .-]?)(?P<generation>[1-6])(?:\.[01])?"
_PCIE = (
    compile_later(
        rf"\b{_GENERATION}[ ,@(-]{{0,3}}(?:[x×]\s?(?P<lanes>1|2|4|8|16)\b|(?P<count>1|2|4|8|16)\s?lanes?\b)",
        re.IGNORECASE,
    ),
    compile_later(
        rf"(?<![\w.])[x×](?P<lanes>1|2|4|8|16)\s(?:at\s|@\s?|on\s|\()?{_GENERATION}(?![ ,@(-]{{0,3}}[x×\d])",
        re.IGNORECASE,
    ),
)
_ABOVE_DRIVES = compile_later(
    r"\b(?:slot|carrier|adapter|card|HBA|switch|uplink|riser|host(?!:))\b", re.IGNORECASE
)
_NPS = compile_later(
    r"\b(?:NPS|(?i:(?:NUMA )?nodes per socket))\s?(?:[=:-]|set to|is|of)?\s?(?P<nps>[0124])\b"
)
_STATE = r"(?:is |was |are |were )?(?P<state>off|on|disabled|enabled)\b"
_SETTINGS = (
    ("bios.smt", compile_later(rf"\b(?:SMT|hyper-?threading)\s{_STATE}", re.IGNORECASE)),
    ("bios.c_states", compile_later(rf"\bC-?states?\s{_STATE}", re.IGNORECASE)),
    ("bios.iommu", compile_later(rf"\bIOMMU\s{_STATE}", re.IGNORECASE)),
)  # fmt: skip
_TEMPERATURE = compile_later(
    r"\b(?P<when>idle|peak|max(?:imum)?|under load|highest)\b[^.;\d]{0,20}(?P<value>\d{2,3})\s?°\s?C\b", re.IGNORECASE
)  # fmt: skip
_WHEN = {"idle": "temperature.idle"}
_KERNEL = compile_later(
    r"\b(?:[Kk]ernel|\u044f\u0434\u0440\u043e|\u5185\u6838|[Nn]\u00facleo)\s?:?\s(?:is |was "
    r"|= ?)?(?:used (?:is |are |was |were )?)?(?:version (?:is |was )?)?(?:(?:up|down)graded to "
    r"|updated to )?(?:[^.;:,()\d]{0,40}\()?"
    r"(?P<kernel>\d{1,2}\.\d{1,3}[\w.+-]*)|(?:(?<![\w-])linux-|(?:^|\b(?:on|with|under|running|using|and)\s|[(,]\s?)[Ll]inux\s)(?P<tree>\d\.\d{1,2}\.\d{1,3}[\w.-]*)"
)


def read_prose(lines: Sequence[Line]) -> Iterator[Fact]:
    """Give what the sentences of these lines state, each once."""
    stated: set[tuple[str, str, int]] = set()
    lines = list(join_headings(lines))
    texts = [(line.number, text) for line in lines if _may_state(text := _strip_marks(line.text))]
    whole = "\n".join([text for _, text in texts])
    small = whole.lower()
    readers = _choose_readers(small, _READERS)
    has_single = "raid" in small and is_about_single_drive(small)
    has_guests = any(map(small.__contains__, _GUEST_WORDS)) and _GUEST.search(whole) is not None
    has_others = is_of_others(whole)
    has_zfs = "zfs" in small or "zpool" in small
    for fact in read_part_tables(lines, lambda cell, number: _read_sentences(cell, number, _READERS)):
        stated.add((fact.key, fact.value, fact.line))
        yield fact

    def read(text: str, line: int) -> Iterator[Fact]:
        return _read_sentences(text, line, readers, has_others=has_others)

    of_others = _find_lists_of_others(lines) if _OTHER_LIST.search(whole) else set()
    for number, whole_text in texts:
        if number in of_others:
            continue
        row = ROW.fullmatch(whole_text)
        text = f"{row['key']}: {row['value']}" if row else whole_text
        form = read_form(text, number) or read_drive_form(text, number, read)
        for fact in form or (() if row else read(text, number)):
            if (fact.key, fact.value, fact.line) not in stated:
                stated.add((fact.key, fact.value, fact.line))
                # Host and guest have each a system of their own.
                # Who speaks of ZFS names another file system beside it.
                is_of_either = (
                    (has_guests and fact.key in _OF_SYSTEMS)
                    or (has_zfs and fact.key == "fs.type")
                    or (has_single and fact.key.startswith("raid.") and not is_title(text))
                )
                yield replace(fact, device=NO_RUN, is_listed=True) if is_of_either else fact
    if not any(key == "os.name" for key, _, _ in stated):
        yield from _read_lone_system(texts, of_others)


def _read_lone_system(texts: Sequence[tuple[int, str]], of_others: set[int]) -> Iterator[Fact]:
    """Offer the system that a text names, where it is the only one and no sentence says more of it."""
    named: dict[str, tuple[str, int]] = {}
    for number, text in texts:
        for sentence in _SENTENCE.split(text) if number not in of_others else ():
            for name in find_lone_systems(sentence) if len(sentence) <= MAX_SENTENCE else ():
                if is_statement(sentence.lower()) and not is_of_others(sentence):
                    named.setdefault(name.lower(), (name, number))
    if len(named) == 1:
        ((name, number),) = named.values()
        yield Fact("os.name", name, number, "prose", device=NO_RUN, is_listed=True)


def _find_lists_of_others(lines: Sequence[Line]) -> set[int]:
    """Return the lines of lists below a line that speaks of another machine: "The old hardware:"."""
    numbers: set[int] = set()
    is_of_others = is_below = False
    for line in lines:
        text = line.text.strip()
        is_part = _ITEM.match(line.text) is not None or (is_below and not text.endswith((".", "?", "!", ":")))
        if text and is_part:
            numbers |= {line.number} if is_of_others else set()
            is_below = is_of_others
        elif text:
            is_of_others = is_below = text.endswith(":") and _OTHER_LIST.search(text) is not None
    return numbers


def _may_state(text: str) -> bool:
    """Whether a line can be a sentence: no command, no row of a table, no bracket of a program."""
    return (
        0 < len(text) <= MAX_CHARACTERS
        and (text[0] not in "|{}[]<$" or ROW.fullmatch(text) is not None)
        and (_TITLE.match(text) is not None or read_command(text) is None)
    )


def _choose_readers(small: str, readers: Readers) -> Readers:
    """Return the readers of which a word occurs in a text in lower case, with those words alone."""
    readable = [(tuple(filter(small.__contains__, words)), read) for words, read in readers]
    return [one for one in readable if one[0]]


def _strip_marks(text: str) -> str:
    """Return a line without links, commands and marks of inline code."""
    if "://" in text:
        text = _LINK.sub(" ", text)
    if "`" in text:
        text = _INLINE_CODE.sub(_strip_code, text)
    if not text.isascii():
        text = _BESIDE_CJK.sub(" ", text.replace("\uff1a", ":").replace("\uff0c", ", "))
        for pattern, word in _FOREIGN:
            text = pattern.sub(word, text)
    return text.strip()


def _strip_code(code: re.Match[str]) -> str:
    """Return a name or a property that somebody set apart; nothing of a command."""
    return (
        code[1]
        if _PROPERTY.fullmatch(code[1]) or _RELEASE.match(code[1]) or not _COMMAND.search(code[1])
        else " "
    )


def _read_sentences(text: str, line: int, readers: Readers, *, has_others: bool = True) -> Iterator[Fact]:
    """`has_others`: whether somewhere in the text somebody else is spoken of."""
    for whole in _SENTENCE.split(text):
        if len(whole) > MAX_SENTENCE:
            continue
        if has_others and is_of_others(whole):
            # So are the sentences behind it.
            return
        sentence, facts = whole, _read_sentence(whole, line, readers)
        if facts and (plain := strip_likenesses(whole)) != whole:
            sentence, facts = plain, _read_sentence(plain, line, readers)
        if facts and (rest := strip_boot_drives(sentence.lower())) != sentence.lower() and is_statement(rest):
            # "A Ryzen 5600, a 980 PRO as boot drive": what is said of the drive is of another task.
            facts = [fact for fact in facts if not fact.key.startswith(("drive.", "raid.", "fs."))]
        elif facts and not is_statement(sentence.lower()):
            sentence, facts = _read_part(sentence, facts, line, readers)
        # Most sentences hold nothing, so that it is cheaper to ask last whether they state it.
        # Who names two devices compares them.
        if facts and len(set(_DEVICE_PATH.findall(sentence))) < 2:
            if _OF_PART.search(whole):
                # "Four drives reach 10 GB/s, the other six 13": none of them is all.
                facts = [fact for fact in facts if fact.key != "drive.count"]
            has_machine = not _OF_MACHINES.isdisjoint(fact.key for fact in facts)
            if is_of_other_task(sentence.lower()) and not (
                has_machine and sentence.lower().startswith("system:")
            ):
                facts = [fact for fact in facts if not fact.key.startswith(("drive.", "raid."))]
            yield from set_devices(sentence, drop_ambiguous(facts))


def _read_part(sentence: str, facts: list[Fact], line: int, readers: Readers) -> tuple[str, list[Fact]]:
    """Read what a sentence states that also asks or supposes: outside of brackets, before "but", of "my …"."""
    plain = _ASIDE.sub("", sentence)
    for part in (plain, take_first_clause(sentence), take_first_clause(plain)):
        if part != sentence and is_statement(part.lower()):
            return part, _read_sentence(part, line, readers)
    owned = {
        (fact.key, fact.value)
        for name in list_owned(sentence)
        for fact in _read_sentence(name, line, readers)
    }
    return sentence, [
        replace(fact, device=NO_RUN, is_listed=True) for fact in facts if (fact.key, fact.value) in owned
    ]


def _read_sentence(sentence: str, line: int, readers: Readers) -> list[Fact]:
    """Read what a sentence holds, by those readers of which a word occurs in it."""
    facts: list[Fact] = []
    small = sentence.lower()
    for words, read in readers:
        for word in words:
            if word in small:
                facts += read(sentence, line)
                break
    return facts


def _read_drives(sentence: str, line: int) -> Iterator[Fact]:
    """Read a name that a card knows, else any name of a drive."""
    # A machine's name holds no drive's: HP StorageWorks P4500.
    rest = (
        PRODUCT.sub(lambda name: " " * len(name[0]), sentence)
        if any(map(sentence.__contains__, _STORAGE_SYSTEMS))
        else sentence
    )
    small = rest.lower()
    yield from list(read_card_names(rest, small, line)) or list(read_drive_names(rest, small, line))


def _make_fact(
    key: str, value: str, line: int, unit: str | None = None, direction: str | None = None
) -> Fact:
    return Fact(key, value, line, "prose", unit, direction=direction)


def _read_places(sentence: str, line: int) -> Iterator[Fact]:
    for match in chain(_SLOT.finditer(sentence), _SLOT_NAME.finditer(sentence)):
        yield _make_fact("slot", match["slot"], line)
    for match in chain.from_iterable(pattern.finditer(sentence) for pattern in _PCIE):
        lanes = match["lanes"] or match["count"]
        link = f"Gen{match['generation']} x{lanes}"
        if int(lanes) > 4 or _ABOVE_DRIVES.search(sentence):
            yield _make_fact("slot.link", link, line)
        elif not re.search(
            r"\b(?:up to|needs?|requires?|wants?|supports?|supported|capable|can do|rated)\b",
            sentence,
            re.IGNORECASE,
        ):
            yield _make_fact("pcie.link", link, line)


def _read_settings(sentence: str, line: int) -> Iterator[Fact]:
    for match in _NPS.finditer(sentence):
        yield _make_fact("bios.nps", match["nps"], line)
    for key, pattern in _SETTINGS:
        for match in pattern.finditer(sentence):
            yield _make_fact(key, "on" if match["state"].lower() in {"on", "enabled"} else "off", line)
    for match in _TEMPERATURE.finditer(sentence):
        yield _make_fact(_WHEN.get(match["when"].lower(), "temperature.peak"), match["value"], line, "°C")


def _read_kernel(sentence: str, line: int) -> Iterator[Fact]:
    for match in _KERNEL.finditer(sentence):
        yield _make_fact("kernel", (match["kernel"] or match["tree"]).rstrip(".,-"), line)


_READERS: Readers = (
    (("",), _read_drives),
    (("slot", "m2", "m.2_", "pci", "gen"), _read_places),
    (("nps", "per socket", "smt", "thread", "state", "iommu", "°"), _read_settings),
    (("kernel", "linux", "\u044f\u0434\u0440\u043e", "\u5185\u6838", "\u00facleo"), _read_kernel),
    (
        (
            "gbe",
            "ethernet",
            "gbit",
            "gige",
            "infiniband",
            "g ib",
            " roce",
            "rdma",
            " nic",
            "g interface",
            "adapter",
            "network",
            "gigabit",
            "gbps",
            "gb/s ",
        ),
        read_network,
    ),
    (("raid", "mirror"), read_arrays),
    (("rated", "claim", "rating", "sheet", "specifi", "advertised", "promis"), read_ratings),
    *STORAGE_READERS,
    *SYSTEM_READERS,
)
"""The words of which one occurs in every sentence that a reader reads something from; names of drives have none."""
