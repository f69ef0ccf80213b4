// SPDX-License-Identifier: BSD-2-Clause
// Hands out the serialized name of a stage, and calls what serialized names designate.
#pragma once

#include <core/utility.hpp>
#include <demo/names/name_desk.flat.hpp>

namespace flat::demo::names {

/// Names its stage `desk/stage` when it is constructed.
class NameDesk : public NameDeskComponent, NonCopyable {
public:
    NameDesk(Ports const& ports, Attributes const& attributes);

    u32 name(Span<u8> form) override;
    Result<u64, core::NamingError> pass(Span<u8 const> form, u64 value) override;

private:
    core::Name* name_;
};

} // namespace flat::demo::names
