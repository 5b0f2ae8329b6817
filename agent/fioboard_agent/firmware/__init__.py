"""Settings of the machine's firmware: from the kernel, the BMC, a vendor's dump, or a person's word.

Facts only: raw attribute names and values as they were found. What they mean is the service's business.
"""
