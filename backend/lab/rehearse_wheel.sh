#!/usr/bin/env bash
# `make rehearse-wheel`: the wheel on bare Debian 12 and 13, by a plain user, without Node or a checkout.
#
#   make rehearse-wheel [DISTRIBUTION=trixie] [BY=pip]      default: both; by pip, and by uvx
#
# For each: a debootstrap root with Python and fio, the wheel installed and started, a run by the agent that it serves, and
# the run's page in this machine's Chromium (picture: .cache/rehearse/wheel-DISTRIBUTION-BY.png). Prints seconds and sizes.
# Needs root and debootstrap.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
work=${REHEARSE_DIR:-$here/.cache/rehearse}
mirror=${MIRROR:-http://deb.debian.org/debian}
port=${FIOBOARD_PORT:-8000}
RUN_S=900
# shellcheck source=backend/lab/bare_root.sh
source backend/lab/bare_root.sh
who=user

# What the user types, in his home folder; he stops it when there is a file `seen`.
session() {
  local fioboard install
  case "$1" in
    pip)
      install="python3 -m venv app && app/bin/pip install --quiet --disable-pip-version-check ./$wheel"
      fioboard='app/bin/fioboard'
      ;;
    uvx)
      install='python3 -m venv tool && tool/bin/pip install --quiet --disable-pip-version-check uv'
      fioboard="tool/bin/uvx --quiet --from ./$wheel fioboard"
      ;;
  esac
  cat <<EOF
set -euo pipefail
if command -v node || command -v npm; then echo 'there is Node'; exit 1; fi
$install
echo "\$SECONDS" >installed
$fioboard serve --open >serve.log 2>&1 &
served=\$!
until grep -q 'login#code=' serve.log; do kill -0 \$served && sleep 0.2; done
echo "\$SECONDS" >ready
grep -o 'http://127.0.0.1[^ ]*login#code=[^ ]*' serve.log >link
curl -fsS --noproxy '*' http://127.0.0.1:$port/install.sh | sh
(umask 077 && $fioboard token create --scope upload --name rehearsal >token)
mkdir bench
.local/bin/fioboard-agent run --title 'by the wheel' --keep-free 1g --server http://127.0.0.1:$port --token-file token \
  -- --name=rehearsal --rw=randread --bs=4k --size=64m --time_based --runtime=5 --directory=\$HOME/bench | tee run.log
grep -o 'http://127.0.0.1[^ ]*/runs/[^ ]*' run.log | tail -n 1 >address
until [ -e seen ]; do sleep 0.2; done
kill -TERM \$served
wait \$served
grep '^fioboard: stopped' serve.log
EOF
}

rehearse() {
  local distribution=$1 by=$2 root="$work/wheel-$1-$2" home="$work/wheel-$1-$2/home/$who" disk pid began
  say "$distribution, $by: a bare root"
  bare_root "$distribution" "$who" "$root"
  inside "$root" root "DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends python3-venv fio curl" \
    >>"$root.apt.log" 2>&1
  cp "build/dist/$wheel" "$home/"
  session "$by" >"$home/session.sh"
  chmod 644 "$home"/*
  disk=$(megabytes "$root")
  began=$SECONDS
  inside "$root" "$who" 'bash session.sh' >"$root.log" 2>&1 &
  pid=$!
  until [ -s "$home/address" ]; do
    kill -0 "$pid" 2>/dev/null || die "it ended: $(tail -n 5 "$root.log")"
    [ $((SECONDS - began)) -lt $RUN_S ] || die "no run after $RUN_S s: $root.log"
    sleep 0.2
  done
  (cd frontend && node scripts/look-at.ts "$(cat "$home/link")" "$(cat "$home/address")" 'by the wheel' "$root.png")
  touch "$home/seen"
  wait "$pid" || die "no clean end: $(tail -n 5 "$root.log")"
  say "$distribution, $by: installed after $(cat "$home/installed") s, sign-in link after $(cat "$home/ready") s, its run on the" \
    "page; wheel $(du -k "build/dist/$wheel" | cut -f 1) kB, on disk $(($(megabytes "$root") - disk)) MB, of it data" \
    "$(megabytes "$home/.local/share/fioboard") MB in ~/.local/share/fioboard"
}

wheel=$(basename build/dist/*.whl)
for distribution in ${DISTRIBUTION:-trixie bookworm}; do
  base "$distribution"
  for by in ${BY:-pip uvx}; do rehearse "$distribution" "$by"; done
done
