// SPDX-License-Identifier: BSD-2-Clause
// From the image of a domain to an address space with a thread.
#include "domain.hpp"

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <l4/image.hpp>
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

ThreadId Domain::id() const {
    ThreadId const root = l4::my_id();
    return ThreadId::global(root.number() + place_,
                            root.version() + made_before_ * l4::domain_version_step);
}

bool Domain::make(l4::DomainImage const& image, Domain* maker) {
    name_ = image.name;
    maker_ = maker;
    awaited_ = Awaited::nothing;
    has_fault_ = false;
    status_ = 0;
    auto const parsed = flat::ElfImage::parse(
        {flat::pointer_to<flat::u8>(image.first), image.size_bytes}, elf_machine);
    if (parsed.is_error()) return false;
    image_ = parsed.value();
    if (l4::create_space(id(), l4::SpaceLayout::with_utcbs_at(utcbs)).is_error()) {
        static_cast<void>(l4::delete_thread(id()).is_ok()); // if it came so far
        return false;
    }
    state_ = State::made;
    return true;
}

bool Domain::start() {
    // The entry finds its stack as after a call.
    l4::write_message(0, image_.entry(), stack_end - sizeof(Word));
    if (l4::send(id()).is_error()) return false;
    state_ = State::running;
    return true;
}

void Domain::end(Word status, Frames& frames) {
    static_cast<void>(l4::delete_thread(id()).is_ok());
    frames_.give_all(frames);
    ++made_before_;
    status_ = status;
    state_ = State::ended;
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

flat::Maybe<l4::MapItem> Domain::page(Word address, Rights access, Frames& frames) {
    Word const page = address & ~(Word{l4::page_size} - 1);
    Rights const rights = rights_at(page);
    if (rights == Rights::none || !includes(rights, access)) return flat::nothing;
    auto const frame = frames.take();
    if (!frame) return flat::nothing;
    if (!frames_.add(frames, *frame)) {
        frames.give(*frame);
        return flat::nothing;
    }
    fill(page, *frame);
    return l4::MapItem(Fpage::around(*frame, page_size_log2, rights), page);
}

bool Domain::report(Fault const& fault) {
    if (has_fault_) return false;
    has_fault_ = true;
    fault_ = fault;
    l4::ThreadRegisters const elsewhere{.control = l4::ExchangeControl::set_instruction_pointer,
                                        .instruction_pointer =
                                            image_.entry() + l4::domain_fault_entry};
    return l4::exchange_registers(id(), elsewhere).is_ok();
}

} // namespace domains
