// SPDX-License-Identifier: BSD-2-Clause
// Calls that a datagram brings of an object which this kernel has passed.
#pragma once

#include <core/calls/passed_table.hpp>
#include <core/memory.hpp>
#include <core/span.hpp>
#include <flat/remote/partner.hpp>
#include <remote/datagram.hpp>

namespace flat::remote {

/// Answers a call of what was passed: the request begins with its name, the header says its type.
inline Result<usize, RemoteError> answer_of_passed(PassedTable& table, Partner& partner,
                                                   DatagramHeader const& header,
                                                   Span<u8 const> request, Span<u8> answer) {
    u64 name = 0;
    if (request.size() >= sizeof name) memcpy(&name, request.data(), sizeof name);
    Partner::Passed* const object = table.find(name);
    RemoteError const malformed{RemoteError::Code::malformed};
    if (!object) return malformed;
    Result<usize, RemoteError> answered = malformed;
    if (object->type() == header.object)
        answered = object->answer(header.method, partner, request, answer);
    object->leave();
    return answered;
}

} // namespace flat::remote
