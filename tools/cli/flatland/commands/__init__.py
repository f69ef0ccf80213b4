# SPDX-License-Identifier: BSD-2-Clause
"""One module per verb of `flat`; the module's name is the verb.

A module begins with a docstring whose first line is the verb's summary in `flat --help`, and has

* `register(subparsers)`, which adds the verb's parser (with `epilog=examples(...)`), and
* `run(arguments) -> int`, which does the work and returns the exit code.

Only the module of the verb given is imported, so a verb may import what it likes at its top.
Modules whose names begin with an underscore are helpers, not verbs.
"""
