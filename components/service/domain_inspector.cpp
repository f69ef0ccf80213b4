// SPDX-License-Identifier: BSD-2-Clause
// Tells the inspector in the kernel of the bindings of its own domain, and what they count.
#include <service/domain_inspector.hpp>

namespace flat::service {

Result<u32, InspectError> DomainInspector::tell(Question question, u32 place, Span<u8> line) {
    Telling::Line written;
    if (!telling_.tell(question, place, written)) return u32{0};
    return written.text().write_to(line);
}

} // namespace flat::service
