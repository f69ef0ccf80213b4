// SPDX-License-Identifier: BSD-2-Clause
// Queues of messages by types, by numbers and keys.
#pragma once

#include <unix/ipc/ipc_table.hpp>
#include <unix/ipc/now.hpp>
#include <unix/ipc/typed_messages.flat.hpp>
#include <unix/ipc/typed_queue.hpp>

namespace flat::unix {
class Process;
}

namespace flat::unix::ipc {

/// All of them (msgget(2), msgop(2), msgctl(2)).
class TypedMessages : public TypedMessagesComponent, flat::NonCopyable {
public:
    using TypedMessagesComponent::TypedMessagesComponent;

    // ShownTexts: /proc/sysvipc/msg
    u32 texts() override { return 1; }
    u32 path(u32, Span<u8> path) override { return Text("sysvipc/msg").write_to(path); }
    u32 show(u32, Span<u8> destination) override;

    static constexpr u64 message_bytes_max = 8192; ///< MSGMAX

    i64 msgget(Task& task, i32 key, u32 flags) override;
    i64 msgsnd(Task& task, u32 id, vaddr message, u64 bytes, u32 flags) override;
    i64 msgrcv(Task& task, u32 id, vaddr message, u64 bytes, i64 type, u32 flags) override;
    i64 msgctl(Task& task, u32 id, u32 command, vaddr argument) override;

private:
    template<class Attempt>
    i64 wait_until(Task& task, bool may_wait, Errno why_not, Attempt const& attempt);
    i64 send(Task& task, u32 id, TypedMessage& message, u32 flags);
    i64 add(Process const& process, u32 id, TypedMessage& message);
    i64 take(Process const& process, u32 id, TypeWanted const& wanted, u64 room,
             TypedMessage*& message);
    void destroy(TypedQueue& queue);
    i64 now_s() { return ipc::now_s(*facts, *alarms); }
    u64 condition() const { return address_of(&all_); }

    // typed_message_control.cpp
    i64 tell_limits(u32 command, vaddr place);
    i64 tell_found(Process const& process, u32 id, u32 command, vaddr place);
    i64 set_permissions(Process const& process, u32 id, vaddr place);
    i64 remove(Process const& process, u32 id);

    IpcTable<TypedQueue> all_;
};

} // namespace flat::unix::ipc
