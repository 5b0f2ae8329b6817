"""The hardware inventory, one subject and operating system per file: each says where on the host its values come from.

Collectors only read. They never judge what they read and never write to the host.
"""
