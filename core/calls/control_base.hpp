// SPDX-License-Identifier: BSD-2-Clause
// What the control interfaces of all kinds of bindings have in common.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/binding/control.hpp>
#include <flat/binding/controls.hpp>

namespace flat {

/// A name, a kind and a place among the controls of the domain, which know it as long as the domain
/// lives: so long it must stay. `Interface` is `binding::Control` or extends it.
template<class Interface>
class ControlBase : public Interface, NonCopyable {
public:
    u32 name(Span<u8> destination) override { return name_.write_to(destination); }
    u32 kind(Span<u8> destination) override { return kind_.write_to(destination); }
    binding::Control* previous() override { return previous_; }
    void* narrow(InterfaceId id) override {
        if (id == Interface::interface_id) return static_cast<Interface*>(this);
        if (id == binding::Control::interface_id) return static_cast<binding::Control*>(this);
        return nullptr;
    }

protected:
    /// Both texts are literals.
    ControlBase(binding::Controls& controls, Text name, Text kind)
        : name_(name), kind_(kind), previous_(controls.add(*this)) {}

private:
    Text name_;
    Text kind_;
    binding::Control* previous_;
};

} // namespace flat
