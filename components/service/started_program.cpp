// SPDX-License-Identifier: BSD-2-Clause
// A program that was started: its domain, and what was taken for it besides.
#include <service/started_program.hpp>

#include <domain/page.hpp>
#include <machine/physical.hpp>
#include <service/elf_programs.hpp>

namespace flat::service {

Span<u8> StartedProgram::room() const {
    return Span<u8>(static_cast<u8*>(machine::physical_to_virtual(room_)),
                    domain::page_size << order_);
}

void StartedProgram::release() {
    domain_->release();
    programs_.forget(*this);
}

void* StartedProgram::narrow(InterfaceId id) {
    if (id == domain::Domain::interface_id) return static_cast<domain::Domain*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::service
