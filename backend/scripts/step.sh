#!/usr/bin/env bash
# One line for one step, with its time; what the step prints goes to a log, whose end is shown when it fails.
# Usage: step.sh TITLE COMMAND [ARGUMENT…]
set -euo pipefail
LOG="$(cd "$(dirname "$0")/../.." && pwd)/.cache/setup.log"
title=$1
shift
mkdir -p "$(dirname "$LOG")"
printf '%s …' "$title" >&2
printf '\n===== %s: %s =====\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$title" >>"$LOG"
lines=$(wc -l <"$LOG")
began=$SECONDS
if "$@" >>"$LOG" 2>&1 </dev/null; then
  printf ' %d s\n' "$((SECONDS - began))" >&2
else
  code=$?
  printf ' failed after %d s\n' "$((SECONDS - began))" >&2
  tail -n "+$((lines + 1))" "$LOG" | tail -n 30 | sed 's/^/    /' >&2
  printf 'All of it: %s\n' "$LOG" >&2
  exit "$code"
fi
