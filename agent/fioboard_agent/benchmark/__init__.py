"""One run of fio from the wish to a complete entry in the spool: check, keep, run, finish."""
