#!/bin/sh
# The timers name units that are about to go; dpkg says remove, rpm 0. Results that wait in /root stay.
set -e
if [ "$1" = remove ] || [ "$1" = 0 ]; then
  timers="fioboard-agent-push.timer fioboard-agent-experiment.timer"
  if command -v systemctl >/dev/null; then
    systemctl --quiet disable $timers fioboard-agent-serve.service || true
    if [ -d /run/systemd/system ]; then systemctl --quiet stop $timers fioboard-agent-push.service fioboard-agent-serve.service fioboard-agent-experiment.service || true; fi
  fi
  rm -f /usr/lib/fioboard-agent/fioboard-agent
fi
