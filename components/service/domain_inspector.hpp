// SPDX-License-Identifier: BSD-2-Clause
// Tells the inspector of the bindings of its own domain, and what they count.
#pragma once

#include <core/utility.hpp>
#include <service/domain_inspector.flat.hpp>
#include <service/inspection/telling.hpp>

namespace flat::service {

/// Makes itself known before the domain begins with its work, when all of its bindings are there,
/// and is asked from then on.
class DomainInspector : public DomainInspectorComponent, private Inspected, NonCopyable {
public:
    using DomainInspectorComponent::DomainInspectorComponent;

    void run() override;

private:
    Result<u32, InspectError> tell(Question question, u32 place, Span<u8> line) override;
    void release() override {} // it is as old as the domain

    Telling telling_{*controls};
};

} // namespace flat::service
