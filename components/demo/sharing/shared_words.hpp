// SPDX-License-Identifier: BSD-2-Clause
// Words of a memory object, accessed through an address space as a program accesses them.
#pragma once

#include <core/utility.hpp>
#include <flat/hal/mmu.hpp>
#include <flat/memory/filled_object.hpp>
#include <flat/memory/user_space_manager.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat::demo::sharing {

/// What a processor does in user mode, made by threads of the kernel: an access goes where the page
/// tables lead, if they allow it; else it is a page fault, which is resolved, and the access is
/// tried again. Nothing happens between a look at the tables and the access.
class SharedWords : NonCopyable {
public:
    struct Means {
        memory::UserSpaceManager& spaces;
        hal::Mmu& mmu;
        thread::ThreadManager& threads;
    };

    /// Shows all of an object; panics without memory.
    SharedWords(Means const& means, memory::FilledObject& object);

    /// FALSE if the page cannot be had, now.
    bool load(u64 page, u32 place, u64& word);
    bool store(u64 page, u32 place, u64 word);

    /// How many accesses were page faults.
    u64 faults() const { return faults_; }

    /// The address that it is shown at, and the space.
    vaddr base() const { return base_; }
    memory::UserSpace& space() { return *space_; }

private:
    template<class Access>
    bool access(u64 page, u32 place, u32 rights, Access const& access);
    template<class Access>
    bool access_mapped(vaddr address, u32 rights, Access const& access);

    Means means_;
    memory::UserSpace* space_;
    vaddr base_;
    u64 faults_ = 0;
};

} // namespace flat::demo::sharing
