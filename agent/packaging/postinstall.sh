#!/bin/sh
# Makes the program for the Python of this host; dpkg says configure and the old version, rpm 1 or 2.
set -e
home=/usr/lib/fioboard-agent
for python in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python3.9; do
  if command -v "$python" >/dev/null && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    "$(command -v "$python")" "$home/agent.pyz" install --dir "$home" >/dev/null
    break
  fi
done
if [ ! -x "$home/fioboard-agent" ]; then
  echo 'fioboard-agent needs Python 3.9 or newer. Install it (RHEL 8: dnf install python39; SLES 15: zypper install python311),' >&2
  echo 'then install this package again.' >&2
  exit 1
fi
# The timer sends nothing before root's agent has a service: its unit asks for the configuration.
if { [ "$1" = configure ] && [ -z "$2" ]; } || [ "$1" = 1 ]; then
  if command -v systemctl >/dev/null; then
    systemctl --quiet enable fioboard-agent-push.timer || true
    if [ -d /run/systemd/system ]; then systemctl --quiet start fioboard-agent-push.timer || true; fi
  fi
fi
