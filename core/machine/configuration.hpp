// SPDX-License-Identifier: BSD-2-Clause
// Which of an image's configurations is to be constructed.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat {

/// The number of the configuration that the boot loader asks for, by the word `configuration=NAME`;
/// 0 if it asks for none. Ends the kernel with status 1 if none has that name, and says which there
/// are.
u32 choose_configuration(Span<char const* const> names);

} // namespace flat
