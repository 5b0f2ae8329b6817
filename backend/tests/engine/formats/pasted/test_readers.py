"""What each reader of pasted text makes of a captured output: every value, with its line."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.project import read_value
from fioboard.engine.formats.pasted.facts import Line, PciFunction, Records
from fioboard.engine.formats.pasted.prose import read_prose
from fioboard.engine.formats.pasted.readers import list_readers, read_records

OUTPUTS = Path(__file__).parents[3] / "data" / "pasted" / "outputs"


def read(text: str) -> Records:
    return read_records([Line(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)])


EXPECTED: Mapping[str, Sequence[str]] = {
    "btrfs.txt": [
        *(
            "2 raid.width 2 @no run",
            "3 fs.type btrfs @sdb",
            "4 fs.type btrfs @sdc",
            "6 raid.level raid1 @no run",
        ),
        "6 fs.type btrfs @no run",
    ],
    "camcontrol.txt": [
        "1 drive.model INTEL SSDSC2BX800G4 @da0",
        "1 drive.firmware G2010150 @da0",
        "2 drive.model HGST HUS726060AL5210 @da1",
        "2 drive.firmware A1 @da1",
    ],
    "ceph_s.txt": [
        *("4 ceph.health HEALTH_WARN", "10 ceph.osds 12", "10 ceph.osds_up 11", "1 host pve1"),
    ],
    "df_types.txt": [
        "3 fs.type tmpfs @/dev/shm",
        "4 fs.type ext4 @/",
        "5 fs.type tmpfs @/mnt/sandboxing/model_tools_env/v1/python",
        "6 fs.type tmpfs @/sys/fs/cgroup",
        "4 / on vda",
    ],
    "dmidecode.txt": [
        "5 bios.version M10",
        "10 system.vendor Giga Computing",
        "11 system.product R282-Z93-00",
    ],
    "ethtool.txt": ["5 network.speed 10000 @net enp65s0f0"],
    "free.txt": ["2 memory.total 134217728000", "4 memory.total 33617653760"],
    "get_physical_disk.txt": [
        *(
            "5 drive.model Samsung SSD 980 PRO 1TB @PhysicalDrive0",
            "5 drive.capacity 1000200000000 @PhysicalDrive0",
        ),
        *(
            "6 drive.model ST4000VN008-2DR166 @PhysicalDrive2",
            "6 drive.capacity 4000000000000 @PhysicalDrive2",
        ),
    ],
    "get_physical_disk_list.txt": [
        *(
            "3 drive.model KINGSTON SNV2S1000G @PhysicalDrive1",
            "3 drive.capacity 1000204886016 @PhysicalDrive1",
        ),
        "3 drive.transport pcie @PhysicalDrive1",
    ],
    "hdparm_identify.txt": [
        "6 drive.model KINGSTON SEDC600M960G @sdb",
        "8 drive.firmware SC1ZS13A @sdb",
        "9 drive.transport sata @sdb",
    ],
    "ib_write_bw.txt": ["9 network.measured_bw 11580242657"],
    "inxi.txt": [
        "1 kernel 6.5.0-14-generic",
        "1 host tower",
        "1 os.name Linux Mint",
        "1 os.version 21.3",
        "2 board.product ROG STRIX X570-E GAMING",
        "2 bios.version 4408",
        "3 cpu.model AMD Ryzen 9 5950X",
        "5 drive.model Samsung SSD 980 PRO 1TB @nvme0n1",
        "5 drive.capacity 1000200000000 @nvme0n1",
        "5 temperature 40 @nvme0n1",
    ],
    "iperf2.txt": ["11 network.measured_bw 4512500000", "18 network.measured_bw 135000000"],
    "iperf3.txt": ["23 network.measured_bw 2412500000"],
    "iperf3_json.txt": ["57 network.measured_bw 2294149976"],
    "kubectl_nodes.txt": [
        *("2 kernel 5.15.0-52-generic", "2 os.name Ubuntu", "2 os.version 22.04.1"),
        *(
            "5 kernel 5.4.0-84-generic",
            "7 memory.total 33554432000",
            "6 os.name Ubuntu",
            "6 os.version 20.04.3",
        ),
    ],
    "lsblk_json_vm.txt": ["2 / on vda"],
    "lsblk_model.txt": [
        *("3 drive.model INTEL SSDSC2KB240G8 @sda", "3 drive.capacity 240100000000 @sda"),
        *("3 drive.transport sata @sda", "3 drive.scheduler mq-deadline @sda", "3 drive.lba_bytes 512 @sda"),
        *("6 drive.model Samsung SSD 970 EVO 1TB @nvme0n1", "6 drive.capacity 1000000000000 @nvme0n1"),
        *(
            "6 drive.transport pcie @nvme0n1",
            "6 drive.scheduler none @nvme0n1",
            "6 drive.lba_bytes 512 @nvme0n1",
        ),
        *("9 drive.model Samsung SSD 970 EVO 1TB @nvme1n1", "9 drive.capacity 1000000000000 @nvme1n1"),
        *(
            "9 drive.transport pcie @nvme1n1",
            "9 drive.scheduler none @nvme1n1",
            "9 drive.lba_bytes 512 @nvme1n1",
        ),
        "1 host pve",
        *("4 sda1 on sda", "5 sda2 on sda", "5 /boot/efi on sda2"),
        *("7 nvme0n1p1 on nvme0n1", "8 md0 on nvme0n1p1", "8 /mnt/fast on md0"),
        *("10 nvme1n1p1 on nvme1n1", "11 md0 on nvme1n1p1", "11 /mnt/fast on md0"),
        "md0 raid0 of 2, chunk None, degraded None",
    ],
    "lsblk_vm.txt": ["3 / on vda"],
    "lscpu_vm.txt": [
        *(
            "8 cpu.model AMD EPYC",
            "13 cpu.sockets 1",
            "12 cpu.cores 2",
            "5 cpu.threads 2",
            "17 virtualized kvm",
        ),
        "node 0: 0,1",
    ],
    "lvs_devices.txt": ["2 vg0-fast on nvme0n1p3 nvme1n1p3"],
    "mdadm_create.txt": [
        "1 md4 on nvme0n1p3 nvme1n1p3 nvme2n1p3 nvme3n1p3",
        "md4 raid0 of 4, chunk 131072, degraded None",
    ],
    "mdadm_detail.txt": [
        "1 md0 on nvme0n1 nvme1n1 nvme2n1 nvme3n1",
        "md0 raid0 of 4, chunk 524288, degraded False",
    ],
    "mdstat.txt": [
        *("2 md3 on nvme0n1p2 nvme1n1p2 nvme2n1p2", "5 md5 on sda1 sdc1"),
        *("md3 raid0 of 3, chunk 131072, degraded None", "md5 raid5 of 3, chunk 524288, degraded True"),
    ],
    "mount_nfs.txt": [
        *("1 fs.type nfs4 @/mnt/nas", "1 target.kind nfs @/mnt/nas", "1 nfs.server nas.lan @/mnt/nas"),
        *("1 nfs.version 4.2 @/mnt/nas", "1 nfs.rsize 1048576 @/mnt/nas", "1 nfs.wsize 1048576 @/mnt/nas"),
        *("1 nfs.proto tcp @/mnt/nas", "1 nfs.nconnect 8 @/mnt/nas", "2 fs.type xfs @/mnt/fast"),
        "2 /mnt/fast on md0",
    ],
    "mount_vm.txt": [
        *("4 fs.type tmpfs @/dev/shm", "6 fs.type ext4 @/"),
        *("7 fs.type tmpfs @/mnt/sandboxing/model_tools_env/v1/python", "6 / on vda"),
    ],
    "numa_node.txt": ["2 drive.numa_node 1 @nvme0", "1 host epyc"],
    "numactl.txt": ["node 0: 0,1,2,3,8,9,10,11", "node 1: 4,5,6,7,12,13,14,15"],
    "nvme_id_ctrl.txt": [
        *("6 drive.model Samsung SSD 970 EVO Plus 1TB @nvme0", "7 drive.firmware 2B2QEXM7 @nvme0"),
        "9 drive.capacity 1000204886016 @nvme0",
    ],
    "nvme_list.txt": [
        *("4 drive.model Samsung SSD 970 EVO Plus 1TB @nvme0n1", "4 drive.capacity 1000000000000 @nvme0n1"),
        *("4 drive.firmware 2B2QEXM7 @nvme0n1", "4 drive.lba_bytes 512 @nvme0n1"),
        *("5 drive.model INTEL SSDPEDMD400G4 @nvme1n1", "5 drive.capacity 400090000000 @nvme1n1"),
        *("5 drive.firmware 8DV101H0 @nvme1n1", "5 drive.lba_bytes 4096 @nvme1n1"),
    ],
    "nvme_list_2.txt": [
        *("3 drive.model CT2000T500SSD8 @nvme0n1", "3 drive.capacity 2000000000000 @nvme0n1"),
        *("3 drive.firmware P8CR002 @nvme0n1", "3 drive.lba_bytes 512 @nvme0n1"),
    ],
    "nvme_smart_log.txt": ["3 temperature 41 @nvme0"],
    "nvmecontrol_identify.txt": ["6 drive.model INTEL SSDPEDMD020T4", "7 drive.firmware 8DV10054"],
    "os_release.txt": ["2 os.name Debian GNU/Linux", "3 os.version 12"],
    "pveversion.txt": ["2 os.name Proxmox VE", "2 os.version 8.1.4", "2 kernel 6.5.11-8-pve", "1 host pve1"],
    "smartctl_nvme.txt": [
        *(
            "2 kernel 6.1.0-13-amd64",
            "6 drive.model WD_BLACK SN850X 2000GB @nvme0n1",
            "8 drive.firmware 620331WD @nvme0n1",
        ),
        *("10 drive.capacity 2000398934016 @nvme0n1", "12 drive.capacity 2000398934016 @nvme0n1"),
        *("13 drive.lba_bytes 512 @nvme0n1", "18 temperature 44 @nvme0n1", "1 host box"),
    ],
    "smartctl_sata.txt": [
        *("4 drive.model INTEL SSDSC2KB240G8 @sda", "7 drive.firmware XCV10132 @sda"),
        *("8 drive.capacity 240057409536 @sda", "9 drive.lba_bytes 512 @sda", "11 drive.transport sata @sda"),
    ],
    "ssacli.txt": [
        *("5 drive.capacity 600100000000 @disk 1I:1:1", "5 drive.transport sas @disk 1I:1:1"),
        *("6 drive.capacity 600100000000 @disk 1I:1:2", "6 drive.transport sas @disk 1I:1:2"),
        "vd 1 raid10 of None, chunk None, degraded False",
    ],
    "storcli.txt": [
        *(
            f"{line} {fact} @disk 252:{line - 4}"
            for line in (4, 5, 6)
            for fact in (
                "drive.model ST1200MM0088",
                "drive.capacity 1198000000000",
                "drive.transport sas",
                "drive.lba_bytes 512",
            )
        ),
        *(
            "7 drive.model SAMSUNG MZ7LH960HAJR-00005 @disk 252:3",
            "7 drive.capacity 959657000000 @disk 252:3",
        ),
        *("7 drive.transport sata @disk 252:3", "7 drive.lba_bytes 512 @disk 252:3"),
        "vd 0 raid5 of 3, chunk None, degraded False",
    ],
    "system_profiler.txt": [
        *("7 drive.model Samsung SSD 970 EVO Plus 1TB", "8 drive.firmware 2B2QEXM7", "10 pcie.link Gen2 x4"),
    ],
    "uname.txt": ["1 kernel 6.18.44-fc-v669", "1 host vm"],
    "zfs_get.txt": [
        *("2 zfs.recordsize 16K @zfs tank/data", "3 zfs.compression lz4 @zfs tank/data"),
        "4 zfs.sync standard @zfs tank/data",
    ],
    "zpool_list.txt": [
        *(
            "1 host nas",
            "3 zfs.used_pct 12 @zfs rpool",
            "4 zfs.used_pct 82 @zfs tank",
            "4 raid.degraded yes @tank",
        ),
    ],
    "diskinfo.txt": [
        "3 drive.lba_bytes 512 @ada2",
        "4 drive.capacity 4000787030016 @ada2",
        "7 drive.model WDC WD40EFRX-68N32N0 @ada2",
        "1 host nas",
    ],
    "diskutil.txt": [
        "2 drive.model APPLE SSD AP1024Q",
        "3 drive.capacity 1000555581440",
        "5 system.product MacBookPro18,3",
        "6 cpu.model Apple M1 Pro",
    ],
    "dmesg.txt": [
        "1 kernel 5.15.0-91-generic",
        "2 drive.model WDC WDS500G2B0A-00SM50 @a disk",
        "2 drive.firmware 401000WD @a disk",
        "4 drive.capacity 500107862016 @sdb",
        "4 drive.lba_bytes 512 @sdb",
        "5 drive.model SEAGATE ST4000NM0023 @a disk",
        "5 drive.firmware 0004 @a disk",
        "6 fs.type ext4 @sdb1",
        *("7 drive.model ATA ST4000VN008 @da0", "7 drive.firmware SC60 @da0"),
        *("8 drive.capacity 4000787030016 @da0", "8 drive.lba_bytes 512 @da0"),
    ],
    "fdisk.txt": [
        "2 drive.capacity 1920383410176 @nvme1n1",
        "3 drive.model SAMSUNG MZQL21T9HCJR-00A07 @nvme1n1",
        "5 drive.lba_bytes 512 @nvme1n1",
        "11 drive.capacity 107374182400 @sda",
        "13 drive.lba_bytes 512 @sda",
    ],
    "grepped_reports.txt": [
        "27 fs.type ext4 @sda1",
        "2 drive.model INTEL SSDSC2CW120A3 @sdc",
        "3 drive.firmware 400i @sdc",
        "5 drive.model TOSHIBA HDWN180 @sdd",
        "6 drive.firmware GX2M @sdd",
        "8 drive.model Samsung SSD 960 PRO 1TB @nvme1",
        "9 drive.firmware 2B6QCXP7 @nvme1",
        "10 drive.capacity 1024209543168 @nvme1",
        "14 system.vendor Dell Inc.",
        "15 system.product PowerEdge R740xd",
        "12 network.speed 100000 @net ens1f0",
        "21 cpu.model Intel(R) Xeon(R) CPU E3-1270 v6 @ 3.80GHz",
        "22 cpu.threads 8",
        "23 memory.total 34318262272",
        "11 host tgt7",
        "24 host tank1",
        "17 zfs.recordsize 16K @zfs tank/home",
        "18 zfs.compression lz4 @zfs tank/home",
        "19 zfs.atime off @zfs tank/home",
        "27 sda1 on sda",
    ],
    "ibstat.txt": [
        "5 network.speed 200000 @net mlx5_0",
    ],
    "lscpu_cut.txt": [
        "4 cpu.model Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz",
        "2 cpu.sockets 2",
        "node 0: 0-19",
    ],
    "lshw_short.txt": [
        *("3 system.product MS-7D25", "4 board.product PRO Z690-A", "5 memory.total 68719476736"),
        *("7 cpu.model 12th Gen Intel(R) Core(TM) i9-12900K", "8 drive.model KINGSTON SNVS1000G @nvme0"),
    ],
    "lspci_one_link.txt": [
        "2 pcie.link Gen3 x2",
    ],
    "lsscsi.txt": [
        "2 drive.model INTEL SSDSC2KG96 @sda",
        "2 drive.firmware 0121 @sda",
        "4 drive.model SEAGATE ST8000NM0185 @sdb",
        "4 drive.firmware PT51 @sdb",
        "1 host hv2",
    ],
    "parted_geom_lshw.txt": [
        "1 drive.model ST12000VN0008-2Y @sdd",
        "3 drive.lba_bytes 512 @sdd",
        "9 drive.capacity 500107862016 @nda0",
        "10 drive.lba_bytes 512 @nda0",
        "12 drive.model CT500P3PSSD8 @nda0",
        "15 drive.model KINGSTON SA400S37240G",
        "15 drive.firmware SBFKQ1D2",
        "19 drive.model TOSHIBA MG07ACA1 @sde",
        "21 drive.firmware 0103 @sde",
    ],
    "release_files.txt": [
        "2 os.name CentOS Linux",
        "2 os.version 7.9.2009",
        "4 kernel 3.10.0-1160.el7.x86_64",
        "1 host db7",
    ],
    "result_headers.txt": [
        "1 host lab-win7",
        "2 os.name Windows Server 2022 Datacenter",
        "4 drive.model INTEL SSDPE2KX040T8",
        "3 drive.numa_node 1",
    ],
    "sys_files.txt": [
        "2 drive.scheduler mq-deadline @sdb",
        "4 drive.scheduler none @nvme0n1",
        "5 drive.scheduler cfq @sda",
        "7 drive.numa_node 0 @nvme0n1",
        "9 system.product Standard_L8s_v3",
    ],
    "windows_systems.txt": [
        "2 host LAB-PC4",
        "3 os.name Windows 11 Pro",
        "4 system.vendor LENOVO",
        "5 system.product 30E0003RUS",
        "9 drive.model Samsung SSD 990 PRO 2TB @disk Samsung SSD 990 PRO 2TB",
        "9 drive.capacity 2000396321280 @disk Samsung SSD 990 PRO 2TB",
    ],
    "yabs_header.txt": [
        "4 cpu.model AMD EPYC 7443P 24-Core Processor",
        "5 cpu.threads 4",
        "8 os.name Debian GNU/Linux",
        "8 os.version 12",
        "9 kernel 6.1.0-17-amd64",
        "10 virtualized kvm",
    ],
    "zpool_create.txt": [
        "1 host store1",
        "2 zfs.compression zstd @zfs tank",
        "2 zfs.recordsize 1M @zfs tank",
        "3 tank on sda sdb sdc",
        "3 /mnt/storage on tank",
        "tank raidz1 of 3, chunk None, degraded None",
    ],
    "zpool_status.txt": ["1 tank on sda sdb sdc sdd", "tank raidz2 of 4, chunk None, degraded False"],
}


def describe(records: Records) -> list[str]:
    facts = [f"{f.line} {f.key} {f.value}" + (f" @{f.device}" if f.device else "") for f in records.facts]
    layers = [f"{layer.line} {layer.upper} on {' '.join(layer.lower)}" for layer in records.layers]
    nodes = [f"node {node.number}: {node.cpus}" for node in records.nodes.values()]
    arrays = [
        f"{a.name} {a.level} of {a.width}, chunk {a.chunk_bytes}, degraded {a.is_degraded}"
        for a in records.arrays.values()
    ]
    return [*facts, *layers, *nodes, *arrays]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_every_value_of_a_capture(name: str) -> None:
    assert describe(read((OUTPUTS / name).read_text())) == EXPECTED[name]


def test_every_capture_is_expected() -> None:
    assert {path.name for path in OUTPUTS.glob("*.txt")} == {*EXPECTED, "lspci_vv.txt", "lspci_tv.txt"}


def test_a_function_of_lspci() -> None:
    records = read((OUTPUTS / "lspci_vv.txt").read_text())
    assert list(records.functions.values()) == [
        PciFunction(
            "0000:41:00.0",
            1,
            "Samsung Electronics Co Ltd NVMe SSD Controller SM981/PM981/PM983 (prog-if 02 [NVM Express])",
            class_code="0x010802",
            driver="nvme",
            numa_node=1,
            current_gts=8.0,
            current_lanes=2,
            max_gts=8.0,
            max_lanes=4,
            payload_bytes=256,
            port_type="endpoint",
            physical_slot="3",
        )
    ]
    assert [(fact.key, fact.value) for fact in records.facts] == [("pcie.link", "Gen3 x2")]


def test_the_tree_of_lspci_leads_to_each_drive() -> None:
    records = read((OUTPUTS / "lspci_tv.txt").read_text())
    found = [(one.address, one.secondary_bus, one.class_code) for one in records.functions.values()]
    assert found == [
        ("0000:00:01.0", 1, "0x060400"),
        ("0000:01:00.0", 2, "0x060400"),
        ("0000:02:01.0", 3, "0x060400"),
        ("0000:03:00.0", None, "0x010802"),
        ("0000:02:05.0", 4, "0x060400"),
        ("0000:04:00.0", None, "0x010802"),
        ("0000:02:09.0", 5, "0x060400"),
        ("0000:00:1d.0", 7, "0x060400"),
        ("0000:07:00.0", None, "0x010802"),
    ]


def test_readers_are_registered_by_being_there() -> None:
    files = {
        path.stem
        for path in (Path(__file__).parents[4] / "fioboard/engine/formats/pasted/readers").glob("*.py")
    }
    assert len(list_readers()) == len(files - {"__init__"})


def test_factors_take_every_value() -> None:
    """A key that is a factor's has a value of its type."""
    for path in OUTPUTS.glob("*.txt"):
        for fact in read(path.read_text()).facts:
            factor = FACTORS.get(fact.key)
            assert factor is None or read_value(factor.type, fact.value) is not None, (path.name, fact)


@pytest.mark.quick(15)
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_cut_output_says_nothing_else(name: str) -> None:
    """What was cut off at any line may lack facts, and never has one that the whole does not have."""
    text = (OUTPUTS / name).read_text()
    lines = text.split("\n")
    whole = {(fact.key, fact.value) for fact in read(text).facts}
    for cut in range(len(lines)):
        kept = {(fact.key, fact.value) for fact in read("\n".join(lines[:cut])).facts}
        assert kept <= whole, (name, cut)


def state(*sentences: str) -> list[tuple[str, str]]:
    lines = [Line(number, text) for number, text in enumerate("\n".join(sentences).split("\n"), 1)]
    return [(fact.key, fact.value) for fact in read_prose(lines)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Slot 2", [("slot", "2")]),
        ("The drive is in slot 3.", [("slot", "3")]),
        ("I put the card into slot 3 (PCIe 1.0 x4).", [("slot", "3"), ("slot.link", "Gen1 x4")]),
        ("The drive runs at PCIe 3.0 x4.", [("pcie.link", "Gen3 x4")]),
        ("Carrier: Gen3 x16", [("slot.link", "Gen3 x16")]),
        ("After setting NPS=4 in the BIOS:", [("bios.nps", "4")]),
        ("Kernel 6.6", [("kernel", "6.6")]),
        ("Drive: Samsung 970 PRO 512GB", [("drive.model", "Samsung SSD 970 PRO"), ("drive.capacity", "512000000000")]),
        ("4 x Samsung SSD 970 PRO 512 GB in RAID0", [
            ("drive.model", "Samsung SSD 970 PRO"), ("drive.capacity", "512000000000"),
            ("drive.count", "4"), ("raid.width", "4"), ("raid.level", "raid0"),
        ]),
        ("The box has an Intel DC P3700.", [("drive.model", "Intel SSD DC P3700")]),
        ("Temperature: idle 39 °C, peak 52 °C", [("temperature.idle", "39"), ("temperature.peak", "52")]),
        ("RAID0 of 3 drives", [("raid.level", "raid0"), ("raid.width", "3"), ("drive.count", "3")]),
        ("Each is rated 3.5 GB/s sequential read.", [("rated_bw_bytes_per_s", "3500000000")]),
        ("It is rated at 450,000 random-read IOPS.", [("rated_iops", "450000")]),
        ("Hyper-threading is off.", [("bios.smt", "off")]),
        ("SSD: Samsung NVMe 1TB", [("drive.capacity", "1000000000000")]),
        ("There are 8 ST4000VN008.", [("drive.model", "ST4000VN008"), ("drive.count", "8")]),
        ("Disk: Crucial P3 Plus 2 TB", [("drive.model", "Crucial P3 Plus"), ("drive.capacity", "2000000000000")]),
        ("It is a `WD Blue SN550`.", [("drive.model", "WD Blue SN550")]),
        ("2x Xeon E5-2680 v4", [("cpu.model", "Xeon E5-2680 v4"), ("cpu.sockets", "2")]),
        ("The server is a Dell R730 with an E3-1230v6.", [("cpu.model", "E3-1230v6"), ("system.product", "Dell R730")]),
        ("They form a RAID-Z2.", [("raid.level", "raidz2")]),
        ("系统是Ubuntu 22.04，内核 5.15", [("kernel", "5.15"), ("os.name", "Ubuntu"), ("os.version", "22.04")]),
        ("It is a KVM guest on CentOS 7.6.", [("os.name", "CentOS"), ("os.version", "7.6"), ("virtualized", "kvm")]),
        ("Client and servers have 10 GbE.", [("network.speed", "10000")]),
        ("They use 25-gigabit networking.", [("network.speed", "25000")]),
        ("The kernel was upgraded to 4.2.4.", [("kernel", "4.2.4")]),
        ("It runs Debian 12.1 (no difference to the older ones).", [("os.name", "Debian"), ("os.version", "12.1")]),
        ("The drives sit on NUMA node 1.", [("drive.numa_node", "1")]),
        ("It is a Supermicro server 1029U-TN10RT.", [("system.product", "Supermicro 1029U-TN10RT")]),
        ("The specification is promising read (up to 2.6gb/s) and write (up to 1gb/s).",
         [("rated_bw_bytes_per_s", "2600000000"), ("rated_bw_bytes_per_s", "1000000000")]),
        ("2 NVMe Gen 5 Kingston NV2", [("drive.model", "Kingston NV2"), ("drive.count", "2")]),
        ("The NAS has there a usb 3.0 drive (4TB).", [("drive.capacity", "4000000000000"), ("drive.transport", "usb")]),
        ("A RAID 6 with 8G HDD * 9", [("raid.level", "raid6"), ("raid.width", "9"), ("drive.count", "9")]),
        ("There are 72 hard drives.", [("drive.count", "72")]),
        ("It has three new HGST 10TB drives.", [("drive.capacity", "10000000000000"), ("drive.count", "3")]),
        ("RAM: 16GB", [("memory.total", "17179869184")]),
        ("CPU: AMD A8-5600K", [("cpu.model", "AMD A8-5600K")]),
        ("OS: CentOS release 6.4 (Final)", [("os.name", "CentOS"), ("os.version", "6.4")]),
        ("It is on linux 3.2.0.", [("kernel", "3.2.0")]),
        ("OS: Oracle Linux 8 (RHEL 8)", [("os.name", "Oracle Linux"), ("os.version", "8")]),
        ("Network between nodes: 10Gbps", [("network.speed", "10000")]),
        ("Host: xenon (Ubuntu 24.04)", [("host", "xenon"), ("os.name", "Ubuntu"), ("os.version", "24.04")]),
        ("| CPU | AMD EPYC 7402P |", [("cpu.model", "AMD EPYC 7402P")]),
        ("My Micron 7450 PRO can't reach what I would expect.", [("drive.model", "Micron 7450 PRO")]),
        ("It is a Samsung 980 PRO, but I would like another one.", [("drive.model", "Samsung SSD 980 PRO")]),
        ("Why is my Kingston DC600M so slow?", [("drive.model", "Kingston DC600M")]),
        ("I use a ZFS mirror instead of raidz2.", [("raid.level", "mirror")]),
        ("It is a mirrored pair of 3TB drives.",
         [("drive.capacity", "3000000000000"), ("drive.count", "2"), ("raid.width", "2"), ("raid.level", "mirror")]),
        ("Mobo: ASRock Rack ROMED8-2T", [("board.product", "ROMED8-2T")]),
        ("Laptop: Acer Aspire 315-42", [("system.product", "Acer Aspire 315-42")]),
        ("It is a Lenovo M720q.", [("system.product", "Lenovo M720q")]),
        ("Memory: 4x32GB DDR4", [("memory.total", "137438953472")]),
        ("I installed from debian-12.5.0-amd64-netinst.iso.", [("os.name", "debian"), ("os.version", "12.5.0")]),
        ("On a fresh Ubuntu server I see this.", [("os.name", "Ubuntu")]),
        ("The ceph cluster has 156 OSDs.", [("ceph.osds", "156")]),
        ("The CPU is a 5950X.", [("cpu.model", "5950X")]),
        ("It has a Samsung 980 Evo and RAM is 1TB.", [("drive.model", "Samsung 980 Evo"), ("memory.total", "1099511627776")]),
        ("Python platform: Linux-5.10.134-18.0.5.x86_64-x86_64-with-glibc2.35", [("kernel", "5.10.134-18.0.5.x86_64")]),
        ("I tested the 6.4 and 5.18 kernels.", [("kernel", "6.4"), ("kernel", "5.18")]),
        ("Two hosts of 2xAMD EPYC 9575F with 1.5TB of RAM", [
            ("memory.total", "1649267441664"), ("cpu.model", "AMD EPYC 9575F"), ("cpu.sockets", "2"),
        ]),
        ("Array type: 8x4tb RAIDZ2", [
            ("drive.capacity", "4000000000000"), ("drive.count", "8"), ("raid.width", "8"), ("raid.level", "raidz2"),
        ]),
        ("Two raidz2 pools with 10 disks each", [("raid.level", "raidz2"), ("raid.width", "10")]),
        ("The RAID is made up of four disks.", [("raid.width", "4"), ("drive.count", "4")]),
        ("It is a RAID10, and if it helps I can add logs.", [("raid.level", "raid10")]),
        ("We use an Intel 530, a Seagate Exos 7E2 and a Samsung 970 EVO Plus.", [
            ("drive.model", "Samsung SSD 970 EVO Plus"), ("drive.model", "Intel 530"), ("drive.model", "Seagate Exos 7E2"),
        ]),
        ("I put RAID0 on 4 NVMe x 2T disks.", [
            ("drive.capacity", "2000000000000"), ("drive.count", "4"), ("raid.width", "4"), ("raid.level", "raid0"),
        ]),
    ],
)  # fmt: skip
def test_a_sentence_that_states(sentence: str, expected: list[tuple[str, str]]) -> None:
    assert state(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Would slot 3 be faster?",
        "Slot 2 and slot 3 give different speeds.",
        "It is not in slot 4.",
        "Unlike the Samsung 980 PRO this drive has no DRAM.",
        "I could buy a Samsung 990 PRO 2TB.",
        "My friend's P3700 does 450,000 IOPS.",
        "If NPS4 is set, there are four nodes.",
        "The previous kernel 5.4 was slower.",
        "PCIe 3.0 x4 is rated for 3.9 GB/s?",
        "The drive supports PCIe 4.0 x4.",
        "We ordered 980 screws.",
        "https://example.org/samsung-970-pro-512gb",
        "$ cat slot 3",
        "Compared with the datasheet, 450,000 IOPS look low.",
        "The array is rated 14 GB/s in total.",
        "Boot: Samsung 850 EVO 250GB",
        "The WD SN570 in M2_2 holds the system.",
        "Run `lspci -s 01:00.0` in slot=3.",
        "Six 2.5GbE ports are left.",
        "SATA SSDs tend to be expensive.",
        "I tested 1Gb and 40Gb IB network.",
        "We compared ZFS, XFS and raw devices.",
        "| IOPS | 450k with a Samsung 970 PRO |",
        "A user has two 970 PRO. The setup is a RAID0 of 2 drives.",
        "It is the OEM version of the 970 EVO Plus.",
        "2x960GB in hardware RAID1 for rootfs",
        "I cannot run it on Ubuntu 22.04.",
        "Should I use a Samsung 990 PRO?",
        "The drives now live in my Pi 5.",
        "Originally it had 5 WD Red.",
        "I plan to build this:\n\ni9 9900k\n2 SAS drives 300 GB",
        "It is based loosely on Debian 12.",
        "The second one is a 120GB RAM disk.",
        "4.2.3 running kernel-latest",
        "A comparable machine has a RAID5.",
        "There is a bug in FreeBSD 11 with lost interrupts.",
        "The old hardware was:\n- 16GiB RAM\n- RAIDZ1",
    ],
)
def test_a_sentence_that_states_nothing(sentence: str) -> None:
    assert state(sentence) == []


def test_a_rating_says_its_direction() -> None:
    facts = list(read_prose([Line(1, "Rated 450,000 random-read and 175,000 random-write IOPS.")]))
    assert [(f.value, f.direction, f.unit) for f in facts] == [
        ("450000", "read", "IOPS"),
        ("175000", "write", "IOPS"),
    ]
