"""Drivers, system, firmware settings, and the command that measured."""

from collections.abc import Mapping

from fioboard.app.sharing.questions import sentences
from fioboard.app.sharing.questions.links import drives_functions
from fioboard.app.sharing.questions.question import (
    Finding,
    Setting,
    elsewhere,
    explain_outside_vm,
    listed,
    unknown,
)
from fioboard.core.figures import format_things
from fioboard.engine.answers.run import ToolRef
from fioboard.engine.hardware.inventory.tolerant import mapping, text, texts

ASKED_SETTINGS: Mapping[str, str] = {
    "numa.nodes_per_socket": "NPS",
    "cpu.c_states": "C-states",
    "pcie.aspm": "ASPM",
    "iommu": "IOMMU",
}
"""What the question names, by key."""


def driver(setting: Setting) -> Finding:
    """Are the drivers installed?"""
    if setting.is_remote:
        return elsewhere()
    functions = drives_functions(setting)
    named = [f for f in functions if f.driver]
    words = [
        f"{f.driver} {f.driver_version or '(version not recorded)'}"
        + (", the vendor's own" if f.driver_is_vendor else "")
        for f in named
    ]
    evidence = tuple(f"{f.address}: {word}" for f, word in zip(named, words, strict=True))
    if named and setting.is_on_virtual_drives:
        return Finding(
            "value", listed(words),
            sentences.VIRTUAL_DRIVER(outside=explain_outside_vm("Drivers of the physical drives are")),
            "inventory: PCIe functions", evidence, can_be_read=False, is_open=True,
        )  # fmt: skip
    if named and len(named) == len(functions):
        kernel = text(setting.document, "os.kernel")
        is_versionless = any(f.driver_version is None for f in named)
        return Finding(
            "yes", listed(words),
            "All drives have a driver loaded.",
            "inventory: PCIe functions",
            (*evidence, *([f"kernel {kernel}"] if kernel else [])),
            can_be_read=False,
            is_open=is_versionless,
        )  # fmt: skip
    disks = mapping(setting.document, "disks")
    there = [disk for disk in setting.members if disk in disks]
    if there and len(there) == len(setting.members):
        what = (
            "The drive is present as a block device"
            if len(there) == 1
            else sentences.ALL_DRIVES(count=len(there))
        )
        evidence += tuple(
            f"{disk} is present"
            + (f", transport {kind}" if (kind := text(mapping(disks, disk), "transport")) else "")
            for disk in there
        )
        value = sentences.DRIVEN(
            names=sentences.SOME_DRIVERS(drivers=listed(words)) if named else "name and version not recorded"
        )
        return Finding(
            "yes", value,
            sentences.DRIVER_PARTLY_KNOWN(drives=what)
            if named
            else sentences.DRIVER_UNKNOWN(drives=what),
            "inventory: drives", evidence, is_open=True,
        )  # fmt: skip
    return unknown("The drivers of the drives are not recorded.")


def system(setting: Setting) -> Finding:
    """Which operating system and kernel?"""
    names = [text(setting.document, key) for key in ("os.name", "os.version")]
    kernel = text(setting.document, "os.kernel")
    value = ", ".join(p for p in (" ".join(n for n in names if n), f"kernel {kernel}" if kernel else "") if p)
    if not value:
        return unknown("The inventory does not name the operating system.")
    parameters = texts(setting.document, "os.cmdline")
    evidence = (f"kernel parameters: {' '.join(parameters)}",) if parameters else ()
    text_ = (
        "Recorded with this run; other runs of the host may differ."
        if setting.is_whole
        else "Recorded with the runs of this machine."
    )
    return Finding("value", value, text_, "inventory: operating system", evidence)


def bios_version(setting: Setting) -> Finding:
    """Which BIOS version?"""
    bios = mapping(setting.document, "system.bios")
    vendor, version, date = (text(bios, name) for name in ("vendor", "version", "date"))
    outside: str = explain_outside_vm("The BIOS of the physical server is") if setting.is_virtual else ""
    if version is None and outside:
        return unknown(outside, can_be_read=False)
    if version is None:
        return unknown("The inventory does not include the BIOS version.")
    value = " ".join(p for p in (vendor, version, f"of {date}" if date else None) if p)
    board = " ".join(
        p
        for p in (
            text(setting.document, "system.board.vendor"),
            text(setting.document, "system.board.product"),
        )
        if p
    )
    text_ = sentences.FIRMWARE_OF_VM(outside=outside) if outside else f"BIOS {value}."
    return Finding(
        "value", value, text_, "inventory: BIOS", (f"board {board}",) if board else (),
        can_be_read=False, is_open=bool(outside),
    )  # fmt: skip


def bios_settings(setting: Setting) -> Finding:
    """What are the BIOS settings?"""
    shown = [one for one in setting.firmware if one["value"] is not None]
    outside: str = (
        explain_outside_vm("The BIOS settings of the physical server are") if setting.is_virtual else ""
    )
    if not shown and outside:
        return unknown(outside, can_be_read=False)
    if not shown:
        return unknown("No BIOS settings were recorded; reading them needs root.")
    first = sorted(shown, key=lambda one: (one["key"] != "numa.nodes_per_socket", one["key"]))
    evidence = tuple(f"{one['title']}: {one['value']} ({_origin(one)})" for one in first)
    value = ", ".join(f"{one['title']} {one['value']}" for one in first[:4]) + (
        ", …" if len(first) > 4 else ""
    )
    known = {one["key"].partition("[")[0] for one in shown}
    missing = [] if outside else [title for key, title in ASKED_SETTINGS.items() if key not in known]
    text_: str = format_things(len(shown), "setting")
    text_ = (
        sentences.SETTINGS_MISSING(settings=text_, missing=listed(missing))
        if missing
        else sentences.SETTINGS_KNOWN(settings=text_, outside=f" {outside}" if outside else "")
    )
    return Finding(
        "value", value, text_, "inventory: firmware settings", evidence,
        can_be_read=not outside, is_open=bool(missing or outside),
    )  # fmt: skip


def _origin(setting: Mapping[str, object]) -> str:
    return (
        "inferred from what the system shows"
        if setting["source"] == "inferred"
        else f"read from {setting['source']}".replace("_", " ")
    )


def command(setting: Setting) -> Finding:
    """Which fio version and command line?"""
    tools = listed(_tool(run["tool"]) for run in setting.runs)
    commands = list(dict.fromkeys(run["command"] for run in setting.runs if run["command"]))
    if not setting.runs:
        return unknown("This share has no run of this machine.")
    evidence = tuple(
        f"{listed(run['label'] for run in setting.runs if run['command'] == command)}: {command}"
        for command in commands
    )
    if not commands:
        return Finding(
            "value",
            tools,
            _explain_no_command(setting),
            "benchmark output",
            evidence,
            can_be_read=False,
            is_open=True,
        )
    more = f" and {len(commands) - 1} more" if len(commands) > 1 else ""
    text_ = (
        "The command as it was started."
        if setting.is_whole
        else "Rebuilt from the options shown; the target is left out."
    )
    is_open = any(not run["command"] for run in setting.runs)
    return Finding(
        "value", f"{tools}: {commands[0]}{more}", text_, "benchmark output", evidence,
        can_be_read=False, is_open=is_open,
    )  # fmt: skip


def _explain_no_command(setting: Setting) -> str:
    if "job_options" in setting.hidden:
        return sentences.NOT_SHARED(parts="The command", verb="is")
    has_options = any(options for run in setting.runs for options in run["job_options"])
    return sentences.OPTIONS_UNKNOWN(options="; the run lists the job's options" if has_options else "")


def _tool(tool: ToolRef) -> str:
    name, version = tool["name"] or "unknown", tool["version"]
    if not version:
        return name
    if version.startswith(name):
        return version
    # "nvmecontrol 14.1", but "another tool, version unknown"
    return f"{name} {version}" if version[0].isdigit() else f"{name}, {version}"
