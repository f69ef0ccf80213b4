// SPDX-License-Identifier: BSD-2-Clause
// The loop of a domain that others call by messages.
#pragma once

namespace flat::domain {

/// Takes calls, and answers them, for ever; in the domain's one thread.
[[noreturn]] void serve();

} // namespace flat::domain
