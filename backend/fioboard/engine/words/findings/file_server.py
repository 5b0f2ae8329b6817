"""Rules about mounts of a file server."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "nfs-io-size",
        "request sizes of the NFS mount",
        "cause",
        "Blocks are larger than what one request of the mount carries: rsize for reads, wsize for writes.",
        "nfs(5): rsize, wsize",
        ("block size", "request size"),
        Experiment(
            "Mount with a larger rsize and wsize (the server may set a lower one: read it back), then the same job",
            "The result should rise.",
            "If it does not change, splitting costs little here.",
            expects="rate_rises",
        ),
    ),
    Rule(
        "nfs-one-connection",
        "connections of the NFS mount",
        "cause",
        "The interface runs at 25 Gb/s or more, one TCP connection carries the mount, and the figure is under 70 % of "
        "what the network carries.",
        "nfs(5): nconnect; learn.microsoft.com azure-netapp-files performance-linux-mount-options",
        ("speed", "measured", "network carries"),
        Experiment(
            "Mount with nconnect=8 (the first mount of a server decides for all), then the same job",
            "The result should rise.",
            "If it does not change, the server or its drives are the limit.",
            expects="rate_rises",
        ),
        {"least Mb/s": 25_000, "below": 0.7, "CPU below": 85},
    ),
    Rule(
        "nfs-readahead",
        "read-ahead of the NFS mount",
        "cause",
        "One job reads in order through the page cache, and the mount reads at most 128 KiB ahead.",
        "learn.microsoft.com azure storage files nfs-performance; /sys/class/bdi/*/read_ahead_kb",
        ("read-ahead",),
        Experiment(
            "Set read_ahead_kb of the mount to 15360, then the same job",
            "The result should rise.",
            "If it does not change, the server answers no faster.",
            expects="rate_rises",
        ),
        {"most bytes": 131072},
    ),
)
