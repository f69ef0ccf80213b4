// SPDX-License-Identifier: BSD-2-Clause
// Has its port bound by name to another domain's object, and unbound again.
#pragma once

#include <core/text.hpp>
#include <flat/binding/named_binding.hpp>
#include <proxies/caller.flat.hpp>

namespace flat::proxies {

/// Calls through its port alone, and panics where that leads elsewhere than it should; says in
/// round 0 what was counted.
class Caller : public CallerComponent {
public:
    using CallerComponent::CallerComponent;

    void run() override;

private:
    binding::NamedBinding& bind(Text path, Text hint);
    void refuses(Text path, Text hint, core::BindingError::Code code);
    u64 add(u64 amount);
    void is_unbound();
    u64 call_by_path();
    void call_by_form(Span<u8 const> form);
};

} // namespace flat::proxies
