"""What each command does, one module per command or pair, in the order a person would tell it.

Flags come from cli.py, the rooms below do the work. A command imports no other command; what several need is in
flags.py (what the words mean), measuring.py (fio's runs) and delivering.py (what became of them).
"""
