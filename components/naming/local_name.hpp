// SPDX-License-Identifier: BSD-2-Clause
// A name in the local naming context.
#pragma once

#include <core/containers/list.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>

namespace flat::naming {

/// A text and the interface that it designates.
class LocalName : public core::Name, NonCopyable {
public:
    /// The longest text.
    static constexpr usize text_max = 47;

    /// A name with this text, of at most `text_max` characters.
    LocalName(core::NamingContext& context, Text text, Top& target);

    core::NamingContext& naming_context() override { return context_; }
    u32 to_byte(Span<u8> destination) override;
    void release() override {} // names are there to stay
    void* narrow(InterfaceId id) override;

    Text text() const { return Text(characters_, size_); }
    Top& target() const { return target_; }

    /// The name's place in its context.
    ListLink<LocalName> link;

private:
    core::NamingContext& context_;
    Top& target_;
    u8 size_;
    char characters_[text_max];
};

} // namespace flat::naming
