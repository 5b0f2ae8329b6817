#!/usr/bin/env bash
# Bare Debians in folders, for the rehearsals, which read this file: made by debootstrap once, entered by chroot as root.
#
# They set `work` (where the roots lie), `mirror` and `port` (the service's, FIOBOARD_PORT inside).
set -euo pipefail

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

# An empty root of a distribution, with a user when it is not root's.
bare_root() {
  local distribution=$1 who=$2 root=$3
  rm -rf --one-file-system "$root"
  mkdir "$root"
  tar -C "$root" -xzf "$work/$distribution.tar.gz"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  fi
  if [ "$who" != root ]; then chroot "$root" useradd --create-home --shell /bin/bash "$who"; fi
  inside "$root" root "apt-get update -q" >"$root.apt.log" 2>&1
}

megabytes() { du -sm "$@" 2>/dev/null | awk '{ sum += $1 } END { print sum }'; }

[ "$(id -u)" -eq 0 ] || die "chroot and mount take root"
command -v debootstrap >/dev/null || die "debootstrap is missing: apt-get install debootstrap"
mkdir -p "$work"
