#!/usr/bin/env bash
# `make agent-deb`: the agent as a Debian package, into build/dist/. Program, units of systemd, manual page; nothing is enabled.
# The same sources give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' agent/fioboard_agent/__init__.py)
export SOURCE_DATE_EPOCH=1577836800
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
docs=$tree/usr/share/doc/fioboard-agent
units=$tree/usr/lib/systemd/system
mkdir -p "$tree/DEBIAN" "$tree/usr/bin" "$tree/usr/share/man/man1" "$docs" "$units"
sed "s/@VERSION@/$version/" agent/debian/control >"$tree/DEBIAN/control"
cp agent/debian/prerm agent/debian/postrm "$tree/DEBIAN/"
# Debian's Python, with as many bytes as the line had: what is in the archive is found by its distance from the start.
"${PYTHON:-python3}" - agent/dist/agent.pyz "$tree/usr/bin/fioboard-agent" <<'PROGRAM'
import sys
from pathlib import Path

line, archive = Path(sys.argv[1]).read_bytes().split(b"\n", 1)
Path(sys.argv[2]).write_bytes(b"#!/usr/bin/python3".ljust(len(line)) + b"\n" + archive)
PROGRAM
for unit in agent/systemd/*; do sed 's|@AGENT@|/usr/bin/fioboard-agent|' "$unit" >"$units/$(basename "$unit")"; done
cp agent/debian/copyright "$docs/copyright"
gzip -9n <agent/debian/fioboard-agent.1 >"$tree/usr/share/man/man1/fioboard-agent.1.gz"
gzip -9n >"$docs/changelog.gz" <<CHANGES
fioboard-agent ($version) stable; urgency=medium

  * What changed: CHANGELOG.md of fioboard.

 -- fioboard maintainers <maintainers@fioboard.invalid>  Wed, 01 Jan 2020 00:00:00 +0000
CHANGES
(cd "$tree" && find usr -type f -exec md5sum {} +) >"$tree/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$tree"
chmod 755 "$tree/usr/bin/fioboard-agent" "$tree/DEBIAN/prerm" "$tree/DEBIAN/postrm"
mkdir -p build/dist
dpkg-deb --root-owner-group --build "$tree" "build/dist/fioboard-agent_${version}_all.deb" >/dev/null
ls -l "build/dist/fioboard-agent_${version}_all.deb"
