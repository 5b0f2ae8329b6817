#!/usr/bin/env bash
# Turns on the hooks of .githooks: only in a clone of ours, and never over hooks that somebody has chosen.
set -euo pipefail
cd "$(dirname "$0")/../.."
if git rev-parse --git-dir >/dev/null 2>&1 && ! git config core.hooksPath >/dev/null; then
  git config core.hooksPath .githooks
fi
