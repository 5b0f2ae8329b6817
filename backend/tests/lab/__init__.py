"""The laboratory of `make bench-findings`: what can be told without fio."""
