"""Block sizes as people write them. The same cases stand in frontend/src/lib/units.spec.ts."""

import pytest

from fioboard.core.block_size import block_size, spoken_size


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (1, "1"), (512, "512"), (4_096, "4k"), (65_536, "64k"), (512_000, "500k"), (128_000, "125k"),
        (1_048_576, "1M"), (1_572_864, "1536k"), (1_073_741_824, "1G"), (2**40, "1T"), (1_536, "1536"), (4_097, "4097"), (4_500, "4500"), (131_072, "128k"),
        (4_000, "4000"), (1_000_000, "1 MB"), (32_000_000, "32 MB"), (1_000_000_000, "1 GB"),
    ],
)  # fmt: skip
def test_a_block_size_is_written_as_a_person_would(value: int, text: str) -> None:
    assert block_size(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4_096, "4 KiB"),
        (1_048_576, "1 MiB"),
        (2**40, "1 TiB"),
        (32_000_000, "32 MB"),
        (512, "512 B"),
        (4_000, "4000 B"),
    ],
)
def test_in_prose_it_names_its_unit(value: int, text: str) -> None:
    assert spoken_size(value) == text
