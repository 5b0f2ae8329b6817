#!/usr/bin/env bash
# `make rehearse-fresh`: what a newcomer meets, on bare Debian 12 and 13, as root and as a plain user.
#
#   make rehearse-fresh [DISTRIBUTION=trixie] [AS=user] [ONLY=start]      default: both, both, start and tests
#
# For each: a debootstrap root with git, make and Python, a clone of HEAD, `make run` until the sign-in link (the advised line
# installed first where a plain user is told to), a second start, then `make test`. Logs: .cache/rehearse/DISTRIBUTION-USER.*.log
# Needs root and debootstrap; each root takes about 3 GB, kept in .cache/rehearse (or REHEARSE_DIR) until the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
work=${REHEARSE_DIR:-$here/.cache/rehearse}
mirror=${MIRROR:-http://deb.debian.org/debian}
port=${FIOBOARD_PORT:-8000}
SIGN_IN_S=900

# shellcheck source=backend/lab/bare_root.sh
source backend/lab/bare_root.sh

fresh_root() {
  local distribution=$1 who=$2 root=$3
  bare_root "$distribution" "$who" "$root"
  git bundle create --quiet "$root/tmp/fioboard.bundle" HEAD
  chmod 644 "$root/tmp/fioboard.bundle"
}

# `make GOAL` as `who`, who may have no sudo: what he is told to install, root installs, and he tries again.
prepared() {
  local root=$1 who=$2 goal=$3 line
  if inside "$root" "$who" "cd fioboard && backend/scripts/requirements.sh $goal" >"$root.missing.log" 2>&1; then return; fi
  line=$(sed -n 's/^ *sudo \(.*\)$/\1/p' "$root.missing.log")
  [ -n "$line" ] || die "$(basename "$root"): no line to copy: $(cat "$root.missing.log")"
  say "$(basename "$root"): told to: sudo $line"
  inside "$root" root "DEBIAN_FRONTEND=noninteractive $line" >>"$root.apt.log" 2>&1
}

# `make run` until it serves, and its sign-in link tried; then Ctrl-C. Prints the seconds.
start() {
  local root=$1 who=$2 log=$3 began=$SECONDS pid link
  inside "$root" "$who" "cd fioboard && exec make run" >"$log" 2>&1 &
  pid=$!
  until grep -q '^Serving until' "$log"; do
    kill -0 "$pid" 2>/dev/null || die "make run ended: $(tail -n 5 "$log")"
    [ $((SECONDS - began)) -lt $SIGN_IN_S ] || die "no sign-in link after $SIGN_IN_S s: $log"
    sleep 0.2
  done
  printf '%s' "$((SECONDS - began))"
  link=$(grep -o 'http://127.0.0.1[^ ]*login[^ ]*' "$log")
  python3 -c 'import sys, urllib.request as u
opener = u.build_opener(u.ProxyHandler({}))
page = u.Request(sys.argv[1].partition("#")[0], headers={"accept": "text/html"})
assert opener.open(page, timeout=30).status == 200' "$link"
  interrupt "$root"
  wait "$pid" || true
  grep -q '^Stopped' "$log" || die "Ctrl-C did not end it cleanly: $(tail -n 5 "$log")"
}

# SIGINT to the `make run` whose files are in this root.
interrupt() {
  local entry
  for entry in /proc/[0-9]*; do
    if [ "$(readlink "$entry/root")" = "$1" ] && tr '\0' ' ' <"$entry/cmdline" 2>/dev/null | grep -q 'backend/scripts/run.py'; then
      kill -INT "${entry#/proc/}" && return
    fi
  done
}

rehearse() {
  local distribution=$1 who=$2 root="$work/$distribution-$2" home first second disk
  say "$distribution $who: a bare root"
  fresh_root "$distribution" "$who" "$root"
  home="$root$(chroot "$root" getent passwd "$who" | cut -d: -f6)"
  disk=$(megabytes "$root")
  inside "$root" "$who" "git -c advice.detachedHead=false -c init.defaultBranch=main clone --quiet /tmp/fioboard.bundle fioboard"
  if [ "$who" != root ]; then prepared "$root" "$who" run; fi
  first=$(start "$root" "$who" "$root.run.log")
  second=$(start "$root" "$who" "$root.again.log")
  say "$distribution $who: sign-in link after $first s, again after $second s; on disk $(megabytes "$home") MB in the home folder," \
    "$(($(megabytes "$root") - disk)) MB in all"
  if [ "${ONLY:-}" = start ]; then return; fi
  if [ "$who" != root ]; then prepared "$root" "$who" test; fi
  if nice -n 10 bash -c "$(declare -f inside passed_on); port=$port; inside '$root' '$who' 'cd fioboard && exec make test'" \
    >"$root.test.log" 2>&1; then
    say "$distribution $who: $(tail -n 1 "$root.test.log")"
  else
    say "$distribution $who: make test FAILED, see $root.test.log: $(tail -n 1 "$root.test.log")"
    failed=1
  fi
}

failed=0
for distribution in ${DISTRIBUTION:-trixie bookworm}; do
  base "$distribution"
  for who in ${AS:-user root}; do rehearse "$distribution" "$who"; done
done
exit "$failed"
