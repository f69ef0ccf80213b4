// SPDX-License-Identifier: BSD-2-Clause
// Hands out the serialized name of a stage, and calls what serialized names designate.
#include <demo/names/name_desk.hpp>

#include <core/text.hpp>
#include <flat/core/name.hpp>

namespace flat::demo::names {

using core::NamingError;

NameDesk::NameDesk(Ports const& ports, Attributes const& attributes)
    : NameDeskComponent(ports, attributes) {
    core::NamingGraph& context = *graph->create(Text("desk").bytes()).value();
    name_ = context.export_(*stage, Text("stage:flat.demo.Stage@1").bytes()).value();
}

u32 NameDesk::name(Span<u8> form) {
    return name_->to_byte(form);
}

Result<u64, NamingError> NameDesk::pass(Span<u8 const> form, u64 value) {
    core::Name& name = *TRY(graph->byte_to_name(form));
    auto const target = binding->bind(name, {});
    auto* const named = target.is_ok() ? narrow_to<Stage>(*target.value()) : nullptr;
    name.release();
    if (!named) return NamingError{NamingError::Code::wrong_type};
    return named->pass(value);
}

} // namespace flat::demo::names
