// SPDX-License-Identifier: BSD-2-Clause
// A process of the host beside the kernel's own, with its channels and its memory.
#pragma once

#include <core/span.hpp>
#include <core/text.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <hosted/domain_channel.hpp>

namespace flat::arch {

/// Runs the program of an ELF file. The host ends it when the kernel's process ends, however that
/// comes. Nothing is believed of what it sends, and its addresses are the host's to check.
class ChildProcess : NonCopyable {
public:
    ~ChildProcess();

    /// Starts the program. False if the host has no process, memory or descriptor left; it starts
    /// once. Its private data, those of its file among them, are at most `data_bytes_max`.
    [[nodiscard]] bool start(Span<u8 const> file, u64 data_bytes_max = unlimited);

    static constexpr u64 unlimited = ~u64{0};

    bool is_running() const { return id_ > 0; }

    /// The next message of a channel; blocks the kernel's process, which goes on to handle
    /// interrupts. False when the process has ended. A message of another length has a `number`
    /// that no entry has.
    [[nodiscard]] bool receive(u32 channel, Message& message);

    /// What has become of a message: it is on its way, the process reads none, or has ended.
    enum class Sent : u8 { done, full, ended };

    /// Sends a message, and never blocks.
    [[nodiscard]] Sent send(u32 channel, Message const& message);

    /// Copies what the process has at `from`. False if it cannot read all of it; then `to` may have
    /// got a part.
    [[nodiscard]] bool read(Span<u8> to, vaddr from) const;
    /// Copies to the process's `to`. False if it cannot write all of it.
    [[nodiscard]] bool write(vaddr to, Span<u8 const> from) const;

    /// How a process has ended: by a signal, or by itself with a status.
    struct End {
        bool is_signal;
        u32 number;
    };

    /// Ends it, if it has not ended, and takes it from the host's table of processes.
    End end();

private:
    bool open_channels(int (&others)[channels]);

    int id_ = 0; // none
    End end_{};
    int descriptors_[channels] = {};
    u32 open_ = 0;
};

} // namespace flat::arch
