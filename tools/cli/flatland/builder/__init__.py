# SPDX-License-Identifier: BSD-2-Clause
"""From a resolved assembly to an image: generated C++, a Ninja file, the link, reports.

`pipeline.build_kernel` is the entry; the modules below it each make one kind of product.
"""
