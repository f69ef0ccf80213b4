// SPDX-License-Identifier: BSD-2-Clause
// Memory for code that comes at run time, in one address space.
#pragma once

#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <flat/hal/user_mode.hpp>
#include <flat/memory/address_space.hpp>
#include <flat/memory/code_region.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/memory_objects.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/owned_object.hpp>

namespace flat::machine {

class CodeRegions;

/// Pages of zeros that are written first and sealed after that.
class CodeRegion final : public memory::CodeRegion, NonCopyable {
public:
    /// How often pages of one region can be sealed.
    static constexpr u32 seals_max = 8;

    struct Pages {
        u64 first;
        u64 count;
    };

    CodeRegion(CodeRegions& owner, memory::Objects& records, memory::AddressSpace& space,
               memory::OwnedObject& object, vaddr base, u64 pages)
        : owner_(&owner), records_(records), space_(space), object_(object), base_(base),
          pages_(pages) {}

    vaddr base() override { return base_; }
    Result<void, memory::MappingError> seal(u64 first_page, u64 pages, bool is_executable) override;
    void release() override;
    void* narrow(InterfaceId id) override;

private:
    friend class CodeRegions;

    bool enter();
    void leave();
    bool claim();
    void free_record();
    Result<void, memory::MappingError> note_seal(Pages sealed);

    ListLink<CodeRegion> link_;
    CodeRegions* owner_;       // null when the space is gone, and with it all but this record
    bool is_released_ = false; // while the space was going, which frees this record as well
    memory::Objects& records_;
    memory::AddressSpace& space_;
    memory::OwnedObject& object_;
    vaddr const base_;
    u64 const pages_;
    Pages seals_[seals_max] = {};
    u32 seal_count_ = 0;
};

/// The regions of one address space, which can end before those who hold them let go.
class CodeRegions : NonCopyable {
public:
    /// What regions are made from.
    struct Parts {
        memory::Objects& records;
        memory::MemoryObjects& objects;
        memory::Frames& frames;
    };

    /// Those of the kernel, or of `guest`, which stays while somebody changes one; who comes when
    /// it can be kept no more leaves the rest to `close`.
    explicit CodeRegions(hal::UserMode::Guest* guest) : guest_(guest) {}

    /// Takes memory for so many pages, as long as all regions have at most `limit` pages together.
    Result<memory::CodeRegion*, memory::MappingError>
    take(Parts const& parts, memory::AddressSpace& space, u64 pages, u64 limit);

    /// Gives all memory back before the space goes, in which nobody is any more, for the guest can
    /// be kept no more. Who holds a region still has it to release, also while this goes on.
    void close();

private:
    friend class CodeRegion;

    Result<memory::CodeRegion*, memory::MappingError> make(Parts const& parts,
                                                           memory::AddressSpace& space, u64 pages);
    bool reserve(u64 pages, u64 limit);
    void give_back(u64 pages);
    bool detach(CodeRegion& region);

    hal::UserMode::Guest* const guest_;
    IntrusiveList<CodeRegion, &CodeRegion::link_> regions_;
    u64 pages_ = 0; // of all regions, those that are being made included
};

} // namespace flat::machine
