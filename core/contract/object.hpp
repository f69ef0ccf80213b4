// SPDX-License-Identifier: BSD-2-Clause
// The shares that dimensions have in the kernel objects, which <object/…> composes.
#pragma once

#include <api/space_api.hpp>
#include <api/tcb_api.hpp>
#include <arch/space_arch.hpp>
#include <arch/tcb_arch.hpp>
#include <core/traits.hpp>
#include <machine/space_base.hpp>
#include <machine/tcb_base.hpp>
#include <smp/tcb_smp.hpp>

namespace flat::contract {

/// The API's shares of the thread control block and of the address space.
static_assert(DerivedFrom<api::TcbApi, machine::TcbBase>);
static_assert(DerivedFrom<api::SpaceApi, machine::SpaceBase>);

/// The architecture's.
static_assert(DerivedFrom<arch::TcbArch, machine::TcbBase>);
static_assert(DerivedFrom<arch::SpaceArch, machine::SpaceBase>);

/// The processors'.
static_assert(DerivedFrom<smp::TcbSmp, machine::TcbBase>);

} // namespace flat::contract
