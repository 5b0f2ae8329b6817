"""The document of this host's hardware: put together from the collectors, completed, drawn as a tree."""
