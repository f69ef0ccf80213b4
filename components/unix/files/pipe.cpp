// SPDX-License-Identifier: BSD-2-Clause
// A pipe: bytes that one end takes and the other gives.
#include <unix/files/pipe.hpp>

#include <machine/physical.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>
#include <unix/user_data.hpp>

#include <new>

namespace flat::unix::files {

Result<Pipe*, Errno> Pipe::make(Means const& means) {
    auto const block = means.frames.allocate(order);
    if (block.is_error()) return Errno::enomem;
    auto const place = means.records.allocate(sizeof(Pipe));
    if (place.is_error()) {
        means.frames.free(block.value(), order);
        return Errno::enomem;
    }
    auto* const bytes = static_cast<u8*>(machine::physical_to_virtual(block.value()));
    return new (pointer_to<void>(place.value())) Pipe(means, bytes);
}

/// Waits for bytes, unless nobody will write any.
i64 Pipe::read(Task& task, vaddr buffer, u64 bytes, bool may_wait) {
    if (bytes == 0) return 0;
    for (;;) {
        u64 const ticket = means_.threads.ticket();
        i64 const taken = size_ != 0 ? take(buffer, bytes) : 0;
        if (taken != 0) return taken;
        if (!has_writer_) return 0;
        if (!may_wait) return failed(Errno::eagain);
        if (!ProgramThread::of(task).wait(means_.threads, condition(), ticket))
            return call_interrupted;
    }
}

/// Copies what there is to the program; nothing if others have taken it.
i64 Pipe::take(vaddr buffer, u64 bytes) {
    WaitingLock::Guard const guard(lock_);
    u64 done = 0;
    if (size_ == 0) return 0;
    while (done < bytes && size_ != 0) {
        u64 const count = min(min(bytes - done, size_), capacity - begin_);
        Span<u8 const> const part(bytes_ + begin_, count);
        if (!means_.user_mode.copy_out(buffer + done, part)) break;
        begin_ = (begin_ + count) % capacity;
        size_ -= count;
        done += count;
    }
    notify_changed(means_.threads, condition());
    return done != 0 ? static_cast<i64>(done) : failed(Errno::efault);
}

/// Writes all of it, waiting for room; a little is written at once or not at all.
i64 Pipe::write(Task& task, vaddr buffer, u64 bytes, bool may_wait) {
    u64 done = 0;
    while (done < bytes) {
        u64 const ticket = means_.threads.ticket();
        if (!has_reader_) {
            ProgramThread::of(task).raise(sigpipe);
            return done != 0 ? static_cast<i64>(done) : failed(Errno::epipe);
        }
        u64 const wanted = bytes <= whole_bytes ? bytes : 1;
        if (room() >= wanted) {
            i64 const given = give(buffer + done, bytes - done, wanted);
            if (given < 0) return done != 0 ? static_cast<i64>(done) : given;
            done += static_cast<u64>(given);
            continue;
        }
        if (!may_wait) return done != 0 ? static_cast<i64>(done) : failed(Errno::eagain);
        if (!ProgramThread::of(task).wait(means_.threads, condition(), ticket))
            return done != 0 ? static_cast<i64>(done) : call_interrupted;
    }
    return static_cast<i64>(done);
}

/// Copies from the program as much as there is room for, if that is at least `wanted`.
i64 Pipe::give(vaddr buffer, u64 bytes, u64 wanted) {
    WaitingLock::Guard const guard(lock_);
    if (room() < wanted) return 0;
    u64 const begin = (begin_ + size_) % capacity;
    u64 const count = min(bytes, room());
    u64 const before_end = min(count, capacity - begin);
    bool const is_copied =
        means_.user_mode.copy_in(Span<u8>(bytes_ + begin, before_end), buffer) &&
        means_.user_mode.copy_in(Span<u8>(bytes_, count - before_end), buffer + before_end);
    if (!is_copied) return failed(Errno::efault);
    size_ += count;
    notify_changed(means_.threads, condition());
    return static_cast<i64>(count);
}

/// One end is closed, and with the second one the pipe ends.
void Pipe::close(bool& is_open) {
    is_open = false;
    notify_changed(means_.threads, condition());
    if (has_reader_ || has_writer_) return;
    Means const means = means_;
    means.frames.free(machine::virtual_to_physical(bytes_), order);
    this->Pipe::~Pipe();
    means.records.free(address_of(this), sizeof(Pipe));
}

/// FIONREAD tells how much can be read.
i64 Pipe::End::control(Task&, u32 request, vaddr argument) {
    constexpr u32 bytes_to_read = 0x541b;
    if (request != bytes_to_read) return failed(Errno::enotty);
    u32 const size = static_cast<u32>(pipe_.size_);
    return put(pipe_.means_.user_mode, argument, size) ? 0 : failed(Errno::efault);
}

void* Pipe::End::narrow(InterfaceId id) {
    if (id == OpenFile::interface_id) return static_cast<OpenFile*>(this);
    return nullptr;
}

i64 Pipe::Reader::read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    return pipe_.read(task, buffer, bytes, may_wait);
}

u32 Pipe::Reader::poll() {
    u32 const hung_up = pipe_.has_writer_ ? 0 : OpenFile::hung_up;
    return (pipe_.size_ != 0 ? OpenFile::readable : 0) | hung_up;
}

void Pipe::Reader::release() {
    pipe_.close(pipe_.has_reader_);
}

i64 Pipe::Writer::write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    return pipe_.write(task, buffer, bytes, may_wait);
}

u32 Pipe::Writer::poll() {
    u32 const broken = pipe_.has_reader_ ? 0 : OpenFile::broken;
    return (pipe_.room() >= whole_bytes ? OpenFile::writable : 0) | broken;
}

void Pipe::Writer::release() {
    pipe_.close(pipe_.has_writer_);
}

} // namespace flat::unix::files
