"""Whether a sentence states what is, of the machine that was measured.

One that asks, compares, supposes, denies or speaks of another machine says nothing. Complaints and questions about
figures say nothing against what a sentence tells of the machine.
"""

import re
from collections.abc import Iterator

from fioboard.core.expressions import compile_later

# Words of sentences that state nothing about the machine that was measured.
_NO_WORDS = frozenset(
    [
        "would", "could", "should", "might", "maybe", "perhaps", "probably", "if", "whether", "unlike",
        "newer", "originally", "initially", "comparable", "compared", "versus", "vs", "than", "not", "cannot",
        "never", "another",
        "other", "others", "old",
        "older", "earlier", "planned", "plan", "buy", "order", "ordered", "upgrade", "replace", "replaced",
        "e.g", "someone", "friend", "colleague", "review", "his", "her", "their", "example", "seem", "seems",
        "formerly", "will", "download", "tend", "tends", "usually", "generally", "typically", "comparison", "compare",
        "faster", "slower", "elsewhere",
    ]
)  # fmt: skip
_NO_BEGINNINGS = ("recommend", "consider", "suggest", "previous", "theoretical", "plann", "intend")
_NO_PHRASES = (
    "?", "n't", "laptop's", "instead of", "used to", "was running", "were running",
    "holds the system", "holds the os", "boot drive", "boot disk",
    "boot device",
    "boots from", "boots off", "boot from", "boot off", "not part", "came with", "came from",
    "\u4e4b\u524d", "\u4ee5\u524d", "\u539f\u6765", "\u65e7", "\u6253\u7b97", "\u8ba1\u5212",  # before, old, planned
    "worked on", "worked with", "worked fine", "was fine", "were fine",
    "can also", "can test", "can try", "i moved the",
    "when buying", "you often see",
    "want to buy", "want to get", "wanted to get", "thinking of", "thinking about", "looking to", "hoping to get",
    "now live", "at first i had", "was going", "going with", "going to", " to be a ", "at first we had",
    "moved to", "similar machine", "similar server",
    "similar system", "different machine",
    "different box", "different host", "different server",
    *(f"{of} {what}" for of in ("system", "os", "root") for what in ("drive", "disk", "is on", "sits", "lives")),
)  # fmt: skip
_OTHER_TASK = compile_later(
    r".*\bfor (?:the )?(?:os|boot(?:ing)?|root(?:fs)?|system|swap)\b"
    r"|.*\b(?:drives?|disks?|ssds?|hdds?|raid ?-?\d{1,2}|mirror) as (?:the )?(?:os|boot|root(?:fs)?|system|swap)\b"
    r"|.*\b(?:boot|os|root)[ -](?:pool|array"
    r"|mirror)\b|\W*(?:boot|os|system|l2arc|slog|zil|cache|log|backup)\b"
    r"(?!\s(?:info|specs?|specifications?|config|under test|details|setup))[^:.]{0,20}:\s"
)
_STATEMENT_WORD = compile_later(r"[a-z]+(?:\.g)?")
_AMOUNT = compile_later(r"\b(?:more|less|fewer) than (?=\d)")
# What denies, asks or compares figures only.
_NEUTRAL = compile_later(
    r"\b(?:(?:ca|could|do|does|did|is|are|was|were|have|has|wo|would|should)n['\u2019]t|cannot|not|never)\s(?:\w+\s){0,2}?"
    r"(?:get\w*|got|reach\w*|achiev\w*|saturat\w*|see\w*|find|found|explain\w*|understand\w*|figure|go|going|exceed\w*|know|think"
    r"|believe|sure|certain|even|able|matter|scal\w+|help\w*|improv\w*|expect\w*|come|coming|close|hit|surpass|notice\w*|perform\w*"
    r"|look\w*|feel|work\w*|change\w*|too|very|much|really|good|great|bad|limited|enough|normal|possible|happen\w*"
    r"|only|just|a problem|due to|caused by"
    r"|an issue|the (?:issue|problem|bottleneck|cause))\b"
    r"|\b(?:sure|wonder(?:ing)?|see|check(?:ing|ed)?|know|ask(?:ing|ed)?|tell|test(?:ed|ing)?|verify) (?:if|whether)\b"
    r"|\bif (?:(?:it|that) (?:matters|helps)|(?:any|some)(?:one|body)|needed|possible|necessary|required|interested"
    r"|relevant)\b|\bas if\b"
    r"|\bshould (?:be (?:able|getting|doing|around|about|at least|more|enough|much|capable|reaching|close)|get"
    r"|reach|give|deliver|do|hit"
    r"|saturate|see|achieve|handle|provide|easily|have (?:been|given|reached))\b"
    r"|(?:'ll|\bwill) (?:\w+ )?(?:post|share|try|test|update|report|see|check|run|attach|provide"
    r"|add|do|give|show|explain|use|be (?:used|happy|glad"
    r"|shown|appreciated|great|nice|able|seen|running))\b"
    r"|\bcould (?:\w+ )?(?:achieve|reach|get|see|do|hit|saturate)\b"
    r"|\bwould (?:have )?(?:expect\w*|think (?:it|that|they|this)|appreciate|love"
    r"|like to (?:know|understand|hear|see|get|share|ask)"
    r"|be (?:great|nice|grateful"
    r"|interested|happy|helpful|appreciated|interesting|expected|glad))\b"
    r"|\b(?:no|any|all|the|many|several|some|few|every) other (?:load|hand|ideas?|workloads?|settings?|options?"
    r"|tests?|tools?|things?|words"
    r"|issues?|tasks?|process\w*|traffic|users?|day|activity|parameters?|suggestions?|info\w*|details?|vms?|guests?)\b"
    r"|\bexample (?:results?|outputs?|runs?|numbers)\b"
    r"|\beach other\b|\bother than that\b|\bin other words\b|\banother (?=\d|(?:two|three|four|five|six|eight)\b)"
    r"|\b(?:slower|faster|lower|higher|less|more|worse|better|fewer|smaller|larger) than (?:i |we |it |they |what "
    r"|the )?"
    r"(?:expect\w*|advertised|should|anticipated|specified|rated|spec\w*|datasheet|ratings?|hoped|usual|normal|thought|stated|claimed"
    r"|theoretical|half|(?=\d))"
    r"|\bseem(?:s|ed)? (?:to (?:be(?! (?:an?|the)\b)|have|cap|top out|max out|run|perform|peak|stay|hover|drop)"
    r"|very|quite|too"
    r"|a bit|really|slow|low|odd|strange|weird|wrong|off|limited|fine|ok|normal)\b"
    r"|\bprevious(?:ly)? (?:posts?|blog|article|issue|comment|section|part|mentioned|described|test|run|results?)\b"
    r"|(?<![mo]y )\b(?:is|on|in|using|have|with|got) (?:an|a really|a pretty|a very) old(?:er)?\b"
    r"|\bin order to\b|\border of magnitude\b"
)
# "It had 4 drives in RAID 5, now it has 6."
_FORMER = compile_later(r"\b(?:had|was|were)\b.*\bnow\b")
_AT_ANOTHER_TIME = compile_later(
    r"\W*(?:before|earlier|later|afterwards|back then|in the past|once)\b(?! (?:the|each|every|any|running)\b)"
)
_BUT = compile_later(
    r"\sso (?:i|we|it|that)\b|,?\s(?:but|however|although|though|yet)\b"
    r"|;|,\s(?:so|because|since|which|and (?:i|we|it|the|that|if))\b",
    re.IGNORECASE,
)
# What was, or is in another machine.
_ELSEWHERE = (
    "now live",
    "moved to",
    "used to",
    "was running",
    "were running",
    "came from",
    "came with",
    "no longer",
)
_OWNED = compile_later(
    r"\b(?:[Mm]y|[Oo]ur)\s(?P<name>(?:(?!(?:with|and|or|to|on|in|for|by|from|than|is|has|as|but|at|are|was)\s)\S+\s){0,5}"
    r"(?!(?:with|and|or|to|on|in|for|by|from|than|is|has|as|but|at|are|was)\b)[\w.+/-]+)"
)
_OTHERS = compile_later(
    r"\b(?:an?|one|another|some) (?:\w+ )?(?:users?|customers?|readers?|posters?|redditors?|guys?|people|person"
    r"|someone|colleague|friend"
    r"|client)\b.{0,60}\b(?:asked|asks|wanted|wants|reported|reports|wrote|said|says|posted|claimed|claims|has|had|have|showed|measured)\b",
    re.IGNORECASE,
)
_LIKENESS_WORDS = (
    "not ", "sion of", "riant", "quivalent", "counterpart", "successor", "sibling", "nstead", "eplac",
    "ased ", "bug", "ixed ",
    "introduced", "boot", "pgrad", "kernel",
    "vailable", "ncluded", "upported", "same ", "imilar ", "dentical", "omparable", "close ",
)  # fmt: skip
# "It is an SN580, not the SN740.", "PM981a is the OEM version of the 970 EVO Plus."
_LIKENESS = compile_later(
    r",? (?:and )?not (?:an? |the )[^,.;]{1,60}"
    r"|\b(?:is|are|as|being) (?:\w+ )?(?:an? |the )?(?:\w+ )?(?:version|variant|equivalent|counterpart|successor"
    r"|sibling) (?:of|to) [^,.;()]{1,60}"
    r"|\b(?:bugs?|fixed|introduced|available|included|supported) (?:in|since|by) [^,.;()]{1,40}"
    r"|\breplac(?:ed|ing) [^,.;()]{1,40}? (?:with|by)\b"
    r"|\bbased (?:\w+ )?on [^,.;()]{1,30}"
    r"|,? instead (?:of )?[^,.;()]{1,40}"
    r"|\bkernel \d\S* (?:fix(?:ed|es)|introduc\w+|broke|breaks|added|adds) [^.;]{0,80}"
    r"|\bupgrad(?:ed|ing) [^,;()]{1,80}? to (?=[A-Z\d])"
    r"|,? (?:and |which |it )?boot(?:s|ing|ed)? (?:from|off|on) [^,.;()]{1,60}"
    r"|\b(?:same|similar|identical|equivalent|comparable|close) (?:as|to) [^,.;()]{1,60}",
    re.IGNORECASE,
)


def is_statement(small: str) -> bool:
    """Whether a sentence in lower case states what is."""
    if (" now " in small and _FORMER.search(small)) or _AT_ANOTHER_TIME.match(small):
        return False
    # Most sentences state something as they are.
    return _has_no_doubt(small) or _has_no_doubt(_NEUTRAL.sub(" ", small))


def _has_no_doubt(plain: str) -> bool:
    words = _STATEMENT_WORD.findall(_AMOUNT.sub("", plain) if " than " in plain else plain)
    return (
        _NO_WORDS.isdisjoint(words)
        and not any(map(plain.__contains__, _NO_PHRASES))
        and not any(word.startswith(_NO_BEGINNINGS) for word in words)
    )


def strip_boot_drives(small: str) -> str:
    """Return a sentence in lower case without its words of a drive that the system starts from."""
    return small.replace("boot drive", "").replace("boot disk", "") if "boot d" in small else small


def is_of_other_task(small: str) -> bool:
    """Whether a line in lower case speaks of drives that the system lies on, or a cache."""
    return _OTHER_TASK.match(small) is not None


def is_of_others(sentence: str) -> bool:
    """Whether a sentence tells of what somebody else has or says."""
    return _OTHERS.search(sentence) is not None


def strip_likenesses(sentence: str) -> str:
    """Return a sentence without what it says a thing is not, or is like."""
    return _LIKENESS.sub("", sentence) if any(map(sentence.__contains__, _LIKENESS_WORDS)) else sentence


def take_first_clause(sentence: str) -> str:
    """Return what stands before the first "but": what is asked or supposed behind it says nothing against it."""
    return _BUT.split(sentence, maxsplit=1)[0]


def list_owned(sentence: str) -> Iterator[str]:
    """Give what a sentence calls "my …": there is such a thing, whatever else the sentence asks."""
    small = sentence.lower()
    if any(map(small.__contains__, _ELSEWHERE)):
        return
    for match in _OWNED.finditer(sentence):
        if is_statement(match["name"].lower()):
            yield match["name"]
