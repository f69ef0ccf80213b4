// SPDX-License-Identifier: BSD-2-Clause
// Loads a stage when it is made, for kernels whose entry does something else.
#pragma once

#include <core/text.hpp>
#include <extensible/loads_at_start.flat.hpp>

namespace flat::extensible {

/// The module `scaled` is a component object that provides a `Stage`. Panics when it does otherwise
/// than it should, or leaves memory behind.
class LoadsAtStart : public LoadsAtStartComponent {
public:
    LoadsAtStart(Ports const& ports, Attributes const& attributes);

private:
    u64 passed_by_loaded(u64 value);
    void refuse(Text what, Span<u8 const> file, Text names);
};

} // namespace flat::extensible
