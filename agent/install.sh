#!/bin/sh
# Installs fioboard-agent @VERSION@ from @BASE_URL@ on this host. Please read it before you run it:
#
#     curl -fsSL @BASE_URL@/install.sh -o install.sh && less install.sh && sh install.sh --code CODE
#
# It downloads one file, compares its SHA-256, puts it into /usr/local/bin (as root) or ~/.local/bin, starts a timer that
# sends waiting results every hour (not with --no-timer), and, with --code, exchanges that short-lived code for this host's
# own token. It changes nothing else, installs no packages and never takes a token on its command line.
# `fioboard-agent uninstall` takes it all back.
set -eu

base_url='@BASE_URL@'
expected_sha256='@SHA256@'
code=''
directory=''
extra=''
known_as=''
new=''
ca_file=''
timer='--timer'

say() { printf '%s\n' "$*"; }
die() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

while [ $# -gt 0 ]; do
    case $1 in
        --code) [ $# -ge 2 ] || die '--code needs a value'; code=$2; shift 2 ;;
        --dir) [ $# -ge 2 ] || die '--dir needs a folder'; directory=$2; shift 2 ;;
        --ca-file) [ $# -ge 2 ] || die '--ca-file needs a file'; ca_file=$2; shift 2 ;;
        --allow-http) extra='--allow-http'; shift ;;
        --as) [ $# -ge 2 ] || die '--as needs a name'; known_as=$2; shift 2 ;;
        --new) new='--new'; shift ;;
        --no-timer) timer=''; shift ;;
        -h | --help)
            say 'usage: sh install.sh [--code CODE] [--as NAME | --new] [--dir FOLDER] [--ca-file FILE] [--no-timer]'
            exit 0 ;;
        *) die "unknown option $1 (see --help)" ;;
    esac
done

# The packages that bring a Python of 3.9 or newer where the usual one is older.
name_python_package() {
    [ -r /etc/os-release ] && . /etc/os-release
    case ${ID:-$(uname -s)}:${VERSION_ID:-} in
        rhel:8* | rocky:8* | almalinux:8* | ol:8* | centos:8*) say 'dnf install python39' ;;
        amzn:2) say 'Amazon Linux 2 has none; use Amazon Linux 2023' ;;
        ubuntu:20.04) say 'apt install python3.9' ;;
        sles:15* | opensuse-leap:15*) say 'zypper install python311' ;;
        debian:* | ubuntu:*) say 'apt install python3' ;;
        rhel:* | rocky:* | almalinux:* | ol:* | centos:* | fedora:* | amzn:*) say 'dnf install python3' ;;
        sles:* | opensuse*:*) say 'zypper install python3' ;;
        arch:*) say 'pacman -S python' ;;
        alpine:*) say 'apk add python3' ;;
        FreeBSD:* | freebsd:*) say 'pkg install python3' ;;
        Darwin:*) say 'xcode-select --install, or brew install python' ;;
        *) say 'the package python3 of this system' ;;
    esac
}

python=''
for candidate in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python3.9; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
        python=$(command -v "$candidate")
        break
    fi
done
[ -n "$python" ] || die "Python 3.9 or newer is needed and was not found: $(name_python_package)"

# This very script came the same way, so the network is trusted already; but say it.
case $base_url in
    http://127.0.0.1* | http://localhost* | 'http://[::1]'* | https://*) ;;
    *) extra='--allow-http'; say "Note: $base_url is not encrypted. Use https outside a private network." ;;
esac

temporary=$(mktemp "${TMPDIR:-/tmp}/fioboard-agent.XXXXXX")
trap 'rm -f "$temporary"' EXIT INT TERM

if command -v curl >/dev/null 2>&1; then
    curl -fsS --max-time 120 ${ca_file:+--cacert "$ca_file"} -o "$temporary" "$base_url/agent.pyz" ||
        die "cannot download $base_url/agent.pyz"
elif command -v wget >/dev/null 2>&1; then
    wget -q -T 120 ${ca_file:+"--ca-certificate=$ca_file"} -O "$temporary" "$base_url/agent.pyz" ||
        die "cannot download $base_url/agent.pyz"
elif command -v fetch >/dev/null 2>&1; then
    fetch -q -T 120 ${ca_file:+"--ca-cert=$ca_file"} -o "$temporary" "$base_url/agent.pyz" ||
        die "cannot download $base_url/agent.pyz"
else
    die 'curl, wget or fetch is needed and was not found.'
fi

actual_sha256=$("$python" -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' \
    "$temporary")
[ "$actual_sha256" = "$expected_sha256" ] ||
    die "the download is not what the service announced (SHA-256 $actual_sha256, expected $expected_sha256)."

if [ -z "$directory" ]; then
    if [ "$(id -u)" -eq 0 ]; then directory=/usr/local/bin; else directory=$HOME/.local/bin; fi
fi
# shellcheck disable=SC2086  # $timer, $extra and $new are empty or one fixed word
"$python" "$temporary" install --dir "$directory" $timer

if [ -n "$code" ]; then
    # shellcheck disable=SC2086
    "$directory/fioboard-agent" enrol --server "$base_url" --code="$code" $extra $new \
        ${ca_file:+--ca-file "$ca_file"} ${known_as:+--as "$known_as"}
else
    say "Next: $directory/fioboard-agent configure --server $base_url --token-stdin"
fi
