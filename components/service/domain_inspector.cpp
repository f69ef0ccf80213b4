// SPDX-License-Identifier: BSD-2-Clause
// Tells the inspector of the bindings of its own domain, and what they count.
#include <service/domain_inspector.hpp>

namespace flat::service {

/// A domain does its work, too, if it is not asked.
void DomainInspector::run() {
    (void)inspections->enroll(*this);
    work->run();
}

Result<u32, InspectError> DomainInspector::tell(Question question, u32 place, Span<u8> line) {
    Telling::Line written;
    if (!telling_.tell(question, place, written)) return u32{0};
    return written.text().write_to(line);
}

} // namespace flat::service
