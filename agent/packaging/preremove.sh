#!/bin/sh
# The timer names a unit that is about to go; dpkg says remove, rpm 0. Results that wait in /root stay.
set -e
if [ "$1" = remove ] || [ "$1" = 0 ]; then
  if command -v systemctl >/dev/null; then
    systemctl --quiet disable fioboard-agent-push.timer fioboard-agent-serve.service || true
    if [ -d /run/systemd/system ]; then systemctl --quiet stop fioboard-agent-push.timer fioboard-agent-push.service fioboard-agent-serve.service || true; fi
  fi
  rm -f /usr/lib/fioboard-agent/fioboard-agent
fi
