"""Tools for language models (Model Context Protocol): read-only, through the HTTP API, with the caller's rights."""
