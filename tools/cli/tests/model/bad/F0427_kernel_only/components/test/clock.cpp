// SPDX-License-Identifier: BSD-2-Clause
// Reads what the kernel alone can.
#include <test/clock.hpp>
