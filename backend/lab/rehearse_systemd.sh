#!/usr/bin/env bash
# `make rehearse-systemd`: both units under a running systemd, on bare Debian 12 and 13; the agent's package put in and taken out.
#
#   make rehearse-systemd [DISTRIBUTION=trixie]      default: both
#
# For each: a debootstrap root whose systemd is process 1 of namespaces of its own (process ids, mounts, cgroups), the wheel in
# /opt/fioboard by pip, the service's unit as README tells it: started, killed (it comes back), stopped; the agent's package
# enrolled, a result that waits sent by its unit. What systemd says of both units is printed. Needs root, debootstrap, cgroup 2.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
work=${REHEARSE_DIR:-$here/.cache/rehearse}
mirror=${MIRROR:-http://deb.debian.org/debian}
port=${FIOBOARD_PORT:-8000}
READY_S=300
# shellcheck source=backend/lab/bare_root.sh
source backend/lab/bare_root.sh

# What a person types, as root, on the machine that runs.
session() {
  cat <<'END'
set -euo pipefail
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C HOME=/root
fioboard() { setpriv --reuid=fioboard --regid=fioboard --init-groups env HOME=/var/lib/fioboard FIOBOARD_DATA_DIR=/var/lib/fioboard FIOBOARD_PORT="$port" /opt/fioboard/bin/fioboard "$@"; }
ready() {
  local began=$SECONDS
  until curl -fsS --noproxy '*' "http://127.0.0.1:$port/readyz" >/root/readyz 2>/dev/null; do
    [ $((SECONDS - began)) -lt "$limit" ] || { journalctl --no-pager -n 30 -u fioboard; echo "not ready"; exit 1; }
    sleep 0.5
  done
}
systemctl daemon-reload
systemctl enable --now fioboard
ready
echo "service: $(systemctl is-active fioboard)"
main=$(systemctl show fioboard -p MainPID --value)
kill -KILL "$main"
until [ "$(systemctl show fioboard -p NRestarts --value)" = 1 ]; do sleep 0.2; done
ready
echo "killed: $(systemctl show fioboard -p NRestarts --value) restart, $(systemctl is-active fioboard)"
fioboard login-link | grep -q 'login#code='
(umask 077 && fioboard token create --scope upload --name rehearsal >/root/token)
apt-get install -qq --yes ./fioboard-agent.deb >/dev/null
mkdir -p /root/bench
fioboard-agent run --title 'by the unit' --keep-free 1g --no-upload -- --name=x --rw=randread --bs=4k --size=16m --directory=/root/bench >/dev/null
mkdir -p /root/.config/fioboard-agent
(umask 077 && printf '{"server": "http://127.0.0.1:%s", "token": "%s"}\n' "$port" "$(cat /root/token)" >/root/.config/fioboard-agent/config.json)
systemctl enable --now fioboard-agent-push.timer
systemctl start fioboard-agent-push.service
echo "agent: $(systemctl show fioboard-agent-push.service -p Result --value), timer $(systemctl is-active fioboard-agent-push.timer)"
fioboard export --format ndjson | grep -q 'by the unit'
for unit in fioboard.service fioboard-agent-push.service; do
  systemd-analyze verify --man=no "/etc/systemd/system/$unit" "/usr/lib/systemd/system/$unit" 2>&1 | grep -F "$unit:" && exit 1
  echo "$unit: verified; $(systemd-analyze security --no-pager "$unit" | grep -o 'Overall.*: [0-9.]*')"
done
apt-get purge -qq --yes fioboard-agent >/dev/null
[ "$(systemctl is-active fioboard-agent-push.timer || true)" = inactive ]
left=$(find / -xdev -name '*fioboard-agent*' -not -path '/root/*' -not -path '/opt/*' -not -path '/proc/*' -not -path '/var/cache/*' | grep -v '^/run\|^/fioboard-agent.deb\|^/sys' || true)
echo "package taken out; of it left: ${left:-nothing}"
[ -z "$left" ]
began=$SECONDS
systemctl stop fioboard
echo "stopped in $((SECONDS - began)) s: $(systemctl show fioboard -p Result --value), $(pgrep -c -u fioboard || true) processes left"
systemctl --failed --no-legend --plain
END
}

# systemd as process 1 of namespaces of its own; returns when it is up. Sets `first`, its number here.
boot() {
  local root=$1 group=/sys/fs/cgroup/fioboard-rehearsal began=$SECONDS
  if [ -d /sys/fs/cgroup/unified ]; then group=/sys/fs/cgroup/unified/fioboard-rehearsal; fi
  mkdir -p "$group"
  # shellcheck disable=SC2016  # of the shell inside
  bash -c 'echo $$ >"$2/cgroup.procs"; exec unshare --mount --pid --fork --kill-child --cgroup --uts --ipc --propagation private bash -c '\''
    set -e
    root=$1
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    for name in null zero full random urandom tty; do touch "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
    mkdir "$root/dev/shm" "$root/dev/pts" && ln -s pts/ptmx "$root/dev/ptmx"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    mount -t tmpfs -o mode=755 tmpfs "$root/run"
    mkdir "$root/run/lock"
    hostname rehearsal
    # Not chroot: whoever is in one makes no mounts for a unit.
    cd "$root" && mkdir -p .outside && pivot_root . .outside && umount --lazy /.outside && rmdir /.outside
    exec /usr/bin/env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=console --show-status=no
  '\'' bash "$1"' bash "$root" "$group" >"$root.boot.log" 2>&1 &
  outer=$!
  until first=$(pgrep -P "$outer" | head -n 1) && [ -n "$first" ] && on_it true 2>/dev/null && [ "$(on_it systemctl is-system-running 2>/dev/null)" != offline ] &&
    on_it systemctl is-system-running --wait >"$root.state" 2>/dev/null || grep -qs degraded "$root.state"; do
    kill -0 "$outer" 2>/dev/null || die "systemd ended: $(tail -n 5 "$root.boot.log")"
    [ $((SECONDS - began)) -lt "$READY_S" ] || die "systemd did not come up: $(tail -n 5 "$root.boot.log")"
    sleep 0.5
  done
}

# A command on the machine that runs.
on_it() { nsenter --target "$first" --mount --pid --cgroup --uts --ipc --root --wd "$@"; }

halt() {
  if [ -n "${outer:-}" ]; then kill -KILL "$outer" 2>/dev/null || true; fi
  outer=
}

rehearse() {
  local distribution=$1 root="$work/systemd-$1"
  say "$distribution: a bare root with systemd"
  bare_root "$distribution" root "$root"
  inside "$root" root "DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends systemd systemd-sysv dbus procps \
    python3-venv fio curl" >>"$root.apt.log" 2>&1
  cp build/dist/*.whl "$root/root/"
  cp agent/dist/agent.deb "$root/fioboard-agent.deb"
  inside "$root" root "python3 -m venv /opt/fioboard && /opt/fioboard/bin/pip install --quiet --disable-pip-version-check ./*.whl &&
    useradd --system --home-dir /var/lib/fioboard --shell /usr/sbin/nologin fioboard &&
    /opt/fioboard/bin/fioboard systemd-unit >/etc/systemd/system/fioboard.service && echo FIOBOARD_PORT=$port >/etc/default/fioboard"
  boot "$root"
  say "$distribution: $(on_it systemctl --version | head -n 1): $(cat "$root.state")"
  { printf 'port=%s limit=%s\n' "$port" "$READY_S" && session; } >"$root/root/session.sh"
  on_it env -i $(passed_on) /bin/bash -c 'cd / && bash /root/session.sh' 2>"$root.session.log" | sed 's/^/         /' ||
    die "see $root.session.log: $(tail -n 5 "$root.session.log")"
  halt
}

trap halt EXIT
for distribution in ${DISTRIBUTION:-trixie bookworm}; do
  base "$distribution"
  rehearse "$distribution"
done
