"""Asks an NVMe controller the three read-only questions that need root: Identify, Get Log Page and Get Features.

Layout of struct nvme_admin_cmd and the request number: Linux include/uapi/linux/nvme_ioctl.h.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import struct

_ADMIN_COMMAND = 0xC0484E41  # _IOWR('N', 0x41, struct nvme_admin_cmd)
_COMMAND = struct.Struct("<BBHIIIQQIIIIIIIIII")
_GET_LOG_PAGE, _IDENTIFY, _GET_FEATURES = 0x02, 0x06, 0x0A
# Bits 10:8 of the question would ask for the default or the saved value; 0 asks for the one in force.
_APST, _APST_BYTES = 0x0C, 256
_ALL_NAMESPACES = 0xFFFF_FFFF
_TIMEOUT_MS = 5_000


class NvmeAdmin:
    """The controllers of this machine. Tests put recorded answers in the place of this."""

    def smart_log(self, device: str) -> bytes:
        """Log 02h of `/dev/nvme0`, 512 bytes. Raises OSError."""
        return self._ask(device, _GET_LOG_PAGE, _ALL_NAMESPACES, 512, 0x007F0002)[0]

    def identify_controller(self, device: str) -> bytes:
        """4096 bytes. Raises OSError."""
        return self._ask(device, _IDENTIFY, 0, 4096, 1)[0]

    def identify_namespace(self, device: str, nsid: int) -> bytes:
        """4096 bytes. Raises OSError."""
        return self._ask(device, _IDENTIFY, nsid, 4096, 0)[0]

    def feature(self, device: str, identifier: int) -> int:
        """The 32 bits that say what a feature is set to now. Raises OSError, also when the controller has no such
        feature."""
        # Power management's and the thermal feature's answer is in these bits alone; APST has a table beside them.
        length = _APST_BYTES if identifier == _APST else 0
        return self._ask(device, _GET_FEATURES, 0, length, identifier)[1]

    def _ask(self, device: str, opcode: int, nsid: int, length: int, cdw10: int) -> tuple[bytes, int]:
        """The data and the 32 bits of the completion."""
        # Page aligned by the allocator or not: the kernel copies through its own buffer when it is not.
        buffer = ctypes.create_string_buffer(length)
        command = bytearray(
            _COMMAND.pack(
                opcode,
                0,
                0,
                nsid,
                0,
                0,
                0,
                ctypes.addressof(buffer) if length else 0,
                0,
                length,
                cdw10,
                0,
                0,
                0,
                0,
                0,
                _TIMEOUT_MS,
                0,
            )
        )
        descriptor = os.open(device, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            status = fcntl.ioctl(descriptor, _ADMIN_COMMAND, command)
        finally:
            os.close(descriptor)
        if status:
            raise OSError(5, f"the controller refused the command with status {status:#x}", device)
        return buffer.raw, _COMMAND.unpack(command)[-1]
