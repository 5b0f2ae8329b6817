"""Runs what the service asks for, as far as this host's owner allows it in /etc/fioboard/serve.toml.

The host does not trust the service (threat model P1, P2): a request is a name from the owner's list with parameters
from a closed list, and whatever is outside is refused here.
"""
