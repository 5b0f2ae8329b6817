"""The fio program: where it is, what it prints while it runs, how it ended. Does not know its jobs (that is `jobs`)."""
