// SPDX-License-Identifier: BSD-2-Clause
// Looks addresses up in the table of functions that the build appends to the image.
#include <core/image/symbols.hpp>

extern "C" {
extern char const flat_image_start[];
extern flat::u32 const flat_symbol_count;
extern flat::u8 const flat_symbol_functions[];
extern flat::u8 const flat_symbol_phrases[];
}

namespace flat {

/// Gathers characters: sinks of last resort take a call for each text.
class SymbolTable::Line {
public:
    explicit Line(TextSink& sink) : sink_(sink) {}
    ~Line() { flush(); }

    void put(u8 character) {
        if (used_ == sizeof text_) flush();
        text_[used_++] = static_cast<char>(character);
    }

private:
    void flush() {
        sink_.put(Text(text_, used_));
        used_ = 0;
    }

    TextSink& sink_;
    usize used_ = 0;
    char text_[64];
};

Maybe<SymbolTable::Place> SymbolTable::find(u64 offset) const {
    Maybe<Place> found = nothing;
    u8 const* next = functions_;
    u64 begin = 0;
    for (u32 i = 0; i < count_; ++i) {
        u64 distance = 0;
        u32 shift = 0;
        for (; *next >= 128; shift += 7)
            distance |= u64{*next++ % 128u} << shift;
        begin += distance | u64{*next++} << shift;
        if (begin > offset) break;
        found = Place{next, offset - begin};
        while (*next != 0)
            ++next;
        ++next;
    }
    return found;
}

void SymbolTable::put_name(TextSink& sink, u8 const* name) const {
    Line line(sink);
    for (; *name != 0; ++name)
        expand(line, *name);
}

void SymbolTable::expand(Line& line, u8 byte) const {
    if (byte < 128) return line.put(byte);
    u8 const* const pair = phrases_ + usize{2} * (byte - 128);
    expand(line, pair[0]);
    expand(line, pair[1]);
}

void put_symbol(TextSink& sink, vaddr address, u64 added) {
    vaddr const start = address_of(flat_image_start);
    if (address < start) return;
    SymbolTable const table(flat_symbol_functions, flat_symbol_count, flat_symbol_phrases);
    Maybe<SymbolTable::Place> const place = table.find(address - start);
    if (!place) return;
    sink.put(" ");
    table.put_name(sink, place->name);
    format(sink, " +{}", place->offset_bytes + added);
}

} // namespace flat
