"""A message in words, for mail and chat."""

from fioboard.core.quantity import scaled
from fioboard.schemas.notification import NotificationMessage, ToldChange


def subject_of(message: NotificationMessage) -> str:
    """One line without line breaks."""
    count = len(message.changes)
    what = "test message" if message.is_test else f"{count} change{'' if count == 1 else 's'}"
    return f"fioboard: {what} ({' '.join(message.rule.split())})"


def text_of(message: NotificationMessage) -> str:
    """A paragraph per change, each with the page that shows it."""
    lines = [_paragraph(one) for one in message.changes] or ["This is a test message; nothing changed."]
    return "\n\n".join(lines) + "\n"


def _paragraph(change: ToldChange) -> str:
    before, after = (_figure(value, change.unit) for value in (change.before, change.after))
    return f"{change.sentence}\nLevel before: {before}, after: {after} (medians).\n{change.url}"


def _figure(value: float, unit: str) -> str:
    number, shown = scaled(value, unit)
    return f"{number:,.0f} {shown}" if abs(number) >= 1_000 else f"{number:.3g} {shown}"
