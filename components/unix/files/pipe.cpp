// SPDX-License-Identifier: BSD-2-Clause
// A pipe: bytes that some write and others read.
#include <unix/files/pipe.hpp>

#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <unix/files/named_pipes.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>

#include <new>

namespace flat::unix::files {

using machine::InterruptGuard;

Result<Pipe*, Errno> Pipe::make(Means const& means, fs::Node const* node, NamedPipes* names) {
    auto const block = means.frames.allocate(order);
    if (block.is_error()) return Errno::enomem;
    auto const place = means.records.allocate(sizeof(Pipe));
    if (place.is_error()) {
        means.frames.free(block.value(), order);
        return Errno::enomem;
    }
    auto* const bytes = static_cast<u8*>(machine::physical_to_virtual(block.value()));
    return new (pointer_to<void>(place.value())) Pipe(means, bytes, node, names);
}

void Pipe::dispose() {
    Means const means = means_;
    means.frames.free(machine::virtual_to_physical(bytes_), order);
    this->Pipe::~Pipe();
    means.records.free(address_of(this), sizeof(Pipe));
}

Pipe::Before Pipe::begin(Access access) {
    InterruptGuard const guard;
    readers_ += access.reads;
    readers_ever_ += access.reads;
    writers_ += access.writes;
    writers_ever_ += access.writes;
    notify_changed(means_.threads, condition());
    return {readers_ever_, writers_ever_, has_writer()};
}

void Pipe::end(Access access) {
    {
        InterruptGuard const guard;
        readers_ -= access.reads;
        writers_ -= access.writes;
        notify_changed(means_.threads, condition());
        if (has_reader() || has_writer()) return;
        if (names_) names_->remove(*this);
    }
    dispose();
}

bool Pipe::await_writer(Task& task, u64 writers_before) {
    return await(task, writers_ever_, writers_before);
}

bool Pipe::await_reader(Task& task, u64 readers_before) {
    return await(task, readers_ever_, readers_before);
}

/// Who has come counts though it has gone again.
bool Pipe::await(Task& task, u64 const& ever, u64 before) {
    for (;;) {
        u64 const ticket = means_.threads.ticket();
        if (ever != before) return true;
        bool const is_interrupted =
            !ProgramThread::of(task).wait(means_.threads, condition(), ticket);
        if (is_interrupted) return ever != before; // the other one may have come and gone
    }
}

/// Waits for bytes, unless nobody will write any.
i64 Pipe::read(Task& task, vaddr buffer, u64 bytes, bool may_wait) {
    if (bytes == 0) return 0;
    for (;;) {
        u64 const ticket = means_.threads.ticket();
        i64 const taken = size_ != 0 ? take(buffer, bytes) : 0;
        if (taken != 0) return taken;
        if (!has_writer()) return 0;
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
        if (!has_reader()) {
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

} // namespace flat::unix::files
