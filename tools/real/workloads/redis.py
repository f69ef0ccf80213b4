# SPDX-License-Identifier: BSD-2-Clause
"""The representative run of Redis: starts the server by the words given, and loads it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REQUESTS = "set,get,incr,lpush,lrange_100,hset,zadd,mset"
SOCKET = ("-s", "redis.sock")


def main() -> int:
    """The status of the server, which is in ./src and listens on a socket of its own."""
    server_options = ["--port", "0", "--unixsocket", SOCKET[1], "--save", "", "--appendonly", "no"]
    server = subprocess.Popen([*sys.argv[1:], "./src/redis-server", *server_options])
    try:
        while server.poll() is None and not is_up():
            pass
        if server.poll() is None:
            load = ["./src/redis-benchmark", *SOCKET, "-q", "-n", "2000", "-c", "20"]
            subprocess.run([*load, "-t", REQUESTS], check=True)
            subprocess.run(["./src/redis-cli", *SOCKET, "shutdown", "nosave"], check=True)
        return server.wait()
    finally:
        server.kill()
        Path(SOCKET[1]).unlink(missing_ok=True)


def is_up() -> bool:
    """Whether the server answers."""
    ping = ["./src/redis-cli", *SOCKET, "ping"]
    return b"PONG" in subprocess.run(ping, capture_output=True, check=False).stdout


if __name__ == "__main__":
    sys.exit(main())
