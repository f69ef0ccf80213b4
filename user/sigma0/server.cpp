// SPDX-License-Identifier: BSD-2-Clause
// sigma0's answers (reference manual, chapter 6).
#include "server.hpp"

#include <l4/abi/io_fpage.hpp>
#include <l4/abi/protocol.hpp>

namespace sigma0 {

using l4::Fpage;
using l4::IoFpage;
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

flat::Maybe<MapItem> answer(MemoryMap& memory, l4::ThreadId root, Request const& request) {
    bool const is_request = l4::Sigma0Request::is(request.tag);
    bool const is_port_fault = l4::PortFault::is(request.tag);
    Fpage const asked(request.words[0]);
    if (is_port_fault || (is_request && IoFpage::is(asked))) {
        if (request.from != root) return MapItem::refusal();
        return MapItem(is_port_fault ? IoFpage::complete().fpage() : asked, 0);
    }
    if (!is_request && !l4::PageFault::is(request.tag)) return flat::nothing;
    Fpage const page =
        is_request ? serve(memory, request) : memory.take_by_fault(request.words[0], request.from);
    return MapItem(page, page.address());
}

} // namespace sigma0
