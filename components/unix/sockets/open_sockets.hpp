// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of sockets, by descriptor.
#pragma once

#include <core/maybe.hpp>
#include <unix/control_records.hpp>
#include <unix/descriptors.hpp>
#include <unix/message_sender.hpp>
#include <unix/passed_files.hpp>
#include <unix/sockets/open_sockets.flat.hpp>
#include <unix/sockets/transfer.hpp>

namespace flat::unix::sockets {

/// Finds the socket of a descriptor, and brings addresses and options to and from the program.
class OpenSockets : public OpenSocketsComponent {
public:
    using OpenSocketsComponent::OpenSocketsComponent;

    i64 socket(Task& task, u32 family, u32 kind, u32 protocol) override;
    i64 socketpair(Task& task, u32 family, u32 kind, u32 protocol, vaddr place) override;
    i64 bind(Task& task, u32 descriptor, vaddr address, u32 address_bytes) override;
    i64 connect(Task& task, u32 descriptor, vaddr address, u32 address_bytes) override;
    i64 listen(Task& task, u32 descriptor) override;
    i64 accept(Task& task, u32 descriptor, vaddr address, vaddr address_bytes, u32 flags) override;
    i64 sendto(Task& task, u32 descriptor, vaddr bytes, u64 size, u32 flags, vaddr address,
               u32 address_bytes) override;
    i64 recvfrom(Task& task, u32 descriptor, vaddr bytes, u64 size, u32 flags, vaddr address,
                 vaddr address_bytes) override;
    i64 sendmsg(Task& task, u32 descriptor, vaddr message, u32 flags) override;
    i64 recvmsg(Task& task, u32 descriptor, vaddr message, u32 flags) override;
    i64 sendmmsg(Task& task, u32 descriptor, vaddr messages, u32 count, u32 flags) override;
    i64 recvmmsg(Task& task, u32 descriptor, vaddr messages, u32 count, u32 flags,
                 vaddr timeout) override;
    i64 shutdown(Task& task, u32 descriptor, u32 how) override;
    i64 getsockname(Task& task, u32 descriptor, vaddr address, vaddr address_bytes) override;
    i64 getpeername(Task& task, u32 descriptor, vaddr address, vaddr address_bytes) override;
    i64 setsockopt(Task& task, u32 descriptor, u32 level, u32 name, vaddr value,
                   u32 value_bytes) override;
    i64 getsockopt(Task& task, u32 descriptor, u32 level, u32 name, vaddr value,
                   vaddr value_bytes) override;

private:
    /// The socket of a descriptor.
    struct Found {
        OpenDescription& file;
        SocketFile& socket;
    };

    Result<Found, Errno> find(Task& task, u32 descriptor);
    SocketFamily* family_of(u32 number);
    i64 describe_pair(Task& task, SocketFile& first, SocketFile& second, u32 flags, vaddr place);
    Result<AddressBuffer, Errno> get_address(vaddr address, u32 address_bytes);
    i64 put_address(AddressBuffer const& address, vaddr place, vaddr place_bytes);
    Result<u32, Errno> describe(Task& task, SocketFile& socket, u32 flags);
    i64 put_peer(SocketFile::Peer const& peer, u32 room, vaddr value, vaddr value_bytes);
    i64 set_protocol_option(SocketFile& socket, u32 level, u32 name, vaddr value, u32 value_bytes);
    i64 get_protocol_option(SocketFile& socket, u32 level, u32 name, u32 room, vaddr value,
                            vaddr value_bytes);
    // passing.cpp
    Result<void, Errno> keep_files(Task& task, PassedFiles& files, vaddr list, u64 count);
    Result<void, Errno> read_control(Task& task, PassedFiles& files, vaddr control, u64 bytes,
                                     Maybe<MessageSender>& sender);
    Result<MessageSender, Errno> get_sender(Task& task, vaddr place, u64 bytes);
    u64 put_record(vaddr control, u64 room, ControlHeader header, Span<u8 const> contents,
                   u32& flags);
    u64 put_records(Task& task, vaddr control, u64 room, u32& flags);
    u64 put_extras(Task& task, vaddr control, u64 room, bool closes_on_exec, u32& flags);
    u32 describe_files(Task& task, PassedFiles& files, vaddr list, u64 room, bool closes_on_exec);
    Result<PassedFiles*, Errno> get_extras(Task& task, vaddr control, u64 bytes,
                                           Maybe<MessageSender>& sender);
    u64 put_files(Task& task, vaddr control, u64 room, bool closes_on_exec, u32& flags);
    i64 send_message(Task& task, Found const& to, vaddr message, u32 flags);
    i64 receive_message(Task& task, Found const& socket, vaddr message, u32 flags);
    template<class Transfer>
    i64 for_each_message(vaddr messages, u32 count, Transfer const& transfer);
    i64 send(Task& task, Found const& to, UserPieces const& pieces, AddressBuffer const& address,
             u32 flags);
    i64 receive_error(Task& task, SocketFile& socket, UserPieces const& pieces,
                      AddressBuffer& address, u32& flags_of_message);
    i64 receive(Task& task, Found const& from, UserPieces const& pieces, AddressBuffer& address,
                u32 flags, u32& flags_of_message);
};

} // namespace flat::unix::sockets
