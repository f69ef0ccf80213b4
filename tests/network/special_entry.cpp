// SPDX-License-Identifier: BSD-2-Clause
// What `specialize` is given: the interpreter of PlanP, and a program as constants.
#include <router/planp/blob.cpp>
#include <router/planp/made_header.cpp>
#include <router/planp/run.cpp>

#include "program.hpp"

namespace flat::router::planp {

/// One run of the program; its version is `special_run`.
extern "C" bool general_run(Run* run, Run::Arrival const* arrival) {
    return run->run(program, *arrival);
}

} // namespace flat::router::planp
