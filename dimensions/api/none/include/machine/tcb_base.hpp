// SPDX-License-Identifier: BSD-2-Clause
// What the shares of a control block need of each other in a kernel without system calls.
#pragma once

#include <core/machine/thread_base.hpp>
