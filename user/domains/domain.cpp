// SPDX-License-Identifier: BSD-2-Clause
// From the image of a domain to an address space with a thread.
#include "domain.hpp"

#include <core/format.hpp>
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
constexpr Word reserved_first = 0x1'0000'0000;
constexpr Word reserved_end = 0x100'0000'0000;

/// What a domain may have beside its limit to report a fault.
constexpr Word report_pages = 32;

bool includes(Rights rights, Rights access) {
    return (static_cast<unsigned>(access) & ~static_cast<unsigned>(rights)) == 0;
}

} // namespace

ThreadId Domain::id() const {
    return l4::DomainThread::name(l4::my_id().number(), slot_, place_, made_before_);
}

bool Domain::make(l4::DomainImage const& image, Word order, Domain* maker, Word pages_max) {
    if (is_worn_out()) return false;
    take_name_of(image);
    order_ = order;
    maker_ = maker;
    pages_max_ = pages_max;
    given_ = 0;
    promised_end_ = reserved_first;
    awaited_ = Awaited::nothing;
    has_attendant_ = false;
    reports_faults_ = image.reports_faults != 0;
    has_fault_ = false;
    status_ = 0;
    line_ = l4::DomainGrant::no_line;
    auto const parsed = flat::ElfImage::parse(
        {flat::pointer_to<flat::u8>(image.first), image.size_bytes}, elf_machine);
    if (parsed.is_error()) return false;
    image_ = parsed.value();
    reserved_ = file_pages();
    if (reserved_ > pages_max_) return false;
    code_.allow(image.code_pages);
    if (l4::create_space(id(), l4::SpaceLayout::with_utcbs_at(utcbs)).is_error()) {
        static_cast<void>(l4::delete_thread(id()).is_ok()); // if it came so far
        return false;
    }
    state_ = State::made;
    return true;
}

void Domain::take_name_of(l4::DomainImage const& image) {
    flat::TextBuffer<sizeof name_ - 1> name;
    flat::format(name, "{}", image.name);
    if (number_ > 1) flat::format(name, "#{}", number_);
    memcpy(name_, name.text().data(), name.text().size());
    name_[name.text().size()] = '\0';
}

bool Domain::start() {
    // The entry finds its stack as after a call.
    l4::write_message(0, image_.entry(), stack_end - sizeof(Word));
    if (l4::send(id()).is_error()) return false;
    state_ = State::running;
    return true;
}

bool Domain::attend(Word entry, Word stack_end) {
    if (has_attendant_) return false;
    ThreadId const attendant = l4::DomainThread::attendant(id());
    Word const utcb = l4::SpaceLayout::with_utcbs_at(utcbs).utcb_location(1);
    if (l4::create_thread(attendant, id(), utcb).is_error()) return false;
    has_attendant_ = true;
    l4::write_message(0, entry, stack_end);
    return l4::send(attendant).is_ok();
}

bool Domain::has(ThreadId thread) const {
    if (!has_thread()) return false;
    return thread == id() || (has_attendant_ && thread == l4::DomainThread::attendant(id()));
}

void Domain::end(Word status, Frames& frames) {
    if (has_attendant_)
        static_cast<void>(l4::delete_thread(l4::DomainThread::attendant(id())).is_ok());
    static_cast<void>(l4::delete_thread(id()).is_ok());
    frames_.give_all(frames);
    code_.give_all(frames);
    ++made_before_;
    status_ = status;
    state_ = State::ended;
}

Rights Domain::rights_at(Word page) const {
    if (page >= stack_end - stack_bytes && page < stack_end) return Rights::read_write;
    if (page >= reserved_first && page < promised_end_) return Rights::read_write;
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

flat::Result<l4::MapItem, NoPage> Domain::page(Word address, Rights access, Frames& frames) {
    Word const page = address & ~(Word{l4::page_size} - 1);
    if (auto const code = code_.page(page, access)) return *code;
    Rights const rights = rights_at(page);
    if (rights == Rights::none || !includes(rights, access)) return NoPage::not_its;
    bool const is_promised_one = takes_promised(page);
    if (!is_promised_one && is_full()) return NoPage::limit;
    auto const frame = frames.take();
    if (!frame) return NoPage::no_memory;
    if (!frames_.add(frames, *frame)) {
        frames.give(*frame);
        return NoPage::no_memory;
    }
    if (is_promised_one) --reserved_;
    ++given_;
    fill(page, *frame);
    return l4::MapItem(Fpage::around(*frame, page_size_log2, rights), page);
}

/// What its file has, it can always access, whatever else it takes.
Word Domain::file_pages() const {
    Word pages = 0;
    for (unsigned index = 0; index < image_.segment_count(); ++index) {
        auto const part = image_.segment(index);
        Word const first = part.address / l4::page_size;
        Word const end = (part.address + part.file_bytes + l4::page_size - 1) / l4::page_size;
        if (part.file_bytes != 0) pages += end - first;
    }
    return pages;
}

/// A page that was promised is part of what it has. One that it gives away and accesses again is
/// another one.
bool Domain::is_promised(Word page) const {
    if (page >= reserved_first) return true;
    for (unsigned index = 0; index < image_.segment_count(); ++index) {
        auto const part = image_.segment(index);
        if (part.file_bytes != 0 && page + l4::page_size > part.address &&
            page < part.address + part.file_bytes)
            return true;
    }
    return false;
}

Word Domain::reserve(Word pages) {
    if (!can_have(pages)) return 0;
    if (pages > (reserved_end - promised_end_) / l4::page_size) return 0;
    reserved_ += pages;
    return flat::exchange(promised_end_, promised_end_ + pages * l4::page_size);
}

Word Domain::take_code(Word pages, Frames& frames) {
    return can_have(pages) ? code_.take(pages, frames) : 0;
}

bool Domain::report(ThreadId thread, Fault const& fault) {
    if (has_fault_ || !reports_faults_) return false;
    has_fault_ = true;
    if (pages_max_ != all_pages) pages_max_ += report_pages;
    fault_ = fault;
    l4::ThreadRegisters const elsewhere{.control = l4::ExchangeControl::set_instruction_pointer,
                                        .instruction_pointer =
                                            image_.entry() + l4::domain_fault_entry};
    return l4::exchange_registers(thread, elsewhere).is_ok();
}

} // namespace domains
