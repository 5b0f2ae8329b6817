"""fio's text, terse lines and logs, and the command lines beside them → reports."""
