#!/bin/sh
# systemd remembers when the timer ran last.
set -e
if [ -d /run/systemd/system ]; then systemctl --quiet daemon-reload || true; fi
if [ "$1" = purge ] || [ "$1" = 0 ]; then rm -f /var/lib/systemd/timers/stamp-fioboard-agent-push.timer; fi
