"""Tokens can be recognised, and differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.app.access.secrets import hashed, is_token, new_token, shown_prefix


def test_token_has_the_promised_form() -> None:
    token = new_token("upload")
    assert token.startswith("fioboard_upload_")
    assert len(token) == len("fioboard_upload_") + 36
    assert is_token(token)
    assert token not in (shown_prefix(token), hashed(token))
    assert len(shown_prefix(token)) == len("fioboard_upload_") + 5


@given(position=st.integers(0, 35), letter=st.sampled_from("0Aa9Zz"))
def test_one_wrong_character_is_noticed(position: int, letter: str) -> None:
    token = new_token("read")
    start = len("fioboard_read_")
    changed = token[: start + position] + letter + token[start + position + 1 :]
    assert is_token(changed) == (changed == token)


@pytest.mark.nightly
@given(st.text())
def test_no_other_text_is_a_token(text: str) -> None:
    assert not is_token(text)
