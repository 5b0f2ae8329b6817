"""`fioboard-agent capture`: what the collectors read on this machine, as an archive that others can give them as root.

recording.py notes what is read while the inventory is collected, so that a capture never misses what a collector needs;
pseudonyms.py, mounts.py and firmware.py replace what identifies a machine or a person; archive.py writes the file;
replay.py gives recorded answers of programs back.
"""
