"""Running the job of a stored run, or of a share link, on a target of this host."""
