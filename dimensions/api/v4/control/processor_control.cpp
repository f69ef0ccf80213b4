// SPDX-License-Identifier: BSD-2-Clause
// ProcessorControl: frequencies and voltage (L4 X.2, section 6.3).
#include <api/calls.hpp>

namespace flat::api {

// There is one processor, whose frequencies nobody here knows how to set.
u64 Calls::processor_control(Tcb& caller, u64 processor, u64 internal, u64 external, u64 voltage) {
    bool const leaves_all =
        internal == same_parameter && external == same_parameter && voltage == same_parameter;
    Error error = Error::none;
    if (!caller.space()->is_privileged())
        error = Error::no_privilege;
    else if (processor != 0 || !leaves_all)
        error = Error::invalid_parameter;
    if (error != Error::none) caller.utcb()->error_code = u64(error);
    return error == Error::none;
}

} // namespace flat::api
