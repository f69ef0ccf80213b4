// SPDX-License-Identifier: BSD-2-Clause
// The share of the API in address spaces: nothing, they are those of the mapping layer.
#pragma once

#include <machine/space_base.hpp>

namespace flat::api {

class SpaceApi : public virtual machine::SpaceBase {};

} // namespace flat::api
