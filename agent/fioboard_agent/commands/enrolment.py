"""What makes this host known to a service: `configure` with a token, `enrol` with a short-lived code."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from fioboard_agent.delivery.config import Config, read_token_file, require_server, require_token, save_config
from fioboard_agent.delivery.host_identity import this_host
from fioboard_agent.delivery.upload import Service, UnreachableError
from fioboard_agent.errors import EXIT_OK, SetupError
from fioboard_agent.host.paths import Folders, make_private_folder


def configure(options: argparse.Namespace) -> int:
    """`configure`: the token comes from a file or standard input, never from the command line."""
    token = require_token(sys.stdin.readline()) if options.token_stdin else read_token_file(Path(options.token_file))
    ca_file = str(Path(options.ca_file).resolve()) if options.ca_file else None
    config = Config(server=options.server, token=token, allow_http=options.allow_http, ca_file=ca_file)
    path = Folders.from_environment().config_file
    save_config(path, config)
    print(f"Written: {path}")
    return EXIT_OK


def enrol(options: argparse.Namespace) -> int:
    """`enrol`: the code is worth nothing after this."""
    ca_file = str(Path(options.ca_file).resolve()) if options.ca_file else None
    config = Config(server=options.server.rstrip("/"), allow_http=options.allow_http, ca_file=ca_file)
    folders = Folders.from_environment()
    # Tried before the code is used up: it works only once.
    require_server(options.server, options.allow_http)
    make_private_folder(folders.config_file.parent)
    host = this_host(folders)
    try:
        answer = Service(config).enrol(options.code, host.id, host.name)
    except UnreachableError as error:
        raise SetupError(f"{options.server} cannot be reached: {error}.") from None
    token = answer.body.get("token")
    if not answer.is_success or not isinstance(token, str):
        raise SetupError(f"{options.server} did not accept the code ({answer.status}): {answer.sentence}")
    save_config(folders.config_file, replace(config, token=require_token(token)))
    print(f"This host is enrolled as {host.name}. Next: fioboard-agent suite quick --target FOLDER")
    return EXIT_OK
