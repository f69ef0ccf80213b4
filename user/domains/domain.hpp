// SPDX-License-Identifier: BSD-2-Clause
// One domain: an address space, its one thread, and the memory that it gets as it touches it.
#pragma once

#include <core/elf_image.hpp>
#include <core/maybe.hpp>
#include <l4/abi/domains.hpp>
#include <l4/abi/fpage.hpp>
#include <l4/abi/map_item.hpp>
#include <l4/abi/thread_id.hpp>

namespace domains {

/// Why a thread cannot go on where it is.
struct Fault {
    l4::Word vector = 0;
    l4::Word instruction = 0;
    l4::Word address = 0;
};

/// A domain of the assembly; before `start` and after `end` it has no thread.
class Domain {
public:
    /// Makes the domain at `place` of the assembly, from 1 on, and lets it run.
    bool start(l4::DomainImage const& image, l4::Word place);

    /// Gives it up, with its address space.
    void end();

    l4::ThreadId id() const { return id_; }
    char const* name() const { return name_; }
    l4::Word place() const { return place_; }

    /// Whether it does something of its own, and is not only there for others.
    bool is_busy() const { return is_busy_; }
    void serve() { is_busy_ = false; }

    /// A page of its image or its stack, filled; nothing if there is none for such an access.
    flat::Maybe<l4::MapItem> page(l4::Word address, l4::Rights access);

    /// Sends the thread to where the domain reports faults; false if it comes from there.
    bool report(Fault const& fault);

    /// What it is to report.
    Fault const& fault() const { return fault_; }

private:
    l4::Rights rights_at(l4::Word page) const;
    void fill(l4::Word page, l4::Word frame) const;

    char const* name_ = "";
    l4::Word place_ = 0;
    flat::ElfImage image_;
    l4::ThreadId id_;
    bool is_busy_ = false;
    bool has_fault_ = false;
    Fault fault_;
};

} // namespace domains
