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

say() { printf '%s %s\n' "$(date +%H:%M:%S)" "$*"; }
die() {
  say "$*" >&2
  exit 1
}

# Runs a line in the root as `who`, in its home folder; everything it starts ends with it. Bash lets what it starts in the
# background ignore SIGINT, so a Ctrl-C would be none there. The root is a mount of its own, as on any machine: the agent
# finds the disk of a file by the table of mounts.
inside() {
  local root=$1 who=$2 line=$3
  unshare --mount --pid --fork --kill-child --propagation private bash -c '
    set -e
    root=$1 who=$2 line=$3
    mount --bind "$root" "$root"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    exec chroot "$root" setpriv --reuid="$who" --regid="$who" --init-groups \
      /usr/bin/env -i --default-signal=INT '"$(passed_on)"' HOME="$(chroot "$root" getent passwd "$who" | cut -d: -f6)" \
      PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C TERM=dumb FIOBOARD_PORT='"$port"' \
      bash -c "cd; $line"
  ' bash "$root" "$who" "$line"
}

# How this machine reaches its registries holds in the root as well.
passed_on() {
  local name
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL UV_INDEX_URL UV_DEFAULT_INDEX \
    NPM_CONFIG_REGISTRY SSL_CERT_FILE PIP_CERT NODE_EXTRA_CA_CERTS; do
    if [ -n "${!name:-}" ]; then printf "%s=%q " "$name" "${!name}"; fi
  done
}

# One root per distribution, made once: only what the README asks for.
base() {
  local distribution=$1
  if [ -s "$work/$distribution.tar.gz" ]; then return; fi
  say "$distribution: base by debootstrap"
  debootstrap --variant=minbase --include=git,make,python3,ca-certificates "$distribution" "$work/$distribution.base" "$mirror" \
    >"$work/$distribution.base.log"
  tar -C "$work/$distribution.base" -czf "$work/$distribution.tar.gz.part" .
  mv "$work/$distribution.tar.gz.part" "$work/$distribution.tar.gz"
  rm -rf "$work/$distribution.base"
}

fresh_root() {
  local distribution=$1 who=$2 root=$3
  rm -rf --one-file-system "$root"
  mkdir "$root"
  tar -C "$root" -xzf "$work/$distribution.tar.gz"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  fi
  if [ "$who" != root ]; then chroot "$root" useradd --create-home --shell /bin/bash "$who"; fi
  git bundle create --quiet "$root/tmp/fioboard.bundle" HEAD
  chmod 644 "$root/tmp/fioboard.bundle"
  inside "$root" root "apt-get update -q" >"$root.apt.log" 2>&1
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

megabytes() { du -sm "$@" 2>/dev/null | awk '{ sum += $1 } END { print sum }'; }

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

[ "$(id -u)" -eq 0 ] || die "chroot and mount take root: sudo make rehearse-fresh"
command -v debootstrap >/dev/null || die "debootstrap is missing: apt-get install debootstrap"
mkdir -p "$work"
failed=0
for distribution in ${DISTRIBUTION:-trixie bookworm}; do
  base "$distribution"
  for who in ${AS:-user root}; do rehearse "$distribution" "$who"; done
done
exit "$failed"
