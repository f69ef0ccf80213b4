// SPDX-License-Identifier: BSD-2-Clause
// Open files and directories.
#include <unix/files/node_file.hpp>

#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>
#include <unix/file_limit.hpp>
#include <unix/fs_errno.hpp>
#include <unix/permissions.hpp>

#include <new>

namespace flat::unix::files {

NodeFile* NodeFile::make(FileMeans const& means, fs::Node& node, bool appends) {
    auto const place = means.records.allocate(sizeof(NodeFile));
    if (place.is_error()) {
        node.release();
        return nullptr;
    }
    return new (pointer_to<void>(place.value())) NodeFile(means, node, appends);
}

i64 NodeFile::read(Task& task, vaddr buffer, u64 bytes, u64 position, bool) {
    if (!file_) return failed(Errno::eisdir);
    u64 const size = file_->current_size_bytes();
    u64 done = 0;
    while (done < bytes && position + done < size) {
        u64 const here = domain::page_size - (position + done) % domain::page_size;
        u64 const count = min(min(bytes - done, here), size - position - done);
        i64 const part = read_page(task, buffer + done, count, position + done);
        if (part < 0) return done != 0 ? static_cast<i64>(done) : part;
        done += count;
    }
    return static_cast<i64>(done);
}

/// Waits until a page is in memory and may be accessed so; it stays there until it is let go.
inline Result<paddr, memory::MappingError> NodeFile::hold_page(u64 page, u32 rights) {
    for (;;) {
        u64 const ticket = means_.threads.ticket();
        auto const held = TRY(means_.pages.hold(*file_, page, rights));
        if (held.condition == 0) return held.frame;
        means_.threads.wait(held.condition, ticket);
    }
}

/// Copies a part of one page.
i64 NodeFile::read_page(Task&, vaddr buffer, u64 bytes, u64 position) {
    u64 const page = position / domain::page_size;
    auto const frame = hold_page(page, hal::Mmu::read);
    if (frame.is_error()) return failed(Errno::eio);
    auto const* const contents =
        static_cast<u8 const*>(machine::physical_to_virtual(frame.value()));
    Span<u8 const> const part(contents + position % domain::page_size, bytes);
    bool const is_copied = means_.user_mode.copy_out(buffer, part);
    means_.pages.let_go(*file_, page, hal::Mmu::read);
    return is_copied ? 0 : failed(Errno::efault);
}

/// Who may write to a page has space for it, and nothing in it changes by that.
Result<void, Errno> NodeFile::keep_space(u64 page) {
    constexpr u32 reading = hal::Mmu::read;
    constexpr u32 accesses[] = {reading, reading | hal::Mmu::write};
    for (u32 const rights : accesses) {
        auto const frame = hold_page(page, rights);
        if (frame.is_error() && page >= file_->pages()) return {}; // it has become shorter
        if (frame.is_error()) return rights == reading ? Errno::eio : Errno::enospc;
        means_.pages.let_go(*file_, page, rights);
    }
    return {};
}

void NodeFile::begin_writing(Task& task) {
    has_written_ = true;
    if (ProgramThread::of(task).process.credentials.user.file == 0) return;
    auto const file = node_.attributes();
    u32 const cleared = bits_that_act_for_others(file);
    if (cleared != 0) (void)node_.set_mode(file.mode & ~cleared); // if not, writing fails as well
}

i64 NodeFile::write(Task& task, vaddr buffer, u64 bytes, u64 position, bool) {
    if (!file_) return failed(Errno::eisdir);
    u64 const begin = appends_ ? file_->current_size_bytes() : position;
    u64 const end_max = file_bytes_max(task);
    if (bytes != 0 && begin >= end_max) return refuse_longer_file(task);
    bytes = min(bytes, end_max - begin);
    begin_writing(task);
    u8 piece[1024];
    u64 done = 0;
    while (done < bytes) {
        Span<u8> const part = Span<u8>(piece).first(min<u64>(bytes - done, sizeof piece));
        if (!means_.user_mode.copy_in(part, buffer + done))
            return done != 0 ? static_cast<i64>(done) : failed(Errno::efault);
        u64 const place = appends_ ? static_cast<u64>(fs::File::end) : position + done;
        auto const written = file_->write(place, part);
        if (written.is_error())
            return done != 0 ? static_cast<i64>(done) : failed(errno_of(written.error()));
        done += written.value();
        if (written.value() < part.size()) break;
    }
    return static_cast<i64>(done);
}

bool NodeFile::tell_late_failure() {
    if (!has_written_) return false;
    u64 const failure = file_->late_failure();
    return failure != 0 && exchange(told_failure_, failure) != failure;
}

i64 NodeFile::control(Task&, u32, vaddr) {
    return failed(Errno::enotty);
}

void NodeFile::release() {
    node_.release();
    memory::Objects& records = means_.records;
    this->NodeFile::~NodeFile();
    records.free(address_of(this), sizeof(NodeFile));
}

void* NodeFile::narrow(InterfaceId id) {
    if (id == interface_id) return this;
    return id == OpenFile::interface_id ? static_cast<OpenFile*>(this) : nullptr;
}

} // namespace flat::unix::files
