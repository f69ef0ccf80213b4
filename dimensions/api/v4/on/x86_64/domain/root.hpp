// SPDX-License-Identifier: BSD-2-Clause
// What a domain asks of the root task.
#pragma once

#include <domain/message.hpp>
#include <l4/abi/domains.hpp>

namespace flat::domain {

/// Sends the first words of `message`; the answer is in it afterwards. Waits as long as it takes.
void ask_root(l4::DomainRequest request, u32 words, Message& message);

} // namespace flat::domain
