// SPDX-License-Identifier: BSD-2-Clause
// Tells the inspector in the kernel of the bindings of its own domain, and what they count.
#pragma once

#include <core/utility.hpp>
#include <service/domain_inspector.flat.hpp>
#include <service/telling.hpp>

namespace flat::service {

/// One line of an answer for each call, so that none keeps the caller for long.
class DomainInspector : public DomainInspectorComponent, NonCopyable {
public:
    using DomainInspectorComponent::DomainInspectorComponent;

    Result<u32, InspectError> tell(Question question, u32 place, Span<u8> line) override;

private:
    Telling telling_{*controls};
};

} // namespace flat::service
