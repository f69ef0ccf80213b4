// SPDX-License-Identifier: BSD-2-Clause
// The line discipline: what becomes of characters between the keyboard and a reader.
#pragma once

#include <core/format.hpp>
#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <unix/terminal/terminal_settings.hpp>

namespace flat::unix::terminal {

/// Lines that can be edited until they end, or characters as they come; signals; an echo
/// (termios(3), canonical and noncanonical mode). What is too long is refused with a bell. Nothing
/// here waits.
class LineDiscipline : NonCopyable {
public:
    TerminalSettings const& settings() const { return settings_; }

    /// Becomes so. A line that has been begun is what has come, where lines are not wanted any
    /// more.
    void set(TerminalSettings const& settings);

    /// A character has come; what it shows goes to `shown`. Returns the signal that it means, 0 if
    /// none.
    u32 put(u8 character, TextSink& shown);

    /// Whether a read would give something, or an end.
    bool is_ready() const;

    /// Takes what there is for one read, at most a line; 0 bytes are an end.
    u32 take(Span<u8> destination);

    /// How many bytes could be taken.
    u32 size() const { return size_ - line_; }

    /// Forgets what has come.
    void clear() { size_ = line_ = ends_ = 0; }

    /// Shows what programs write.
    void show(Span<u8 const> bytes, TextSink& sink) const;

private:
    static constexpr u32 capacity = 4096;
    static constexpr u16 end_mark = 0x100; ///< in the place of the character that ends a file

    bool has(LocalFlag flag) const { return (settings_.local & flag) != 0; }
    bool is_special(u8 character, SpecialCharacter which) const {
        return character != 0 && settings_.characters[which] == character;
    }
    u32 signal_of(u8 character) const;
    bool edit(u8 character, TextSink& shown);
    void erase(TextSink& shown);
    void echo_of(u8 character, TextSink& shown) const;
    void add(u16 what);
    void end_line();
    u16& at(u32 index) { return ring_[(begin_ + index) % capacity]; }

    TerminalSettings settings_;
    u16 ring_[capacity];
    u32 begin_ = 0;
    u32 size_ = 0; ///< of all, with the line that is edited
    u32 line_ = 0; ///< of the line that is edited, at the end
    u32 ends_ = 0; ///< how many lines, or ends, can be read
};

} // namespace flat::unix::terminal
