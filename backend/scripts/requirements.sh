#!/usr/bin/env bash
# What this machine must have before anything is installed. Usage: requirements.sh run|test|laboratory
#
# Everything that is missing is named at once, in one line to copy; root, and who may use sudo without a password, gets it
# installed. Written for bash 3.2, which macOS has.
set -euo pipefail
cd "$(dirname "$0")/../.."
PYTHON=${PYTHON:-python3}
LOG=.cache/setup.log
# mkfs lies here, where a plain user's PATH does not lead.
PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

say() { printf 'fioboard: %s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

package_manager() {
  local name
  for name in apt-get dnf pacman brew; do
    if have "$name"; then
      echo "$name"
      return
    fi
  done
}

# The package that brings a requirement; columns: apt-get, dnf, pacman, brew.
package() {
  case "$1" in
    python) echo python3 python3 python python@3.13 ;;
    venv) echo python3-venv python3 python python@3.13 ;;
    git) echo git git git git ;;
    fio) echo fio fio fio fio ;;
    chromium) echo chromium-headless-shell chromium chromium chromium ;;
    mkfs.ext4) echo e2fsprogs e2fsprogs e2fsprogs - ;;
    mkfs.btrfs) echo btrfs-progs btrfs-progs btrfs-progs - ;;
    curl) echo curl curl curl curl ;;
    systemd-analyze) echo systemd systemd systemd - ;;
  esac | awk -v manager="$2" '{ n = split("apt-get dnf pacman brew", m, " ")
    for (i = 1; i <= n; i++) if (m[i] == manager) print $i }'
}

is_there() {
  case "$1" in
    python) have "$PYTHON" ;;
    # Debian ships Python without the part that venv needs.
    venv) have "$PYTHON" && "$PYTHON" -c 'import venv, ensurepip' 2>/dev/null ;;
    chromium) have chromium-headless-shell || have chromium || have chromium-browser || have google-chrome ||
      [ -d "/Applications/Chromium.app" ] || [ -d "/Applications/Google Chrome.app" ] ;;
    mkfs.ext4 | systemd-analyze) have "$1" || [ "$(uname)" != Linux ] ;;
    curl) have curl || have wget ;;
    *) have "$1" ;;
  esac
}

installs_unasked() { [ "$manager" = brew ] || [ "$(id -u)" -eq 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }

# Sets `missing` to the requirements that are not there.
look() {
  missing=()
  local name
  for name in "$@"; do is_there "$name" || missing+=("$name"); done
}

case "${1:-}" in
  # SUITE=0 runs no benchmark.
  run) wanted=(python venv $([ "${SUITE:-}" = 0 ] || echo fio)) ;;
  test) wanted=(python venv git fio chromium mkfs.ext4 curl systemd-analyze) ;;
  laboratory) wanted=(python venv fio mkfs.ext4 mkfs.btrfs) ;;
  *)
    say "usage: requirements.sh run|test|laboratory"
    exit 2
    ;;
esac

if have "$PYTHON" && ! "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  say "$PYTHON is $("$PYTHON" -V 2>&1); it takes Python 3.11 or newer: make … PYTHON=python3.12 chooses another."
  exit 1
fi
look "${wanted[@]}"
manager=$(package_manager)
# Any Chromium will do. Without its windows it takes a quarter less processor time, so who can install that unasked gets it.
if [ "$1" = test ] && [ "$manager" = apt-get ] && installs_unasked && is_there chromium && ! have chromium-headless-shell; then
  missing+=(chromium)
fi
[ "${#missing[@]}" -eq 0 ] && exit 0

packages=$(for name in "${missing[@]}"; do package "$name" "$manager"; done | { grep -vx -- - || true; } | sort -u | tr '\n' ' ')
packages=${packages% }
case "$manager" in
  apt-get) install="apt-get install --yes --no-install-recommends $packages" ;;
  dnf) install="dnf install --assumeyes $packages" ;;
  pacman) install="pacman -S --needed --noconfirm $packages" ;;
  brew) install="brew install $packages" ;;
  *)
    say "missing here: ${missing[*]}. Please install them and run make again."
    exit 1
    ;;
esac

as_root=""
if [ "$manager" != brew ] && [ "$(id -u)" -ne 0 ]; then as_root="sudo "; fi
if installs_unasked; then
  mkdir -p .cache
  printf 'installing %s with %s …' "$packages" "$manager" >&2
  began=$SECONDS
  {
    if [ "$manager" = apt-get ]; then ${as_root}apt-get update; fi
    ${as_root}env DEBIAN_FRONTEND=noninteractive $install
  } >>"$LOG" 2>&1 </dev/null || true
  printf ' %d s\n' "$((SECONDS - began))" >&2
  look "${wanted[@]}"
  [ "${#missing[@]}" -eq 0 ] && exit 0
  say "that did not bring ${missing[*]}; details: $LOG. By hand:"
else
  say "missing here: ${missing[*]}. This installs them; then run make again:"
fi
printf '\n    %s%s\n\n' "$as_root" "$install" >&2
exit 1
