// SPDX-License-Identifier: BSD-2-Clause
// What `specialize` is given: the interpreter of PlanP, and a program as a constant.
#include <router/planp/blob.cpp>
#include <router/planp/made_header.cpp>
#include <router/planp/run.cpp>

#include "program.hpp"
