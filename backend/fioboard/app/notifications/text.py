"""A message in words, for mail and chat."""

from fioboard.app.notifications import sentences
from fioboard.core.figures import format_things
from fioboard.engine.answers.notification import NotificationMessage, ToldChange, ToldEvent
from fioboard.engine.watch.descriptions import describe_levels


def format_subject(message: NotificationMessage) -> str:
    """Format one line without line breaks."""
    counts = ((len(message.changes), "change"), (len(message.events), "event"))
    counted = ", ".join(format_things(count, word) for count, word in counts if count)
    what = "test message" if message.is_test else counted
    return f"fioboard: {what} ({' '.join(message.rule.split())})"


def format_text(message: NotificationMessage) -> str:
    """Format a paragraph per change and event, each with the page that shows it."""
    lines = [*map(_paragraph, message.changes), *map(_format_event, message.events)] or [
        "This is a test message; nothing changed."
    ]
    return "\n\n".join(lines) + "\n"


def _paragraph(change: ToldChange) -> str:
    return f"{change.sentence}\n{describe_levels(change.before, change.after, change.unit)}\n{change.url}"


def _format_event(event: ToldEvent) -> str:
    return sentences.EVENT(sentence=event.sentence, since=f"{event.began_at:%Y-%m-%d %H:%M}", url=event.url)
