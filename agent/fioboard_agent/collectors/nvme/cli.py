"""SMART log as nvme-cli prints it (JSON), for controllers that refuse our own command.

The same field is a number, a float or text depending on nvme-cli's version; temperature is Kelvin in all of them.
"""

from __future__ import annotations

import json
from typing import Any, Optional, cast

from fioboard_agent.collectors.nvme.structures import DATA_UNIT_BYTES
from fioboard_agent.host.reader import UNPARSED, Reader
from fioboard_agent.inventory_types import DiskHealth

# Old name first; 3.0 renamed it and may not know the old one.
_COMMANDS = (("nvme", "smart-log", "-o", "json"), ("nvme", "log", "smart", "-o", "json"))
_PLAIN = {
    "percentage_used": ("percent_used", "percentage_used"),
    "available_spare_pct": ("avail_spare",),
    "media_errors": ("media_errors",),
    "power_on_hours": ("power_on_hours",),
    "warning_temp_minutes": ("warning_temp_time",),
    "critical_temp_minutes": ("critical_comp_time",),
    "t1_transitions": ("thm_temp1_trans_count",),
    "t2_transitions": ("thm_temp2_trans_count",),
    "t1_seconds": ("thm_temp1_total_time",),
    "t2_seconds": ("thm_temp2_total_time",),
}
_ATTRIBUTES = {
    "available_spare_threshold_pct": "spare_thresh",
    "host_reads": "host_read_commands",
    "host_writes": "host_write_commands",
    "busy_minutes": "controller_busy_time",
    "power_cycles": "power_cycles",
    "unsafe_shutdowns": "unsafe_shutdowns",
    "error_log_entries": "num_err_log_entries",
}


def ask_smart_log(reader: Reader, device: str) -> Optional[DiskHealth]:
    """The health fields of one controller; None when nvme-cli is not there or says nothing usable."""
    for command in _COMMANDS:
        answer = reader.ask([*command, device])
        if answer is None:
            return None
        if answer.exit_code == 0:
            health = parse_smart_log(answer.text)
            if health is None:
                reader.source.note(UNPARSED, f"{' '.join(command)} {device}: {answer.text[:40]}")
            return health
    return None


def parse_smart_log(text: str) -> Optional[DiskHealth]:
    """None for anything that is not a smart-log object."""
    try:
        log = json.loads(text)
    except ValueError:
        return None
    if not isinstance(log, dict) or "temperature" not in log:
        return None
    warning = log.get("critical_warning")
    kelvin = _parse_whole(log.get("temperature"))
    written, read = _parse_whole(log.get("data_units_written")), _parse_whole(log.get("data_units_read"))
    plain = {
        field: next((n for key in keys if (n := _parse_whole(log.get(key))) is not None), None)
        for field, keys in _PLAIN.items()
    }
    return {
        **cast(DiskHealth, plain),
        "temperature_c": kelvin - 273 if kelvin else None,
        "critical_warning": _parse_whole(warning.get("value") if isinstance(warning, dict) else warning),
        "data_written_bytes": None if written is None else written * DATA_UNIT_BYTES,
        "data_read_bytes": None if read is None else read * DATA_UNIT_BYTES,
        "attributes": {field: n for field, key in _ATTRIBUTES.items() if (n := _parse_whole(log.get(key))) is not None},
    }


def _parse_whole(value: Any) -> Optional[int]:
    """Return 310 of 310, 310.0, "310" and "310.0"; None for anything else. Counters beyond 2^53 come as whole
    numbers.
    """
    try:
        number = int(value) if isinstance(value, int) or str(value).isdigit() else int(float(value))
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number >= 0 else None
