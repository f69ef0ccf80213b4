// SPDX-License-Identifier: BSD-2-Clause
// The standard input, by a signal.
#pragma once

#include <core/utility.hpp>
#include <platform/console_input.flat.hpp>

namespace flat::platform {

/// The host keeps the bytes until they are read, and raises the line's signal when some have come.
/// A regular file raises none: what it has is there from the beginning.
class ConsoleInput : public ConsoleInputComponent, private hal::Trap::BriefHandler, NonCopyable {
public:
    using ConsoleInputComponent::ConsoleInputComponent;
    ~ConsoleInput();

    u32 read(Span<u8> destination) override;
    Result<void, hal::TrapError> listen(Listener& listener) override;

private:
    void handle(u32 vector) override;

    Listener* listener_ = nullptr;
};

} // namespace flat::platform
