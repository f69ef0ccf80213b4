// SPDX-License-Identifier: BSD-2-Clause
// The domains of the assembly: which there are, who has made them, and what is granted to each.
#pragma once

#include "domain.hpp"
#include "frames.hpp"
#include "grants.hpp"

#include <core/boot_module.hpp>
#include <core/utility.hpp>
#include <l4/abi/domains.hpp>

namespace domains {

/// All domains by their places. What a domain has made goes with it.
class Domains : flat::NonCopyable {
public:
    constexpr Domains(Frames::Get get, Frames::Revoke revoke) : frames_(get, revoke) {}

    /// Makes and starts those of an assembly that no other domain makes.
    void start(l4::DomainImages const& assembly);

    bool is_anyone_busy() const;
    /// The first status that is not 0, of those that no other domain has made.
    l4::Word status() const { return first_status_; }

    /// The domain of a thread; null if it is none.
    Domain* of(l4::ThreadId thread);
    Grants grants_of(Domain const& domain) const { return {*assembly_, domain.place()}; }
    Frames& frames() { return frames_; }

    /// Ends a domain, and what it has made; whoever waits for that gets its answer.
    void end(Domain& domain, l4::Word status);
    /// Its entry has returned, and it is there for others.
    void serve(Domain& domain);

    /// Makes the one of this name for another one.
    flat::Result<l4::Word, l4::NotMade> create(Domain& maker, char const* name);
    /// What a domain has made, by its place; null if it has not.
    Domain* made_by(Domain const& maker, l4::Word place);
    /// The thread that is at a place, or comes next; nil at none.
    l4::ThreadId thread_at(l4::Word place) const;
    /// Ends it, if it has not, and forgets it.
    void release(Domain& domain);

private:
    bool is_made_by(l4::Word made, l4::Word maker) const;
    bool is_made(l4::Word place) const;
    void tell_maker(Domain& domain);

    l4::DomainImages const* assembly_ = nullptr;
    Frames frames_;
    Domain all_[flat::boot::domains_max];
    l4::Word count_ = 0;
    l4::Word first_status_ = 0;
};

} // namespace domains
