// SPDX-License-Identifier: BSD-2-Clause
// A socket for programs of the same system (unix(7)).
#pragma once

#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/objects.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/socket_file.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>
#include <unix/file_identity.hpp>
#include <unix/sockets/files_in_flight.hpp>
#include <unix/sockets/local_place.hpp>
#include <unix/sockets/message_ring.hpp>

namespace flat::unix::sockets {

/// A stream, or messages: has the bytes that it will receive, and knows the socket that sends them
/// as long as that is open; of packets, messages have boundaries and are sent by connections. Or it
/// has a name and listens: each connection is a socket that waits with it until it is accepted. Of
/// messages, that socket is one of a pair, or whoever has a name.
class LocalSocket final : public SocketFile, public Passable {
public:
    class Names;

    /// What all of them use.
    struct Means {
        Names& names;
        FilesInFlight& in_flight;
        DroppedFiles& dropped;
        fs::Names& paths;
        memory::Objects& records;
        memory::Frames& frames;
        thread::ThreadManager& threads;
        UserMode& user_mode;
    };

    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.LocalSocket");
    static constexpr u16 family = LocalName::family;

    /// One that is not connected; null without memory.
    static LocalSocket* make(Means const& means, u32 kind);
    /// Connects two that are not.
    static void connect(LocalSocket& one, LocalSocket& other);

    // OpenFile
    i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    i64 write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    u32 poll() override;
    bool has_position() override { return false; }
    fs::Node* node() override { return nullptr; }
    Identity identity() override { return identity_of(Sort::socket, *this); }
    bool is_terminal() override { return false; }
    i64 control(Task& task, u32 request, vaddr argument) override;
    void release() override;
    void* narrow(InterfaceId id) override;

    /// What is known of one.
    struct Facts {
        u32 number; ///< that its descriptors tell of it
        u32 kind;
        bool is_listening;
        bool is_connected;
        LocalName name;
    };
    Facts facts() const;

    // SocketFile
    u32 kind() override { return kind_; }
    bool is_listening() override { return is_listening_; }
    i64 bind(Task& task, Span<u8 const> address) override;
    i64 connect(Task& task, Span<u8 const> address, bool may_wait) override;
    i64 listen() override;
    i64 await_connection(Task& task, bool may_wait) override;
    SocketFile* take_connection() override;
    i64 send(Task& task, Span<u8 const> bytes, Span<u8 const>, bool may_wait) override;
    Received receive(Task& task, Span<u8> bytes, Span<u8> address, bool may_wait,
                     bool only_looks) override;
    i64 shutdown(u32 how) override;
    i64 name(Span<u8> address) override;
    i64 peer(Span<u8> address) override;
    i64 set_option(u32, u32, Span<u8 const>) override { return failed(Errno::enoprotoopt); }
    i64 option(u32, u32, Span<u8>) override { return failed(Errno::enoprotoopt); }
    Received receive_error(Task&, Span<u8>, Span<u8>) override {
        return {failed(Errno::eagain), 0, 0};
    }
    u32 take_error() override;
    Peer peer_credentials() override;
    bool tells_senders() override { return tells_senders_; }
    void set_tells_senders(bool tells) override { tells_senders_ = tells; }

    // Passable
    void show(Visitor& visitor) override;

private:
    static constexpr u32 order = 4;
    static constexpr u64 capacity = u64{4096} << order;
    static constexpr u64 step_bytes = 4096; // copied at once
    static constexpr u32 backlog = 128;     // SOMAXCONN of old; programs' own numbers are smaller

    LocalSocket(Means const& means, u32 kind, u8* bytes)
        : means_(means), kind_(kind), bytes_(bytes), received_(Span<u8>(bytes, capacity)) {}
    ~LocalSocket() = default;

    // local_connections.cpp
    i64 name_itself();
    i64 join(LocalPlace const& place, LocalSocket& far);
    void drop_connections();
    Peer who_runs() const;

    // local_datagrams.cpp
    i64 send_message(Task& task, Span<u8 const> bytes, Span<u8 const> address, bool may_wait);
    i64 try_message(Task& task, Span<u8 const> bytes, LocalPlace const& to);
    Received receive_message(Task& task, Span<u8> bytes, Span<u8> address, bool may_wait,
                             bool only_looks);
    Maybe<Received> take_message(Task& task, Span<u8> bytes, Span<u8> address, bool only_looks);
    Received take_first(Task& task, Span<u8> bytes, Span<u8> address, bool only_looks);
    i64 connect_messages(Task& task, Span<u8 const> address);

    // local_socket.cpp
    bool is_over() const { return is_at_end_ || takes_nothing_ || !other_; }
    i64 send_refusal();
    void dispose();
    static PassedFiles* take_passed(Task& task);
    bool makes_room(i64 outcome, bool& has_tried);
    MessageSender sender(Task& task, LocalSocket const& receiver) const;
    void note_sender(Task& task);
    i64 deliver(Task& task, Span<u8 const> bytes, LocalName const& from, LocalSocket& receiver);
    PassedFiles* take_files();
    void drop_received();
    i64 send_some(Task& task, Span<u8 const> bytes);
    i64 receive_some(Task& task, Span<u8> bytes, bool only_looks);
    void note_files(Task& task);
    u64 look_at_pieces(Task& task, Span<u8> bytes);
    u64 take_pieces(Task& task, Span<u8> bytes);
    void changed();

    static i64 tell(LocalName const& name, Span<u8> address);

    ListLink<LocalSocket> link_;         // of all
    ListLink<LocalSocket> named_link_;   // of those that have a name
    ListLink<LocalSocket> waiting_link_; // of those that are to be accepted
    IntrusiveList<LocalSocket, &LocalSocket::waiting_link_> waiting_;
    u32 waiting_count_ = 0;
    LocalPlace own_;
    LocalPlace far_; // to which messages go
    bool is_listening_ = false;
    Means means_;
    u32 kind_;
    u8* bytes_;
    MessageRing received_;
    Peer who_ = {};       // has made it, or listens
    Peer other_who_ = {}; // the same of the other end, as it was
    LocalSocket* other_ = nullptr;
    bool was_connected_ = false;
    bool is_at_end_ = false;     // nobody sends any more
    bool takes_nothing_ = false; // receives no more
    bool is_sending_ended_ = false;
    bool tells_senders_ = false;
    bool is_reset_ = false; // nobody has accepted it: not told yet
};

/// All sockets, and those that have a name. Interrupts are disabled where it is used.
class LocalSocket::Names : flat::NonCopyable {
public:
    /// Abstract names are of one kind of sockets, a path has a socket of any kind.
    LocalSocket* find(LocalPlace const& place, u32 kind) const;
    void add(LocalSocket& socket) { named_.push_back(socket); }
    void remove(LocalSocket& socket);

    void begin(LocalSocket& socket) { all_.push_back(socket); }
    void end(LocalSocket& socket) { all_.remove(socket); }
    /// The socket of a place among all that there are now; null after the last.
    LocalSocket const* at(u32 place) const;

    /// Of names that are chosen; there are so many.
    static constexpr u32 chosen_max = 1 << 20;
    u32 next_number() { return chosen_++ % chosen_max; }

private:
    u32 chosen_ = 0;
    IntrusiveList<LocalSocket, &LocalSocket::named_link_> named_;
    IntrusiveList<LocalSocket, &LocalSocket::link_> all_;
};

} // namespace flat::unix::sockets
