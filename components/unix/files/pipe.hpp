// SPDX-License-Identifier: BSD-2-Clause
// A pipe: bytes that some write and others read (pipe(7), fifo(7)).
#pragma once

#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/objects.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>

namespace flat::fs {
class Node;
}

namespace flat::unix::files {

class NamedPipes;

/// A ring of bytes, which open files have from `begin` on; it ends with the `end` of the last one.
class Pipe final : NonCopyable {
public:
    /// What all of them use.
    struct Means {
        memory::Objects& records;
        memory::Frames& frames;
        thread::ThreadManager& threads;
        UserMode& user_mode;
    };

    /// What an open file does with it.
    struct Access {
        bool reads;
        bool writes;
    };

    /// Who had ever been at either side when a file began with it.
    struct Before {
        u64 readers;
        u64 writers;
        bool has_writer;
    };

    /// What is written at once up to this size is not mixed with what others write (PIPE_BUF).
    static constexpr u64 whole_bytes = 4096;

    ListLink<Pipe> named_link; ///< of those that have a name

    /// One that no file has yet. With a node it is listed until it ends.
    static Result<Pipe*, Errno> make(Means const& means, fs::Node const* node, NamedPipes* names);
    /// Ends it, which no file has.
    void dispose();

    Before begin(Access access);
    void end(Access access);

    /// Blocks until somebody has been at the other side since so many had. False if interrupted.
    bool await_writer(Task& task, u64 writers_before);
    bool await_reader(Task& task, u64 readers_before);

    i64 read(Task& task, vaddr buffer, u64 bytes, bool may_wait);
    i64 write(Task& task, vaddr buffer, u64 bytes, bool may_wait);

    Means const& means() const { return means_; }
    fs::Node const* node() const { return node_; }
    u64 size() const { return size_; }
    u64 room() const { return capacity - size_; }
    bool has_reader() const { return readers_ != 0; }
    bool has_writer() const { return writers_ != 0; }

    /// How many have ever written to it.
    u64 writers_ever() const { return writers_ever_; }

private:
    static constexpr u32 order = 4;
    static constexpr u64 capacity = u64{4096} << order;

    Pipe(Means const& means, u8* bytes, fs::Node const* node, NamedPipes* names)
        : means_(means), lock_(means.threads), bytes_(bytes), node_(node), names_(names) {}
    ~Pipe() = default;

    bool await(Task& task, u64 const& ever, u64 before);
    i64 take(vaddr buffer, u64 bytes);
    i64 give(vaddr buffer, u64 bytes, u64 wanted);
    u64 condition() const { return address_of(this); }

    Means means_;
    WaitingLock lock_; // of the bytes, while they are copied
    u8* bytes_;
    u64 begin_ = 0;
    u64 size_ = 0;
    u32 readers_ = 0;
    u32 writers_ = 0;
    u64 readers_ever_ = 0;
    u64 writers_ever_ = 0;
    fs::Node const* node_; // of its name, which its files hold; null if it has none
    NamedPipes* names_;
};

} // namespace flat::unix::files
