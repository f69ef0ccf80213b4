// SPDX-License-Identifier: BSD-2-Clause
// Loads a stage when it is made, for kernels whose entry does something else.
#pragma once

#include <core/text.hpp>
#include <extensible/loads_at_start.flat.hpp>

namespace flat::extensible {

/// The module `scaled` is a component object that provides a `Stage`. Panics when it
/// cannot be loaded or bound; what is refused, and what memory is lost, it says.
class LoadsAtStart : public LoadsAtStartComponent {
public:
    LoadsAtStart(Ports const& ports, Attributes const& attributes);

private:
    u64 passed_by_loaded(u64 value);
    void refuse(Text what, Span<u8 const> file, Text names);
};

} // namespace flat::extensible
