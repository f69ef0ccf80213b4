// SPDX-License-Identifier: BSD-2-Clause
// The line discipline: what becomes of characters between the keyboard and a reader.
#include <unix/terminal/line_discipline.hpp>

#include <unix/signals.hpp>

namespace flat::unix::terminal {

namespace {

constexpr Text bell = "\a";

/// A character as text.
Text text_of(u8 const& character) {
    return Text::from_bytes(Span<u8 const>(&character, 1));
}

} // namespace

void LineDiscipline::set(TerminalSettings const& settings) {
    bool const had_lines = has(icanon);
    settings_ = settings;
    if (had_lines == has(icanon)) return;
    line_ = 0;
    ends_ = has(icanon) && size_ != 0; // what has come without lines is one
}

/// The signal that a character means.
u32 LineDiscipline::signal_of(u8 character) const {
    if (!has(isig)) return 0;
    if (is_special(character, vintr)) return sigint;
    if (is_special(character, vquit)) return sigquit;
    return is_special(character, vsusp) ? u32{sigtstp} : 0;
}

u32 LineDiscipline::put(u8 character, TextSink& shown) {
    u32 const input = settings_.input;
    if (character == '\r' && (input & igncr) != 0) return 0;
    if (character == '\r' && (input & icrnl) != 0)
        character = '\n';
    else if (character == '\n' && (input & inlcr) != 0)
        character = '\r';
    if (u32 const signal = signal_of(character)) {
        if (has(echo)) echo_of(character, shown);
        if (!has(noflsh)) clear();
        return signal;
    }
    if (has(icanon) && edit(character, shown)) return 0;
    bool const ends = has(icanon) && (character == '\n' || is_special(character, veol) ||
                                      is_special(character, veol2));
    if (size_ == capacity || (size_ == capacity - 2 && !ends)) { // room for an end stays
        shown.put(bell);
        return 0;
    }
    add(character);
    if (has(echo) || (character == '\n' && has(echonl) && has(icanon))) echo_of(character, shown);
    if (ends) end_line();
    return 0;
}

/// Changes the line that is edited, if a character does that.
bool LineDiscipline::edit(u8 character, TextSink& shown) {
    if (is_special(character, veof)) {
        if (size_ < capacity) add(end_mark);
        end_line();
        return true;
    }
    if (is_special(character, verase)) {
        erase(shown);
        return true;
    }
    if (is_special(character, vkill)) {
        while (line_ != 0)
            erase(shown);
        return true;
    }
    if (!has(iexten) || !is_special(character, vwerase)) return false;
    while (line_ != 0 && at(size_ - 1) == ' ')
        erase(shown);
    while (line_ != 0 && at(size_ - 1) != ' ')
        erase(shown);
    return true;
}

/// Takes the last character of the line back.
void LineDiscipline::erase(TextSink& shown) {
    if (line_ == 0) return;
    bool const is_control = at(size_ - 1) < ' ' && has(echoctl);
    --size_;
    --line_;
    if (!has(echo) || !has(echoe)) return;
    shown.put(is_control ? Text("\b\b  \b\b") : Text("\b \b"));
}

/// Shows a character that has come: controls as ^ and a letter.
void LineDiscipline::echo_of(u8 character, TextSink& shown) const {
    bool const is_control = character < ' ' && character != '\n' && character != '\t';
    if (is_control && has(echoctl)) {
        u8 const letter = character + '@';
        shown.put("^");
        shown.put(text_of(letter));
        return;
    }
    show(Span<u8 const>(&character, 1), shown);
}

void LineDiscipline::add(u16 what) {
    at(size_++) = what;
    if (has(icanon)) ++line_;
}

void LineDiscipline::end_line() {
    line_ = 0;
    ++ends_;
}

bool LineDiscipline::is_ready() const {
    if (has(icanon)) return ends_ != 0;
    return size_ >= settings_.characters[vmin];
}

u32 LineDiscipline::take(Span<u8> destination) {
    u32 count = 0;
    while (count < destination.size() && size() != 0) {
        u16 const what = at(0);
        begin_ = (begin_ + 1) % capacity;
        --size_;
        bool const is_end = what == end_mark;
        if (!is_end) destination[count++] = static_cast<u8>(what);
        if (!has(icanon)) continue;
        bool const ends = is_end || what == '\n' || is_special(static_cast<u8>(what), veol) ||
                          is_special(static_cast<u8>(what), veol2);
        if (!ends) continue;
        if (ends_ != 0) --ends_;
        break;
    }
    if (size() == 0) ends_ = 0;
    return count;
}

void LineDiscipline::show(Span<u8 const> bytes, TextSink& sink) const {
    bool const adds_returns = (settings_.output & opost) != 0 && (settings_.output & onlcr) != 0;
    u64 begin = 0;
    for (u64 i = 0; adds_returns && i < bytes.size(); ++i) {
        if (bytes[i] != '\n') continue;
        sink.put(Text::from_bytes(bytes.part(begin, i - begin)));
        sink.put("\r\n");
        begin = i + 1;
    }
    sink.put(Text::from_bytes(bytes.after(begin)));
}

} // namespace flat::unix::terminal
