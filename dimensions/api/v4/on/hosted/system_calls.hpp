// SPDX-License-Identifier: BSD-2-Clause
// Where user programs find the system-call stubs: nowhere, because calls are calls here.
#pragma once

#include <api/encodings.hpp>

namespace flat::abi {

/// What the kernel interface page says of the stubs.
inline api::CallAddresses system_call_addresses() {
    return {};
}

} // namespace flat::abi
