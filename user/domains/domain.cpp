// SPDX-License-Identifier: BSD-2-Clause
// From the image of a domain to an address space with a thread.
#include "domain.hpp"

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <l4/image.hpp>
#include <l4/sigma0.hpp>
#include <l4/thread.hpp>

namespace domains {

using l4::Fpage;
using l4::Rights;
using l4::ThreadId;
using l4::Word;

namespace {

constexpr flat::u16 elf_machine = 62; // EM_X86_64
constexpr Word page_size_log2 = 12;
constexpr Word utcbs = 0x8000'0000;
constexpr Word stack_end = 0x7000'0000;
constexpr Word stack_bytes = 0x8'0000;

bool includes(Rights rights, Rights access) {
    return (static_cast<unsigned>(access) & ~static_cast<unsigned>(rights)) == 0;
}

} // namespace

bool Domain::start(l4::DomainImage const& image, Word place) {
    name_ = image.name;
    place_ = place;
    auto const parsed = flat::ElfImage::parse(
        {flat::pointer_to<flat::u8>(image.first), image.size_bytes}, elf_machine);
    if (parsed.is_error()) return false;
    image_ = parsed.value();
    ThreadId const me = l4::my_id();
    id_ = ThreadId::global(me.number() + place, me.version());
    if (l4::create_space(id_, l4::SpaceLayout::with_utcbs_at(utcbs)).is_error()) return false;
    // The entry finds its stack as after a call.
    l4::write_message(0, image_.entry(), stack_end - sizeof(Word));
    is_busy_ = l4::send(id_).is_ok();
    return is_busy_;
}

void Domain::end() {
    static_cast<void>(l4::delete_thread(id_).is_ok());
    id_ = ThreadId::nil();
    is_busy_ = false;
}

Rights Domain::rights_at(Word page) const {
    if (page >= stack_end - stack_bytes && page < stack_end) return Rights::read_write;
    for (unsigned index = 0; index < image_.segment_count(); ++index) {
        auto const part = image_.segment(index);
        if (page + l4::page_size <= part.address || page >= part.address + part.memory_bytes)
            continue;
        Rights const rights = part.is_writable ? Rights::read_write : Rights::read;
        return part.is_executable ? rights | Rights::execute : rights;
    }
    return Rights::none;
}

void Domain::fill(Word page, Word frame) const {
    memset(flat::pointer_to<char>(frame), 0, l4::page_size);
    for (unsigned index = 0; index < image_.segment_count(); ++index) {
        auto const part = image_.segment(index);
        Word const first = flat::max(part.address, page);
        Word const end = flat::min(part.address + part.file_bytes, page + l4::page_size);
        if (part.memory_bytes != 0 && first < end)
            memcpy(flat::pointer_to<char>(frame + (first - page)),
                   part.file + (first - part.address), end - first);
    }
}

flat::Maybe<l4::MapItem> Domain::page(Word address, Rights access) {
    Word const page = address & ~(Word{l4::page_size} - 1);
    Rights const rights = rights_at(page);
    if (rights == Rights::none || !includes(rights, access)) return flat::nothing;
    auto const given = l4::request_memory(Fpage::anywhere(page_size_log2));
    if (given.is_error() || given.value().is_nil()) return flat::nothing;
    Word const frame = given.value().address();
    fill(page, frame);
    return l4::MapItem(Fpage::around(frame, page_size_log2, rights), page);
}

bool Domain::report(Fault const& fault) {
    if (has_fault_) return false;
    has_fault_ = true;
    fault_ = fault;
    l4::ThreadRegisters const elsewhere{.control = l4::ExchangeControl::set_instruction_pointer,
                                        .instruction_pointer =
                                            image_.entry() + l4::domain_fault_entry};
    return l4::exchange_registers(id_, elsewhere).is_ok();
}

} // namespace domains
