// SPDX-License-Identifier: BSD-2-Clause
// An open end of a pipe, or both.
#include <unix/files/pipe_file.hpp>

#include <unix/user_data.hpp>

#include <new>

namespace flat::unix::files {

PipeFile::PipeFile(Pipe& pipe, Pipe::Access access, Pipe::Before const& before, fs::Node* node)
    : pipe_(pipe), access_(access), node_(node),
      writers_before_(before.has_writer ? 0 : before.writers) {}

PipeFile* PipeFile::make(Pipe& pipe, Pipe::Access access, Pipe::Before const& before,
                         fs::Node* node) {
    auto const place = pipe.means().records.allocate(sizeof(PipeFile));
    if (place.is_error()) {
        pipe.end(access);
        return nullptr;
    }
    return new (pointer_to<void>(place.value())) PipeFile(pipe, access, before, node);
}

i64 PipeFile::read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    return access_.reads ? pipe_.read(task, buffer, bytes, may_wait) : failed(Errno::ebadf);
}

i64 PipeFile::write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    return access_.writes ? pipe_.write(task, buffer, bytes, may_wait) : failed(Errno::ebadf);
}

u32 PipeFile::poll() {
    u32 can = 0;
    if (access_.reads) {
        if (pipe_.size() != 0) can |= OpenFile::readable;
        bool const has_hung_up = !pipe_.has_writer() && pipe_.writers_ever() != writers_before_;
        if (has_hung_up) can |= OpenFile::hung_up;
    }
    if (access_.writes) {
        if (pipe_.room() >= Pipe::whole_bytes) can |= OpenFile::writable;
        if (!pipe_.has_reader()) can |= OpenFile::broken;
    }
    return can;
}

/// FIONREAD tells how much can be read.
i64 PipeFile::control(Task&, u32 request, vaddr argument) {
    constexpr u32 bytes_to_read = 0x541b;
    if (request != bytes_to_read) return failed(Errno::enotty);
    u32 const size = static_cast<u32>(pipe_.size());
    return put(pipe_.means().user_mode, argument, size) ? 0 : failed(Errno::efault);
}

void PipeFile::release() {
    Pipe& pipe = pipe_;
    Pipe::Access const access = access_;
    fs::Node* const node = node_;
    memory::Objects& records = pipe.means().records;
    this->PipeFile::~PipeFile();
    records.free(address_of(this), sizeof(PipeFile));
    pipe.end(access);
    if (node) node->release();
}

void* PipeFile::narrow(InterfaceId id) {
    return id == OpenFile::interface_id ? static_cast<OpenFile*>(this) : nullptr;
}

} // namespace flat::unix::files
