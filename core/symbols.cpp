// SPDX-License-Identifier: BSD-2-Clause
// Looks addresses up in the table of functions that the build appends to the image.
#include <core/symbols.hpp>

extern "C" {
extern char const flat_image_start[];
extern flat::u32 const flat_symbol_count;
extern flat::u32 const flat_symbol_offsets[];
extern flat::u32 const flat_symbol_name_offsets[];
extern char const flat_symbol_names[];
}

namespace flat {

Maybe<Symbol> symbol_at(vaddr address) {
    vaddr const start = address_of(flat_image_start);
    if (address < start || flat_symbol_count == 0) return nothing;
    u64 const offset = address - start;
    u32 low = 0; // the answer, if there is one, is in [low, high)
    u32 high = flat_symbol_count;
    while (high - low > 1) {
        u32 const middle = low + (high - low) / 2;
        (flat_symbol_offsets[middle] <= offset ? low : high) = middle;
    }
    if (flat_symbol_offsets[low] > offset) return nothing;
    return Symbol{Text(flat_symbol_names + flat_symbol_name_offsets[low]),
                  offset - flat_symbol_offsets[low]};
}

} // namespace flat
