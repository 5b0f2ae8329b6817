"""Outputs of the installed fio over engines, options and formats, packed for the tests of the readers.

    python lab/capture_fio.py

Writes tests/data/fio-outputs.tar.xz, from which `make mutate-fio` and the tests take their good outputs. Made of real
runs on small files, so that every value was measured; the name of this machine is replaced.
"""

import io
import shlex
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

TARGET = Path(__file__).parents[1] / "tests" / "data" / "fio-outputs.tar.xz"
FORMATS = {"json": "json", "json+": "plus.json", "normal": "txt", "terse": "terse.txt"}
"""fio's name of each format, and how a file of it ends here."""
_SIZE = "--filename=data --size=8m"

JOBS = {
    "randread-psync": f"--name=randread --rw=randread --bs=4k --ioengine=psync {_SIZE}",
    "randwrite-sync": f"--name=w --rw=randwrite --bs=8k --ioengine=sync --fsync=64 {_SIZE}",
    "seqread-libaio": f"--name=seqread --rw=read --bs=128k --ioengine=libaio --iodepth=16 --direct=1 {_SIZE}",
    "seqwrite-pvsync2": f"--name=seqwrite --rw=write --bs=1m --ioengine=pvsync2 --end_fsync=1 {_SIZE}",
    "randrw-libaio": f"--name=mix --rw=randrw --rwmixread=70 --bs=4k --ioengine=libaio --iodepth=8 {_SIZE}",
    "randrw-uring": f"--name=ring --rw=randrw --bs=16k --ioengine=io_uring --iodepth=4 {_SIZE}",
    "mmap": f"--name=mapped --rw=randread --bs=4k --ioengine=mmap {_SIZE}",
    "posixaio": f"--name=posix --rw=randwrite --bs=64k --ioengine=posixaio --iodepth=4 {_SIZE}",
    "clones": f"--name=clones --numjobs=4 --rw=randread --bs=4k --ioengine=psync {_SIZE}",
    "clones-write": "--name=many --numjobs=3 --rw=write --bs=256k --size=4m --filename_format=d.$jobnum",
    "grouped": f"--name=grouped --numjobs=4 --group_reporting --rw=randrw --bs=4k --ioengine=libaio "
    f"--iodepth=4 {_SIZE}",
    "grouped-write": "--name=gw --numjobs=2 --group_reporting --rw=randwrite --bs=4k --size=4m "
    "--filename_format=d.$jobnum",
    "two-sections": f"{_SIZE} --name=first --rw=read --bs=64k --name=second --stonewall --rw=write --bs=64k",
    "four-sections": f"{_SIZE} --bs=4k --name=r1 --rw=read --name=r2 --stonewall --rw=randread "
    "--name=w1 --stonewall --rw=write --name=w2 --stonewall --rw=randwrite",
    "two-groups": f"{_SIZE} --group_reporting --name=a --numjobs=2 --rw=randread --bs=4k "
    "--name=b --new_group --stonewall --numjobs=2 --rw=randwrite --bs=8k",
    "bsrange": f"--name=range --rw=randread --bsrange=4k-64k {_SIZE}",
    "bs-per-direction": f"--name=sizes --rw=randrw --bs=4k,16k {_SIZE}",
    "unified": f"--name=unified --rw=randrw --bs=4k --unified_rw_reporting=mixed {_SIZE}",
    "lat-percentiles": f"--name=lat --rw=randread --bs=4k --lat_percentiles=1 --slat_percentiles=1 {_SIZE}",
    "percentile-list": f"--name=list --rw=randread --bs=4k --percentile_list=50:90:99:99.9:99.99 {_SIZE}",
    "no-clat-percentiles": f"--name=none --rw=randread --bs=4k --clat_percentiles=0 {_SIZE}",
    "gtod-reduce": f"--name=reduced --rw=randread --bs=4k --gtod_reduce=1 {_SIZE}",
    "described": f"--name=described --description='a job; of two words' --rw=randread --bs=4k {_SIZE}",
    "rate-limited": f"--name=slow --rw=randread --bs=4k --rate_iops=300 --runtime=1 --time_based {_SIZE}",
    "slow-write": f"--name=slower --rw=randwrite --bs=512 --rate_iops=40 --runtime=1 --time_based {_SIZE}",
    "sigfigs": f"--name=digits --rw=randread --bs=4k --significant_figures=10 {_SIZE}",
    "bits": f"--name=bits --rw=read --bs=4k --unit_base=1 {_SIZE}",
    "kilo": f"--name=kilo --rw=read --bs=4k --kb_base=1000 {_SIZE}",
    "verify": f"--name=verified --rw=write --bs=4k --verify=crc32c --do_verify=1 {_SIZE}",
    "ramp": f"--name=ramped --rw=randread --bs=4k --ramp_time=1 --runtime=1 --time_based --rate_iops=2000 {_SIZE}",
    "name-with-colon": f"--name='disk: a (fast)' --rw=randread --bs=4k {_SIZE}",
    "name-long": f"--name=a-very-long-name-of-a-job-that-says-everything-about-itself-4k-qd1 --rw=read --bs=4k {_SIZE}",
    "depths": f"{_SIZE} --ioengine=libaio --rw=randread --bs=4k --name=qd1 --iodepth=1 "
    "--name=qd4 --stonewall --iodepth=4 --name=qd16 --stonewall --iodepth=16",
    "odd-size": "--name=odd --rw=read --bs=5000 --filename=data --size=5000000",
    "trim-off-zero": f"--name=zeros --zero_buffers --rw=write --bs=32k --loops=2 {_SIZE}",
    "thinktime": f"--name=thinks --rw=randread --bs=4k --thinktime=1000 --number_ios=200 {_SIZE}",
}
CLIENT_JOBS = {
    "client-read": "[global]\nfilename=data\nsize=4m\nbs=4k\n[served]\nrw=randread\n",
    "client-mix": "[global]\nfilename=data\nsize=4m\nbs=8k\ngroup_reporting\n[mix]\nrw=randrw\nnumjobs=2\n",
    "client-write": "[global]\nsize=4m\nbs=64k\n[stored]\nfilename=data\nrw=write\n",
}


def main() -> int:
    if shutil.which("fio") is None:
        print("fio is not installed.", file=sys.stderr)
        return 1
    outputs: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name, job in JOBS.items():
            for form, ending in FORMATS.items():
                outputs[f"{name}.{ending}"] = run([f"--output-format={form}", *shlex.split(job)], place)
        for name, job in CLIENT_JOBS.items():
            (place / f"{name}.fio").write_text(job)
            for count in (1, 2):
                for form in ("json", "json+", "normal"):
                    file = f"{name}-{count}.{FORMATS[form]}"
                    outputs[file] = run_clients(place, f"{name}.fio", form, count)
    with tarfile.open(TARGET, "w:xz") as archive:
        for file, body in sorted(outputs.items()):
            member = tarfile.TarInfo(file)
            member.size = len(body)
            archive.addfile(member, io.BytesIO(body))
    print(f"{len(outputs)} outputs, {TARGET.stat().st_size} bytes packed")
    return 0


def run(arguments: list[str], place: Path) -> bytes:
    """What fio prints of one run, with the name of this machine replaced."""
    done = subprocess.run(["fio", *arguments], cwd=place, capture_output=True, check=True, timeout=120)
    return done.stdout.replace(socket.gethostname().encode(), b"server-1")


def run_clients(place: Path, job: str, form: str, count: int) -> bytes:
    """The same of a client with one or two servers on this machine."""
    ports = free_ports(count)
    servers = []
    try:
        for port in ports:
            folder = place / f"server-{port}"
            folder.mkdir()
            servers.append(
                subprocess.Popen(
                    ["fio", f"--server=127.0.0.1,{port}"],
                    cwd=folder,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
        for port in ports:
            wait_until_listening(port)
        clients = [word for port in ports for word in (f"--client=ip:127.0.0.1,{port}", job)]
        return run([f"--output-format={form}", *clients], place)
    finally:
        for server in servers:
            server.terminate()
            server.wait()


def wait_until_listening(port: int) -> None:
    """As the kernel lists it: a probe that connects and says nothing would be a client to fio."""
    listening = f":{port:04X} 00000000:0000 0A"
    until = time.monotonic() + 60
    while listening not in Path("/proc/net/tcp").read_text():
        if time.monotonic() > until:
            raise TimeoutError(f"No server of fio on port {port}.")
        time.sleep(0.05)


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]
    finally:
        for probe in probes:
            probe.close()


if __name__ == "__main__":
    sys.exit(main())
