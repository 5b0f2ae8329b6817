"""Rules about links and networks that are full."""

from fioboard.engine.words.findings.rule import Experiment, Rule

FULL, NEAR = 0.90, 0.85

RULES: tuple[Rule, ...] = (
    Rule(
        "at-link-limit",
        "slowest PCIe link",
        "limit",
        "The bandwidth is at least 90 % of the upper end of what the slowest link carries (below that, from 85 % of "
        "the lower end on: near, likely).",
        "PCI Express Base Specification, encodings and packet overhead as in docs/inventory.md",
        ("measured", "link limit", "slowest link"),
        Experiment(
            "Run the same job behind a faster or wider link",
            "Throughput rises towards what that link carries.",
            "If it does not rise, the link is not the bottleneck.",
        ),
        {"full": FULL, "near": NEAR},
        "The payload per packet is unknown (not root): then the ceiling is a range, and a run that passes its lower "
        "end alone is near the limit, and no more is said.",
    ),
    Rule(
        "at-network-limit",
        "the network interface",
        "limit",
        "The bandwidth is at least 90 % of what one TCP stream of full packets can carry over the interface.",
        "(MTU − 52) / (MTU + 38) of the line rate, as in backend/fioboard/engine/hardware/inventory/limits.py",
        ("measured", "network limit"),
        Experiment(
            "Measure the network alone: iperf3 between the same hosts",
            "iperf3 gives the same figure.",
            "If iperf3 gives more, the server or the mount is the limit.",
        ),
        {"full": FULL, "near": NEAR},
        "A bond carries one stream over one member; RDMA has other overheads.",
    ),
    Rule(
        "at-serial-limit",
        "the SATA or SAS link of the drive",
        "limit",
        "The bandwidth is at least 90 % of what the negotiated SATA or SAS links of the drives carry.",
        "Serial ATA, 8b/10b encoding: 6 Gb/s carry 600 MB/s",
        ("measured", "link limit", "drives"),
        None,
        {"full": FULL, "near": NEAR},
    ),
    Rule(
        "oversubscribed",
        "links that several drives share",
        "limit",
        "The drives below a port could bring more than the port's link carries.",
        "sum of the members' own ceilings against the hop's",
        ("drives together", "port limit", "ratio", "trained"),
        Experiment(
            "Run the same job with one drive more each time",
            "The sum stops rising where it meets the port's ceiling.",
            "If it stops earlier, the port is not the limit.",
        ),
    ),
    Rule(
        "chipset-uplink",
        "drives behind the chipset",
        "limit",
        "A drive hangs below a port of the chipset, whose uplink no file shows; of families with a source it is told.",
        "backend/fioboard/engine/hardware/inventory/chipsets.py, a source for each family",
        ("drive", "uplink at most"),
        wrong_when="The board wires fewer lanes, or the model has fewer than the widest of its family.",
        may_name_devices=True,
    ),
)
