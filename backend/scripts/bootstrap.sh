#!/usr/bin/env bash
# Installs what a fresh machine lacks, or says in one sentence what to install. Usage: bootstrap.sh uv|fio|chromium|node|hooks
set -euo pipefail
cd "$(dirname "$0")/../.."
PYTHON=${PYTHON:-python3}

say() { printf '[setup] %s\n' "$*" >&2; }

# Installs system packages through the package manager that is there, as root or by password-less sudo.
system_install() {
  local sudo=""
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo="sudo -n"; else return 1; fi
  fi
  if command -v apt-get >/dev/null; then
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get update -qq >/dev/null &&
      $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
  elif command -v dnf >/dev/null; then $sudo dnf install -y -q "$@"
  elif command -v pacman >/dev/null; then $sudo pacman -Sy --noconfirm --quiet "$@"
  elif command -v zypper >/dev/null; then $sudo zypper --non-interactive --quiet install "$@"
  elif command -v apk >/dev/null; then $sudo apk add --quiet "$@"
  elif command -v pkg >/dev/null; then $sudo pkg install -y "$@"
  elif command -v brew >/dev/null; then brew install --quiet "$@"
  else return 1; fi
}

need() { # need COMMAND PACKAGE
  command -v "$1" >/dev/null && return
  say "installing $2 through the system's package manager"
  system_install "$2" && command -v "$1" >/dev/null && return
  say "$1 is missing and could not be installed here: please install the package '$2' (for example: sudo apt-get install $2) and run make again."
  exit 1
}

case "$1" in
  uv)
    [ -x .cache/uv/bin/uv ] && exit 0
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
      say "$PYTHON is $("$PYTHON" -V 2>&1); fioboard needs Python 3.11 or newer (choose one with PYTHON=/path/to/python3.11 make …)."
      exit 1
    }
    say "uv, the Python package manager"
    mkdir -p .cache
    if ! "$PYTHON" -m venv .cache/uv 2>/dev/null; then
      rm -rf .cache/uv
      system_install python3-venv && "$PYTHON" -m venv .cache/uv || {
        say "python3 cannot make virtual environments here: please install the package 'python3-venv' and run make again."
        exit 1
      }
    fi
    .cache/uv/bin/python -m pip install -q --disable-pip-version-check uv==0.13.8
    ;;
  fio) need fio fio ;;
  chromium)
    for name in chromium chromium-browser google-chrome; do command -v "$name" >/dev/null && exit 0; done
    need chromium chromium
    ;;
  node)
    command -v node >/dev/null && command -v npm >/dev/null || need npm npm
    node -e 'process.exit(+(+process.versions.node.split(".")[0] < 20))' || {
      say "node is $(node -v); fioboard needs Node 20 or newer."
      exit 1
    }
    ;;
  hooks)
    # Only in a clone of ours, and never over hooks that somebody has chosen.
    if git rev-parse --git-dir >/dev/null 2>&1 && ! git config core.hooksPath >/dev/null; then
      git config core.hooksPath .githooks
    fi
    ;;
  *) say "unknown: $1"; exit 2 ;;
esac
