// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of sockets: open files and the sender, which go with a message (unix(7),
// cmsg(3)).
#include <unix/sockets/open_sockets.hpp>

#include <core/bits.hpp>
#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::sockets {

namespace {

constexpr u32 socket_level = 1;     ///< SOL_SOCKET
constexpr u32 rights_kind = 1;      ///< SCM_RIGHTS
constexpr u32 credentials_kind = 2; ///< SCM_CREDENTIALS
constexpr u32 is_cut = 8;           ///< MSG_CTRUNC
constexpr u64 alignment = sizeof(u64);
constexpr u64 control_bytes_max = 20480; ///< of all records: Linux' optmem_max

} // namespace

/// Keeps the files of so many descriptors, which a program has listed. EBADF, EFAULT; EINVAL for
/// too many.
Result<void, Errno> OpenSockets::keep_files(Task& task, PassedFiles& files, vaddr list, u64 count) {
    for (u64 i = 0; i < count; ++i) {
        u32 descriptor = 0;
        if (!get(*user_mode, descriptor, list + i * sizeof descriptor)) return Errno::efault;
        machine::InterruptGuard const guard; // so that nobody closes it meanwhile
        OpenDescription* const file = ProgramThread::of(task).process.descriptors.find(descriptor);
        if (!file) return Errno::ebadf;
        if (!files.add(*file)) return Errno::einval;
    }
    return {};
}

/// Whom a program says that a message is from: EPERM, but of the superuser, if it is another one.
Result<MessageSender, Errno> OpenSockets::get_sender(Task& task, vaddr place, u64 bytes) {
    MessageSender sender;
    if (bytes != sizeof sender) return Errno::einval;
    if (!get(*user_mode, sender, place)) return Errno::efault;
    Process const& process = ProgramThread::of(task).process;
    Credentials const& as = process.credentials;
    bool const is_true =
        sender.process == process.id && as.user.has(sender.user) && as.group.has(sender.group);
    return is_true || as.is_superuser() ? Result<MessageSender, Errno>(sender) : Errno::eperm;
}

/// Adds what one record after the other passes. EINVAL for anything else than files and senders.
Result<void, Errno> OpenSockets::read_control(Task& task, PassedFiles& files, vaddr control,
                                              u64 bytes, Maybe<MessageSender>& sender) {
    for (u64 at = 0; bytes - at >= sizeof(ControlHeader);) {
        ControlHeader header = {};
        if (!get(*user_mode, header, control + at)) return Errno::efault;
        bool const is_within = header.bytes >= sizeof header && header.bytes <= bytes - at;
        if (!is_within || header.level != socket_level) return Errno::einval;
        vaddr const contents = control + at + sizeof header;
        u64 const size = header.bytes - sizeof header;
        if (header.kind == rights_kind)
            TRY(keep_files(task, files, contents, size / sizeof(u32)));
        else if (header.kind == credentials_kind)
            sender = TRY(get_sender(task, contents, size));
        else
            return Errno::einval;
        at += min<u64>(align_up<u64>(header.bytes, alignment), bytes - at);
    }
    return {};
}

/// What a program passes with a message: files, null if that is nothing, and who it says it is.
/// ENOBUFS; as `read_control`.
Result<PassedFiles*, Errno> OpenSockets::get_extras(Task& task, vaddr control, u64 bytes,
                                                    Maybe<MessageSender>& sender) {
    if (bytes > control_bytes_max) return Errno::enobufs;
    if (bytes < sizeof(ControlHeader)) return nullptr;
    PassedFiles* const files = PassedFiles::make(*records);
    if (!files) return Errno::enomem;
    auto const outcome = read_control(task, *files, control, bytes, sender);
    if (outcome.is_ok() && files->count() != 0) return files;
    files->dispose();
    return outcome.is_ok() ? Result<PassedFiles*, Errno>(nullptr) : outcome.error();
}

/// Gives descriptors to files that came with a message, as many as `room` has place for, and writes
/// them there; returns how many.
u32 OpenSockets::describe_files(Task& task, PassedFiles& files, vaddr list, u64 room,
                                bool closes_on_exec) {
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    u32 count = 0;
    for (; count < room && files.count() != 0; ++count) {
        OpenDescription* const file = files.take();
        auto const number = descriptors.add(*file, 0, closes_on_exec);
        if (number.is_error()) {
            file->let_go();
            return count;
        }
        if (!put(*user_mode, list + count * sizeof(u32), number.value())) {
            descriptors.close(number.value());
            return count;
        }
    }
    return count;
}

/// Tells what came with a message, and whether something is lost; returns how many bytes that
/// takes.
u64 OpenSockets::put_files(Task& task, vaddr control, u64 room, bool closes_on_exec, u32& flags) {
    PassedFiles* const files = ProgramThread::of(task).passed;
    if (!files) return 0;
    u32 const all = files->count();
    bool const has_room = room >= sizeof(ControlHeader);
    u64 const places = has_room ? (room - sizeof(ControlHeader)) / sizeof(u32) : 0;
    u32 const count =
        describe_files(task, *files, control + sizeof(ControlHeader), places, closes_on_exec);
    if (count != all) flags |= is_cut;
    if (count == 0) return 0;
    ControlHeader const header = {sizeof header + count * sizeof(u32), socket_level, rights_kind};
    if (!put(*user_mode, control, header)) return 0;
    return min<u64>(align_up<u64>(header.bytes, alignment), room);
}

/// Tells one record, as much of it as fits; as `put_files`.
u64 OpenSockets::put_record(vaddr control, u64 room, ControlHeader header, Span<u8 const> contents,
                            u32& flags) {
    u64 const bytes = room < sizeof header ? 0 : min<u64>(room, header.bytes);
    if (bytes != header.bytes) flags |= is_cut;
    if (bytes == 0) return 0;
    header.bytes = bytes;
    bool const is_put =
        put(*user_mode, control, header) &&
        user_mode->copy_out(control + sizeof header, contents.first(bytes - sizeof header));
    return is_put ? min<u64>(align_up<u64>(bytes, alignment), room) : 0;
}

/// Tells who has sent a message, where that is told, and what its protocol tells.
u64 OpenSockets::put_records(Task& task, vaddr control, u64 room, u32& flags) {
    ProgramThread const& thread = ProgramThread::of(task);
    u64 done = 0;
    auto const tell = [&](ControlHeader const& header, Span<u8 const> contents) {
        done += put_record(control + done, room - done, header, contents, flags);
    };
    if (auto const& sender = thread.message_sender) {
        ControlHeader const header{sizeof header + sizeof(MessageSender), socket_level,
                                   credentials_kind};
        tell(header, bytes_of(Span<MessageSender const>(&sender.value(), 1)));
    }
    if (thread.control_records) thread.control_records->for_each(tell);
    return done;
}

/// Tells all that came with a message.
u64 OpenSockets::put_extras(Task& task, vaddr control, u64 room, bool closes_on_exec, u32& flags) {
    u64 const bytes = put_records(task, control, room, flags);
    return bytes + put_files(task, control + bytes, room - bytes, closes_on_exec, flags);
}

} // namespace flat::unix::sockets
