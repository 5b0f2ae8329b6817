"""Why a code is not issued, or a reply not taken."""

from fioboard.core.errors import Conflict, Gone, NotFound


class ReplyNotFound(NotFound):
    """Of those that wait, were accepted or rejected."""

    sentence = "There is no such reply to this share."
    path_keys = frozenset({"reply_id"})


class ReplyCodeUsed(Conflict):
    """With the same result again the answer is the first one."""

    sentence = (
        "This code was used before for another result; nothing was changed. The shared page gives a new one."
    )


class TooManyReplies(Conflict):
    """Until its sender deletes some, or codes expire."""

    sentence = (
        "This link has as many open codes or replies as it takes. Ask its sender, or try again tomorrow."
    )


class RepliesOff(Gone):
    """Its sender never turned them on, or turned them off."""

    sentence = "This link takes no replies; nothing was changed. Ask its sender."


class ReplyCodeUnknown(Gone):
    """One answer for a wrong code, one of another link, and one that has expired."""

    sentence = (
        "This code is not of this link, or has expired; nothing was changed. The shared page gives a new one."
    )
