// SPDX-License-Identifier: BSD-2-Clause
// A pipe: bytes that one end takes and the other gives (pipe(7)).
#pragma once

#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <flat/fs/node.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/objects.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/open_file.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>

namespace flat::unix::files {

/// A ring of bytes with two ends, each an open file; it ends with the second of them.
class Pipe final : NonCopyable {
public:
    /// What all of them use.
    struct Means {
        memory::Objects& records;
        memory::Frames& frames;
        thread::ThreadManager& threads;
        UserMode& user_mode;
    };

    /// What is written at once up to this size is not mixed with what others write (PIPE_BUF).
    static constexpr u64 whole_bytes = 4096;

    static Result<Pipe*, Errno> make(Means const& means);

    OpenFile& reader() { return reader_; }
    OpenFile& writer() { return writer_; }

private:
    /// What both ends have in common.
    class End : public OpenFile {
    public:
        explicit End(Pipe& pipe) : pipe_(pipe) {}

        bool has_position() override { return false; }
        bool is_terminal() override { return false; }
        fs::Node* node() override { return nullptr; }
        i64 control(Task& task, u32 request, vaddr argument) override;
        void* narrow(InterfaceId id) override;

    protected:
        Pipe& pipe_;
    };

    class Reader final : public End {
    public:
        using End::End;
        i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
        i64 write(Task&, vaddr, u64, u64, bool) override { return failed(Errno::ebadf); }
        u32 poll() override;
        void release() override;
    };

    class Writer final : public End {
    public:
        using End::End;
        i64 read(Task&, vaddr, u64, u64, bool) override { return failed(Errno::ebadf); }
        i64 write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
        u32 poll() override;
        void release() override;
    };

    static constexpr u32 order = 4;
    static constexpr u64 capacity = u64{4096} << order;

    Pipe(Means const& means, u8* bytes) : means_(means), lock_(means.threads), bytes_(bytes) {}
    ~Pipe() = default;

    i64 read(Task& task, vaddr buffer, u64 bytes, bool may_wait);
    i64 write(Task& task, vaddr buffer, u64 bytes, bool may_wait);
    i64 take(vaddr buffer, u64 bytes);
    i64 give(vaddr buffer, u64 bytes, u64 wanted);
    void close(bool& is_open);
    u64 room() const { return capacity - size_; }
    u64 condition() const { return address_of(this); }

    Means means_;
    WaitingLock lock_; // of the bytes, while they are copied
    u8* bytes_;
    u64 begin_ = 0;
    u64 size_ = 0;
    bool has_reader_ = true;
    bool has_writer_ = true;
    Reader reader_{*this};
    Writer writer_{*this};
};

} // namespace flat::unix::files
