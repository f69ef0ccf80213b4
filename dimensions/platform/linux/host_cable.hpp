// SPDX-License-Identifier: BSD-2-Clause
// What carries frames out of the process: datagrams between UNIX sockets, or a tap interface.
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

struct iovec;

namespace flat::platform {

/// The host's end of a cable, as a file descriptor. Neither call waits.
class HostCable : NonCopyable {
public:
    /// What became of a frame.
    enum class Outcome { done, full, lost };

    /// Opens what `description` says: `dgram:OWN,OTHER`, the paths of two sockets, of which the
    /// first is made; or `tap:NAME`, an interface that exists. False if that fails, or it is null.
    bool open(char const* description);
    ~HostCable();

    /// Sends a frame of so many parts; `lost` when nobody is at the other end.
    Outcome send(Span<iovec> parts);

    /// Receives a frame, as much as fits, and returns how long it is; nothing if there is none.
    Maybe<u32> receive(Span<u8> place);

    /// Has the host raise a signal when frames come, or not.
    void signal_arrivals(int signal, bool is_wanted);

private:
    static constexpr usize path_bytes = 108; // sun_path

    bool open_sockets(char const* paths);
    bool open_tap(char const* name);

    int descriptor_ = -1;
    bool is_tap_ = false;
    char own_path_[path_bytes] = {};
    char other_path_[path_bytes] = {};
};

} // namespace flat::platform
