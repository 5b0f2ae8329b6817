"""What others wrote: output of fio and of other tools, pasted text, and figures that people typed."""
