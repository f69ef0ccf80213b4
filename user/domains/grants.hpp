// SPDX-License-Identifier: BSD-2-Clause
// What the assembly lets a domain use of devices.
#pragma once

#include <l4/abi/domains.hpp>
#include <l4/abi/io_fpage.hpp>

namespace domains {

/// Those of the domain at one place. The table is the kernel's, made of the assembly; what a domain
/// asks for is compared with it, and nothing else.
class Grants {
public:
    Grants(l4::DomainImages const& assembly, l4::Word place) : assembly_(assembly), place_(place) {}

    /// By number, from 0 on; no ports if there is none.
    l4::DomainGrant at(l4::Word number) const {
        for (l4::Word index = 0; index < assembly_.grant_count; ++index) {
            l4::DomainGrant const& grant = assembly_.grants()[index];
            if (grant.domain == place_ && number-- == 0) return grant;
        }
        return {place_, 0, 0, l4::DomainGrant::no_line};
    }

    /// Whether one of them has all of these ports.
    bool include(l4::IoFpage ports) const {
        if (!l4::IoFpage::is(ports.fpage()) || !ports.is_valid()) return false;
        for (l4::Word number = 0;; ++number) {
            l4::DomainGrant const grant = at(number);
            if (grant.ports == 0) return false;
            if (ports.first() >= grant.first_port && ports.last() < grant.first_port + grant.ports)
                return true;
        }
    }

    bool include_line(l4::Word line) const {
        for (l4::Word number = 0;; ++number) {
            l4::DomainGrant const grant = at(number);
            if (grant.ports == 0) return false;
            if (grant.line == line && line != l4::DomainGrant::no_line) return true;
        }
    }

private:
    l4::DomainImages const& assembly_;
    l4::Word place_;
};

} // namespace domains
