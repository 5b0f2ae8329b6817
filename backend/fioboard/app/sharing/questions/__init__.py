"""The questionnaire of a storage vendor's support, answered from a share's document before anybody asks.

Pure: of a share it reads the redacted document only, so an answer cannot tell more than the share does. For those who
may see everything, `app/sharing/links/owner_answers.py` gives it a run as it is.
"""

from fioboard.app.sharing.questions.answers import KEYS, answers, build_answers

__all__ = ["KEYS", "answers", "build_answers"]
