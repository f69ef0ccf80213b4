// SPDX-License-Identifier: BSD-2-Clause
// What every kernel interface offers under <api/…>: the bases of the kernel objects and its shares.
#pragma once

#include <api/space_api.hpp>
#include <api/space_base.hpp>
#include <api/tcb_api.hpp>
#include <api/tcb_base.hpp>
#include <arch/register_frame.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>

namespace flat::contract {

/// <api/tcb_base.hpp>: what the shares of a thread control block need of each other, as virtual
/// functions without data. These are the ones that shares outside the API build on.
static_assert(requires(api::TcbBase& base, api::TcbBase const& constant) {
    { constant.is_runnable() } -> SameAs<bool>; // by the API: neither blocked nor halted
    { constant.priority() } -> SameAs<u8>;      // by the API: 255 is the highest
    { base.frame() } -> SameAs<RegisterFrame&>; // by the architecture: where it resumes
});
static_assert(__is_abstract(api::TcbBase));

/// <api/tcb_api.hpp>, <api/space_api.hpp>: the API's shares of the kernel objects.
static_assert(DerivedFrom<api::TcbApi, api::TcbBase>);
static_assert(DerivedFrom<api::SpaceApi, api::SpaceBase>);

} // namespace flat::contract
