// SPDX-License-Identifier: BSD-2-Clause
// Every code has its page, and the example of each page is refused with that code.
// RUN: %python %support/pages.py --collapse %collapse
