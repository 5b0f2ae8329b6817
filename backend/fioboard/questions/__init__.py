"""The questionnaire of a storage vendor's support, answered from a share's document before anybody asks.

Pure: reads the redacted document only, so an answer cannot tell more than the share does.
"""

from fioboard.questions.answers import answers

__all__ = ["answers"]
