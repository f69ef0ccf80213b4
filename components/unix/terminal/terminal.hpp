// SPDX-License-Identifier: BSD-2-Clause
// The terminal: the machine's console, with a line discipline and job control.
#pragma once

#include <core/format.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/fs/node.hpp>
#include <unix/file_identity.hpp>
#include <unix/terminal/line_discipline.hpp>
#include <unix/terminal/terminal.flat.hpp>

namespace flat::unix::terminal {

/// There is one, of the session that uses it first. What comes is looked at in the interrupt, so
/// that Ctrl-C gets to a program that never reads.
class Terminal : public TerminalComponent, private hal::ConsoleInput::Listener, NonCopyable {
public:
    /// Panics when somebody else listens to the console.
    Terminal(Ports const& ports, Attributes const& attributes);

    i64 read(Task& task, vaddr buffer, u64 bytes, u64 position, bool may_wait) override;
    i64 write(Task& task, vaddr buffer, u64 bytes, u64 position, bool may_wait) override;
    u32 poll() override;
    bool has_position() override { return false; }
    bool is_terminal() override { return true; }
    fs::Node* node() override { return nullptr; }
    Identity identity() override { return identity_of_node; } // that of /dev/console
    i64 control(Task& task, u32 request, vaddr argument) override;
    void release() override {}
    void begin() override;

private:
    /// Text to the console, which knows whether a line has been begun.
    class Screen final : public TextSink {
    public:
        explicit Screen(hal::Console& console) : console_(console) {}
        void put(Text text) override;
        bool is_at_beginning() const { return is_at_beginning_; }

    private:
        hal::Console& console_;
        bool is_at_beginning_ = true;
    };

    /// struct winsize.
    struct WindowSize {
        u16 rows = 24;
        u16 columns = 80;
        u16 width = 0;
        u16 height = 0;
    };

    void arrived() override;
    void belong_to(Task& task);
    bool is_in_background(Task& task);
    i64 refuse(Task& task, u32 signal);
    u64 condition() const { return address_of(this); }

    // terminal_control.cpp
    i64 get_settings(vaddr place);
    i64 set_settings(vaddr place, bool forgets);
    i64 set_foreground(Task& task, vaddr place);
    i64 set_window(vaddr place);
    i64 lead(Task& task);

    Screen screen_{*console};
    Guarded<LineDiscipline> discipline_;
    u32 session_ = 0;
    u32 foreground_ = 0;
    WindowSize window_;
};

} // namespace flat::unix::terminal
