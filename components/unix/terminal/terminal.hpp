// SPDX-License-Identifier: BSD-2-Clause
// The terminal: the machine's console, with a line discipline.
#pragma once

#include <core/utility.hpp>
#include <unix/terminal/terminal.flat.hpp>

namespace flat::unix::terminal {

/// Writes to the console what programs write.
class Terminal : public TerminalComponent, NonCopyable {
public:
    using TerminalComponent::TerminalComponent;

    i64 read(Task& task, vaddr buffer, u64 bytes, u64 position, bool may_wait) override;
    i64 write(Task& task, vaddr buffer, u64 bytes, u64 position, bool may_wait) override;
    u32 poll() override;
    bool has_position() override { return false; }
    fs::Node* node() override { return nullptr; }
    bool is_terminal() override { return true; }
    i64 control(Task& task, u32 request, vaddr argument) override;
    void release() override {}
    void begin() override;

private:
    bool is_at_beginning_ = true; // of a line
};

} // namespace flat::unix::terminal
