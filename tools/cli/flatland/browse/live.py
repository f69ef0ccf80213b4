# SPDX-License-Identifier: BSD-2-Clause
"""The page of a kernel that runs: its files and what its bindings count, on a port of this machine.

The page asks for `live`, as often as it wants; `reset` has the kernel count anew.
"""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from flatland.browse.kernel import RunningKernel, by_binding
from flatland.errors import failure
from flatland.model.resolved import ResolvedAssembly

_inspector = "service.Inspector"
_inspectors = (_inspector, "service.TaskInspector")


def check_inspector(assembly: ResolvedAssembly) -> None:
    """Refuses a kernel that nobody can ask (F0908)."""
    if any(each.component.full_name in _inspectors for each in assembly.instances):
        return
    raise failure(
        "F0908",
        f"nothing in `{assembly.command_name}` tells what its bindings count",
        help=f"add `inspector = {_inspector};` and, if it is not there, "
        "`input = platform.ConsoleInput;` with `interrupts = platform.Interrupts;`",
    )


class LivePage:
    """Serves a page's folder and the figures of a kernel; `address` is what to open."""

    def __init__(self, folder: Path, kernel: RunningKernel) -> None:
        handler = partial(_Handler, kernel, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://127.0.0.1:{self._server.server_port}/index.html"

    def serve(self) -> None:
        """Serves until `close` is called in another thread, or a signal raises."""
        self._server.serve_forever(poll_interval=0.1)

    def close(self) -> None:
        """Ends `serve`."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    """One request of a page."""

    def __init__(self, kernel: RunningKernel, *arguments: Any, **values: Any) -> None:
        self._kernel = kernel
        super().__init__(*arguments, **values)

    def do_GET(self) -> None:  # noqa: N802 - the name that the server calls
        """A file of the page, or what bindings count now."""
        if self.path.partition("?")[0] == "/live":
            return self._tell(self._kernel.ask("counts"))
        return super().do_GET()

    def do_POST(self) -> None:  # noqa: N802
        """Has the kernel count anew."""
        if self.path != "/reset":
            return self.send_error(404)
        return self._tell(self._kernel.ask("reset"))

    def log_message(self, format: str, *arguments: Any) -> None:
        """The console is the kernel's."""

    def _tell(self, answer: list[dict[str, Any]] | None) -> None:
        state = {
            "running": self._kernel.is_running,
            "bindings": None if answer is None else by_binding(answer),
        }
        body = json.dumps(state).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
