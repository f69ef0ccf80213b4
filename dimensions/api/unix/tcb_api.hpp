// SPDX-License-Identifier: BSD-2-Clause
// What a UNIX kernel keeps of each thread.
#pragma once

#include <core/machine/thread_share.hpp>
