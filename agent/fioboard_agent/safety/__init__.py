"""Would starting this job destroy data? (rules P1-P6 of the threat model)

Looks at the host, decides, and holds what it claims. Does not read fio's notation (that is `jobs`).
"""
