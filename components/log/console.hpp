// SPDX-License-Identifier: BSD-2-Clause
// Kernel messages on a console.
#pragma once

#include <core/utility.hpp>
#include <domain/lock.hpp>
#include <log/console.flat.hpp>

namespace flat::log {

/// Writes each message as one line that no other message interrupts; what is not plain information
/// has its level before it. Messages below `minimum` are dropped.
class Console : public ConsoleComponent, NonCopyable {
public:
    using ConsoleComponent::ConsoleComponent;

    void write(Level level, Span<u8 const> text) override;

private:
    domain::Lock line_; // guards no data, but that nothing comes between the parts of a line
};

} // namespace flat::log
