#!/bin/sh
# Installs fioboard-agent @VERSION@ from @BASE_URL@ on this host. Please read it before you run it:
#
#     curl -fsSL @BASE_URL@/install.sh -o install.sh && less install.sh && sh install.sh --code CODE
#
# It downloads one file, compares its SHA-256, puts it into /usr/local/bin (as root) or ~/.local/bin, and, with --code,
# exchanges that short-lived code for this host's own token. It changes nothing else, installs no packages, starts no
# service and never takes a token on its command line.
set -eu

base_url='@BASE_URL@'
expected_sha256='@SHA256@'
code=''
directory=''
extra=''
known_as=''
new=''

say() { printf '%s\n' "$*"; }
die() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

while [ $# -gt 0 ]; do
    case $1 in
        --code) [ $# -ge 2 ] || die '--code needs a value'; code=$2; shift 2 ;;
        --dir) [ $# -ge 2 ] || die '--dir needs a folder'; directory=$2; shift 2 ;;
        --allow-http) extra='--allow-http'; shift ;;
        --as) [ $# -ge 2 ] || die '--as needs a name'; known_as=$2; shift 2 ;;
        --new) new='--new'; shift ;;
        -h | --help)
            say 'usage: sh install.sh [--code CODE] [--as NAME | --new] [--dir FOLDER] [--allow-http]'; exit 0 ;;
        *) die "unknown option $1 (see --help)" ;;
    esac
done

if [ -z "$directory" ]; then
    if [ "$(id -u)" -eq 0 ]; then directory=/usr/local/bin; else directory=$HOME/.local/bin; fi
fi

python=''
for candidate in python3 python3.13 python3.12 python3.11 python3.10 python3.9; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
        python=$(command -v "$candidate")
        break
    fi
done
[ -n "$python" ] || die 'Python 3.9 or newer is needed and was not found.'

mkdir -p "$directory"
temporary=$(mktemp "$directory/.fioboard-agent.XXXXXX")
trap 'rm -f "$temporary"' EXIT INT TERM

if command -v curl >/dev/null 2>&1; then
    curl -fsS --max-time 120 -o "$temporary" "$base_url/agent.pyz" || die "cannot download $base_url/agent.pyz"
elif command -v wget >/dev/null 2>&1; then
    wget -q -T 120 -O "$temporary" "$base_url/agent.pyz" || die "cannot download $base_url/agent.pyz"
else
    die 'curl or wget is needed and was not found.'
fi

actual_sha256=$("$python" -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' \
    "$temporary")
[ "$actual_sha256" = "$expected_sha256" ] ||
    die "the download is not what the service announced (SHA-256 $actual_sha256, expected $expected_sha256)."

chmod 755 "$temporary"
mv -f "$temporary" "$directory/fioboard-agent"
trap - EXIT INT TERM
say "Installed: $directory/fioboard-agent (version @VERSION@)"

command -v fio >/dev/null 2>&1 ||
    say 'fio is not installed yet: apt install fio, dnf install fio, pkg install fio or brew install fio.'
case ":$PATH:" in
    *":$directory:"*) ;;
    *) say "$directory is not on your PATH; call $directory/fioboard-agent, or add it." ;;
esac

if [ -n "$code" ]; then
    # shellcheck disable=SC2086  # $extra and $new are empty or one fixed word
    "$python" "$directory/fioboard-agent" enrol --server "$base_url" --code "$code" $extra $new \
        ${known_as:+--as "$known_as"}
else
    say "Next: $directory/fioboard-agent configure --server $base_url --token-stdin"
fi
