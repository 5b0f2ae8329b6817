"""What the service answers to `suite datasheet`: cards with the jobs of their figures."""

MODEL = "EXAMPLE SSD 1"
OPTIONS = """ioengine=libaio
direct=1
time_based
runtime=60
ramp_time=10
randrepeat=0
norandommap=1
refill_buffers=1
group_reporting=1"""
FILL = "[before-1-fill]\nrw=write\nbs=128k\niodepth=8\nloops=2\nsize=100%\ndirect=1\nioengine=libaio\nstonewall\n"
OVERWRITE = "[before-2-overwrite]\nrw=randwrite\nbs=8k\niodepth=8\nnorandommap=1\nsize=100%\ndirect=1\nstonewall\n"
PAST_CACHE = "[before-1-past_cache]\nrw=write\nbs=128k\niodepth=8\nio_size=4194304\nsize=100%\nstonewall\n"


def job(extra="", steps="", **more):
    """As the service has it; `extra` are more lines of its job, `steps` sections before it."""
    said = {"figure": 1, "name": "1-randread-4k-qd4", "rw": "randread", "bs": "4k", "iodepth": 4, "numjobs": 1,
            "rwmixread": None, "is_destructive": False, "before": [], "by_hand": [], "metric": "iops",
            "rated": 100_000.0, **more}  # fmt: skip
    mix = "" if said["rwmixread"] is None else f"rwmixread={said['rwmixread']}\n"
    own = f"rw={said['rw']}\nbs={said['bs']}\niodepth={said['iodepth']}\nnumjobs={said['numjobs']}\n{mix}size=100%\n"
    text = f"[global]\nfilename=TARGET\n\n{steps}\n[{said['name']}]\n{own}{OPTIONS}\n{extra}\nstonewall\n"
    return {"job_file": text, **said}


MIXED = job(
    steps=FILL + OVERWRITE,
    figure=2,
    name="2-randrw-8k-qd2",
    rw="randrw",
    bs="8k",
    iodepth=2,
    rwmixread=70,
    before=["fill", "overwrite"],
    is_destructive=True,
)
WRITE = job(figure=3, name="3-randwrite-4k-qd4", rw="randwrite", is_destructive=True)


def card(*jobs, **more):
    return {"card_id": "example-1", "title": "Example SSD 1", "jobs": list(jobs), "left_out": [], **more}
