// SPDX-License-Identifier: BSD-2-Clause
// sigma0's answers (reference manual, chapter 6).
#include "server.hpp"

#include <l4/abi/protocol.hpp>

namespace sigma0 {

using l4::Fpage;
using l4::MapItem;

namespace {

Fpage serve(MemoryMap& memory, Request const& request) {
    auto const region = Fpage(request.words[0]);
    auto const attributes = request.words[1];
    if (attributes != 0) return Fpage::nil();
    // Users' headers leave the reserved bit set in requests for memory anywhere.
    if (region.is_anywhere()) return memory.take_anywhere(region.size_log2(), request.from);
    return region.has_reserved_bit() ? Fpage::nil() : memory.take(region, request.from);
}

} // namespace

flat::Maybe<MapItem> answer(MemoryMap& memory, Request const& request) {
    Fpage page;
    if (l4::PageFault::is(request.tag))
        page = memory.take_by_fault(request.words[0], request.from);
    else if (l4::Sigma0Request::is(request.tag))
        page = serve(memory, request);
    else
        return flat::nothing;
    return MapItem(page, page.address());
}

} // namespace sigma0
