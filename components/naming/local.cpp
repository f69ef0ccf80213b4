// SPDX-License-Identifier: BSD-2-Clause
// Names for interfaces of this kernel, and their binding.
#include <naming/local.hpp>

#include <core/format.hpp>

#include <new>

namespace flat::naming {

using core::BindingError;
using core::NamingError;

namespace {

/// Begins the texts that the context makes up; nobody can ask for one.
constexpr Text made_up_prefix = "#";

} // namespace

Result<core::Name*, NamingError> Local::export_(Top& target, Span<u8 const> hint) {
    auto const names = names_.lock();
    Text text = Text::from_bytes(hint);
    if (text.starts_with(made_up_prefix) || text.size() > LocalName::text_max)
        return NamingError{NamingError::Code::invalid};
    if (names->find(text)) return NamingError{NamingError::Code::taken};
    TextBuffer<LocalName::text_max> made_up;
    if (text.is_empty()) {
        format(made_up, "{}{}", made_up_prefix, names->count);
        text = made_up.text();
    }
    if (names->count == names_max) return NamingError{NamingError::Code::full};
    auto const place = objects->allocate(sizeof(LocalName));
    if (place.is_error()) return NamingError{NamingError::Code::full};
    auto* const name = new (pointer_to<void>(place.value())) LocalName(*this, text, target);
    names->list.push_back(*name);
    ++names->count;
    return name;
}

Result<core::Name*, NamingError> Local::byte_to_name(Span<u8 const> bytes) {
    if (bytes.is_empty() || bytes.size() > LocalName::text_max)
        return NamingError{NamingError::Code::invalid};
    auto const names = names_.lock();
    LocalName* const found = names->find(Text::from_bytes(bytes));
    if (!found) return NamingError{NamingError::Code::unknown};
    return found;
}

Result<Top*, BindingError> Local::bind(core::Name& name, Span<u8 const> hint) {
    if (!hint.is_empty()) return BindingError{BindingError::Code::invalid};
    auto const names = names_.lock();
    for (LocalName& known : names->list)
        if (&known == &name) return &known.target();
    return BindingError{BindingError::Code::unbindable};
}

LocalName* Local::Names::find(Text text) const {
    for (LocalName& name : list)
        if (name.text() == text) return &name;
    return nullptr;
}

} // namespace flat::naming
