// SPDX-License-Identifier: BSD-2-Clause
// What the shares of a control block need of each other in a UNIX kernel.
#pragma once

#include <core/machine/thread_base.hpp>
