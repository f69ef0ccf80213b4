// SPDX-License-Identifier: BSD-2-Clause
// A socket that is connected with another one of the same system (unix(7)).
#pragma once

#include <core/utility.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/objects.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/socket_file.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>
#include <unix/sockets/byte_ring.hpp>

namespace flat::unix::sockets {

/// A stream: has the bytes that it will receive, and knows the socket that sends them as long as
/// that is open.
class LocalSocket final : public SocketFile, NonCopyable {
public:
    /// What all of them use.
    struct Means {
        memory::Objects& records;
        memory::Frames& frames;
        thread::ThreadManager& threads;
        UserMode& user_mode;
    };

    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.LocalSocket");
    static constexpr u16 family = 1; ///< AF_UNIX

    /// One that is not connected; null without memory.
    static LocalSocket* make(Means const& means);
    /// Connects two that are not.
    static void connect(LocalSocket& one, LocalSocket& other);

    // OpenFile
    i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    i64 write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    u32 poll() override;
    bool has_position() override { return false; }
    fs::Node* node() override { return nullptr; }
    bool is_terminal() override { return false; }
    i64 control(Task& task, u32 request, vaddr argument) override;
    void release() override;
    void* narrow(InterfaceId id) override;

    // SocketFile
    u32 kind() override { return stream; }
    bool is_listening() override { return false; }
    i64 bind(Task&, Span<u8 const>) override { return failed(Errno::eopnotsupp); }
    i64 connect(Task&, Span<u8 const>, bool) override { return failed(Errno::eopnotsupp); }
    i64 listen() override { return failed(Errno::eopnotsupp); }
    i64 await_connection(Task&, bool) override { return failed(Errno::einval); }
    SocketFile* take_connection() override { return nullptr; }
    i64 send(Task& task, Span<u8 const> bytes, Span<u8 const>, bool may_wait) override;
    Received receive(Task& task, Span<u8> bytes, Span<u8> address, bool may_wait) override;
    i64 shutdown(u32 how) override;
    i64 name(Span<u8> address) override;
    i64 peer(Span<u8> address) override;
    u32 take_error() override { return 0; }

private:
    static constexpr u32 order = 4;
    static constexpr u64 capacity = u64{4096} << order;
    static constexpr u64 step_bytes = 4096; // copied at once

    LocalSocket(Means const& means, u8* bytes)
        : means_(means), bytes_(bytes), received_(Span<u8>(bytes, capacity)) {}
    ~LocalSocket() = default;

    i64 send_some(Span<u8 const> bytes);
    i64 receive_some(Span<u8> bytes);
    void changed();

    Means means_;
    u8* bytes_;
    ByteRing received_;
    LocalSocket* other_ = nullptr;
    bool was_connected_ = false;
    bool is_at_end_ = false;     // nobody sends any more
    bool takes_nothing_ = false; // receives no more
};

} // namespace flat::unix::sockets
