// SPDX-License-Identifier: BSD-2-Clause
// Texts of which there is one each: names and descriptors.
#include <java/machine/linking/symbols.hpp>

namespace flat::java {

/// FNV-1a, eight bytes at a time (Fowler, Noll, Vo).
u32 Symbols::hash_of(Text text) {
    constexpr u64 prime = 0x100000001b3;
    u64 hash = 0xcbf29ce484222325 ^ text.size();
    usize i = 0;
    for (; text.size() - i >= 8; i += 8) {
        u64 word;
        memcpy(&word, text.data() + i, sizeof word);
        hash = (hash ^ word) * prime;
        hash ^= hash >> 32;
    }
    for (; i < text.size(); ++i)
        hash = (hash ^ static_cast<u8>(text[i])) * prime;
    return static_cast<u32>(hash ^ hash >> 29);
}

Symbol* Symbols::find(Text text, u32 hash) const {
    for (Symbol* each = table_[hash % count]; each; each = each->next)
        if (each->hash == hash && each->text.size() == text.size() &&
            memcmp(each->text.data(), text.data(), text.size()) == 0)
            return each;
    return nullptr;
}

Symbol const* Symbols::add(Text text, u32 hash) {
    auto* const symbol = arena_.make<Symbol>();
    if (!symbol) return nullptr;
    *symbol = {text, table_[hash % count], hash};
    table_[hash % count] = symbol;
    return symbol;
}

Symbol const* Symbols::of(Text text) {
    u32 const hash = hash_of(text);
    Symbol const* const found = find(text, hash);
    return found ? found : add(text, hash);
}

Symbol const* Symbols::of_copy(Text text) {
    u32 const hash = hash_of(text);
    if (Symbol const* const found = find(text, hash)) return found;
    char* const copy = arena_.make<char>(text.size());
    if (!copy) return nullptr;
    memcpy(copy, text.data(), text.size());
    return add(Text(copy, text.size()), hash);
}

} // namespace flat::java
