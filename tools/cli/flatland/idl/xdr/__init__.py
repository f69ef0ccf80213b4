# SPDX-License-Identifier: BSD-2-Clause
"""The other language of the interface compiler: XDR with programs (RFC 4506, RFC 5531).

Files end with `.x`; what rpcgen reads is read, and becomes C++ on components/rpc.
"""

suffix = ".x"
"""What files in this language end with."""
