"""Tables of datasheets and shop pages, pasted. Oracle: what people read in the row, and the cards' own notes."""

from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Rating
from fioboard.engine.hardware.datasheets.pasted import read_pasted
from tests.loops import check_each

Told = tuple[str, float, str, int | None, int | None, int | None]
K4, K128 = 4096, 131072


def told(rating: Rating) -> Told:
    return rating.metric, rating.value, rating.rw or "", rating.bs_bytes, rating.queue_depth, rating.workers


def bw(
    value: float, rw: str, bs: int | None = None, depth: int | None = None, workers: int | None = None
) -> Told:
    return "bw_bytes_per_s", value, rw, bs, depth, workers


def iops(
    value: float, rw: str, bs: int | None = None, depth: int | None = None, workers: int | None = None
) -> Told:
    return "iops", value, rw, bs, depth, workers


def lat(value: float, rw: str, bs: int | None = None, depth: int | None = None) -> Told:
    return "lat_ns", value, rw, bs, depth, None


@check_each(
    "row, figures",
    [
        ("Sequential Read (128KB)\tUp to 7,450 MB/s", [bw(7.45e9, "read", K128)]),
        ("Sequential Write: up to 6.9 GB/s", [bw(6.9e9, "write")]),
        ("Seq. Read / Write  7,450 / 6,900 MB/s", [bw(7.45e9, "read"), bw(6.9e9, "write")]),
        ("Read 7,450 MB/s, write 6,900 MB/s", [bw(7.45e9, "read"), bw(6.9e9, "write")]),
        ("| Sequential read | 3500 MBps |", [bw(3.5e9, "read")]),
        ("Sequential read (MB/s);7000", [bw(7e9, "read")]),
        ("Sequential read 128K QD32 14.5GB/s", [bw(14.5e9, "read", K128, 32)]),
        ("Sequential read 1,200 MiB/s", [bw(1200 * 2**20, "read")]),
        ("Sequential write 64 KiB 2,000 MB/s", [bw(2e9, "write", 65536)]),
        ("Sustained sequential write 1,500 MB/s", [bw(1.5e9, "write")]),
        ("Random Read (4KB, QD32) Up to 1,400,000 IOPS", [iops(1.4e6, "randread", K4, 32)]),
        ("Random read 4 KiB QD32 4 workers: 440,000 IOPS", [iops(440e3, "randread", K4, 32, 4)]),
        ("4 KB random read (QD256, 8 workers) 1,800 KIOPS", [iops(1.8e6, "randread", K4, 256, 8)]),
        ("Random 4K write Q32T16: 1.4M IOPS", [iops(1.4e6, "randwrite", K4, 32, 16)]),
        ("| 4K random write | 600K IOPS |", [iops(600e3, "randwrite", K4)]),
        ("4K read 100K IOPS", [iops(100e3, "randread", K4)]),
        ("Random 8K read: 295,000 IOPS", [iops(295e3, "randread", 8192)]),
        ("Random Read: 1,000,000 IOPS; Random Write: 1,550,000 IOPS", [iops(1e6, "randread"), iops(1.55e6, "randwrite")]),
        ("Random read 512 B: 2,000,000 IOPS", [iops(2e6, "randread", 512)]),
        ("randread bs=4k iodepth=32 numjobs=4: 750000 IOPS", [iops(750e3, "randread", K4, 32, 4)]),
        ("Random Read 99.9K IOPS", [iops(99.9e3, "randread")]),
        ("Random read 1 000 000 IOPS", [iops(1e6, "randread")]),
        ("Random read 1.000.000 IOPS", [iops(1e6, "randread")]),
        ("Random Read 4K QD1 latency 45 µs", [lat(45e3, "randread", K4, 1)]),
        ("Latency, random write 4K QD1 (us)  12.5", [lat(12.5e3, "randwrite", K4, 1)]),
        ("Typical latency sequential write 0.036 ms", [lat(36e3, "write")]),
        ("Zufälliges Lesen (4 KB, QD32): 1.000K IOPS", [iops(1e6, "randread", K4, 32)]),
        ("Lesegeschwindigkeit: bis zu 7.450 MB/s", [bw(7.45e9, "read")]),
        ("Sequenzielles Schreiben 6,9 GB/s", [bw(6.9e9, "write")]),
        ("Zufälliges Schreiben 1,2 Mio IOPS", [iops(1.2e6, "randwrite")]),
        ("Random Read 1,4 Mio. IOPS", [iops(1.4e6, "randread")]),
        ("Random read (IOPS): 1.4 Mio.", [iops(1.4e6, "randread")]),
        ("Zufälliges Lesen 1,4 Millionen IOPS", [iops(1.4e6, "randread")]),
        ("Zufälliges Lesen 900 Tausend IOPS", [iops(900e3, "randread")]),
        ("Random read 900 thousand IOPS", [iops(900e3, "randread")]),
        ("Random read, M.2 drive: 500K IOPS", [iops(500e3, "randread")]),
    ],
)  # fmt: skip
def test_a_row_is_read_as_a_person_reads_it(row: str, figures: list[Told]) -> None:
    read = read_pasted(row)
    assert [told(draft.rating) for draft in read.drafts] == figures, read.not_understood
    assert all(draft.rating.line for draft in read.drafts)


@check_each(
    "row, reason",
    [
        ("TBW 600", "no unit"),
        ("MTBF 1.5 million hours", "no unit"),
        ("Power 8.5 W active", "no unit"),
        ("Capacity 2 TB", "no unit"),
        ("up to 7,450 MB/s", "neither read nor written"),
        ("Latency read 45 µs", "neither random nor sequential"),
        ("Random and sequential read 45 µs", "random and sequential in one row"),
        ("Random read 800 MB/s", "random I/O in bytes per second, without a block size"),
        ("Random read/write 900,000 IOPS", "1 figure for 2 patterns"),
        ("Random read 4K 900K 1000K 1100K IOPS", "3 figures for 1 pattern"),
        ("Random read 4K and 8K 900,000 IOPS", "several block sizes"),
        ("Random read 128K 256K IOPS", "a block size beside IOPS that may be a figure"),
        ("Random read, 1000 IOPS  1400", "another number behind the unit"),
        ("Random read QD1 QD32 900,000 IOPS", "several queue depths"),
        ("Random read 90K IOPS at 45 µs", "several units"),
        ("Mixed 4K random 265,000 IOPS", "a mix without one share of reads, or not of random I/O"),
        ("Random read 4K IOPS", "4K or 8K may be a figure or a block size"),
        ("Sequential read 7.450 MB/s", "7.450 may be 7.450 or 7450"),
        ("Lesen 7,450 MB/s", "7,450 may be 7.450 or 7450"),
        ("Sequential read 7,450 GB/s", "7,450 may be 7.450 or 7450"),
        ("Sequential read 7450 Mb/s", "no unit"),
        ("Random read 1.4 Mn IOPS", "a multiple that stands at no figure"),
        ("Random read 1.4 M. IOPS", "a multiple that stands at no figure"),
        ("Random read (K IOPS) 1400", "a multiple that stands at no figure"),
        ("Random read (IOPS, K) 1400", "a multiple that stands at no figure"),
        ("Random read IOPS (x1000) 1400", "a multiple that stands at no figure"),
        ("Random read (in thousand IOPS) 1400", "a multiple that stands at no figure"),
        ("Random read 1.4 lakh IOPS", "IOPS with a fraction"),
        ("Random read QD0 4K 900,000 IOPS", "a condition that no drive has"),
    ],
)
def test_what_could_be_two_things_is_not_read(row: str, reason: str) -> None:
    read = read_pasted(row)
    assert ([draft.rating for draft in read.drafts], [one.reason for one in read.not_understood]) == (
        [],
        [reason],
    )
    assert read.not_understood[0].text


def test_a_mix_a_percentile_and_a_state_are_conditions() -> None:
    [mix, mixed, percentile, steady] = read_pasted(
        "Mixed 70/30 4K random: 265,000 IOPS\nRandom 4K 65% read 250K IOPS mixed\n"
        "99.999% random read latency 4K QD1 150 us\nSteady-state random write full LBA 4K 90K IOPS"
    ).drafts
    assert (mix.rating.rw, mix.rating.read_pct, mix.rating.value) == ("randrw", 70, 265_000)
    assert (mixed.rating.read_pct, mixed.rating.value) == (65, 250_000)
    assert (percentile.rating.percentile, percentile.rating.value) == (99.999, 150_000)
    assert (steady.rating.state, steady.rating.span) == ("steady", "full")
    [fresh, behind] = read_pasted(
        "Random write 4K (FOB) 500,000 IOPS\nSequential write after TurboWrite 2,000 MB/s"
    ).drafts
    assert (fresh.rating.state, behind.rating.cache) == ("fresh", "after")


def test_columns_are_of_capacities_and_sections_say_what_is_random() -> None:
    read = read_pasted(
        "Model\t1 TB\t2 TB\t4 TB\nSequential Read (MB/s)\t7,000\t7,300\t7,300\nRandom performance\n"
        "Read (4K, QD256)\t800K\t1,000K\t1,200K IOPS\nWarranty 5 years"
    )
    assert read.columns == ("1TB", "2TB", "4TB")
    assert [(draft.column, told(draft.rating)) for draft in read.drafts] == [
        ("1TB", bw(7e9, "read")),
        ("2TB", bw(7.3e9, "read")),
        ("4TB", bw(7.3e9, "read")),
        ("1TB", iops(800e3, "randread", K4, 256)),
        ("2TB", iops(1e6, "randread", K4, 256)),
        ("4TB", iops(1.2e6, "randread", K4, 256)),
    ]
    assert [(one.row, one.reason) for one in read.not_understood] == [(5, "no unit")]


def test_each_note_of_a_card_is_read_as_the_card_or_not_at_all() -> None:
    ratings = [rating for card in built_in_cards().values() for rating in card.rating]
    as_the_card = 0
    for rating in ratings:
        drafts = read_pasted(rating.line or "").drafts
        for draft in drafts:
            read = draft.rating
            assert told(read) == told(rating), rating.line
            assert (read.read_pct, read.percentile) == (rating.read_pct, rating.percentile), rating.line
        as_the_card += bool(drafts)
    # Not read: patterns "any" of cloud volumes, latencies that name no pattern of their own, sizes of caches.
    assert as_the_card / len(ratings) >= 0.8
