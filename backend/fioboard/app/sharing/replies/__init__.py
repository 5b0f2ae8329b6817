"""Replies to a share: a recipient measures the same on another machine and sends the run with a one-time code. It stays
outside of everything the service knows until the share's sender accepts it, and then stands on that page alone
(docs/decisions/0016-a-reply-is-no-run.md)."""
