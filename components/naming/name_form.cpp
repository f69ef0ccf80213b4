// SPDX-License-Identifier: BSD-2-Clause
// The serialized form of a name in a graph.
#include <naming/name_form.hpp>

#include <core/format.hpp>

namespace flat::naming {

namespace {

constexpr u8 version = 1;
constexpr usize type_offset = 1;
constexpr usize context_size_offset = 9;
constexpr usize text_size_offset = 10;
constexpr usize texts_offset = 11;
static_assert(path_max <= 0xff && text_max <= 0xff, "a length is one byte");

InterfaceId type_in(Span<u8 const> bytes) {
    InterfaceId type{};
    for (usize i = 0; i < sizeof type.value; ++i)
        type.value |= u64{bytes[type_offset + i]} << (8 * i);
    return type;
}

/// Whether a path is written as contexts write theirs: no slash but one between two steps.
bool is_canonical(Text path) {
    if (path.is_empty()) return true;
    auto steps = parse_path(path);
    if (!steps) return false;
    usize size = 0;
    for (; !steps->is_empty(); ++size)
        size += steps->next().size();
    return size == path.size() + 1;
}

} // namespace

Maybe<NameForm> parse_name_form(Span<u8 const> bytes) {
    if (bytes.size() < texts_offset || bytes[0] != version) return nothing;
    usize const context_size = bytes[context_size_offset];
    usize const text_size = bytes[text_size_offset];
    if (bytes.size() != texts_offset + context_size + text_size) return nothing;
    Text const texts = Text::from_bytes(bytes.after(texts_offset));
    NameForm const form{type_in(bytes), texts.first(context_size), texts.after(context_size)};
    if (!is_canonical(form.context) || !is_name_text(form.text)) return nothing;
    return form;
}

u32 NameForm::write_to(Span<u8> destination) const {
    char head[texts_offset] = {version};
    for (usize i = 0; i < sizeof type.value; ++i)
        head[type_offset + i] = static_cast<char>(type.value >> (8 * i));
    head[context_size_offset] = static_cast<char>(context.size());
    head[text_size_offset] = static_cast<char>(text.size());
    TextBuffer<bytes_max> form;
    form.put(Text(head, sizeof head));
    form.put(context);
    form.put(text);
    return form.text().write_to(destination);
}

} // namespace flat::naming
