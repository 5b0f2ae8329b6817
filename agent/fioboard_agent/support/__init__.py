"""What a vendor's support asks for beside a run: the kernel's log about storage, and each drive's own health page.

Collected when a person asks for it (`--support`) and then only: lines of the log and serial numbers in the pages are
more than a benchmark needs. Read as the user who runs the agent; what that user may not read is said, with the command
that would tell.
"""
