// SPDX-License-Identifier: BSD-2-Clause
// The share of the API in address spaces: nothing in kernels without system calls.
#pragma once

#include <api/space_base.hpp>

namespace flat::api {

class SpaceApi : public virtual SpaceBase {};

} // namespace flat::api
