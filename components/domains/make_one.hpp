// SPDX-License-Identifier: BSD-2-Clause
// Makes a domain of the assembly.
#pragma once

#include <core/image/boot_module.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <flat/domain/domain_manager.hpp>

namespace flat::domains {

/// One of this image. Panics if memory does not suffice for it.
inline domain::Domain& make_one(domain::DomainManager& manager, u32 image) {
    auto const made = manager.create(Text(flat_domains[image].name).bytes());
    if (made.is_error()) panic("no memory for domain {}", flat_domains[image].name);
    return *narrow_to<domain::Domain>(*made.value());
}

} // namespace flat::domains
