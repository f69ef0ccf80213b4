// SPDX-License-Identifier: BSD-2-Clause
// The memory of one process.
#pragma once

#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/utility.hpp>
#include <flat/memory/filled_object.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/private_object.hpp>
#include <flat/memory/resident_pages.hpp>
#include <mapping/frame_counts.hpp>

namespace flat::mapping {

/// Pages in groups, each a frame that may be another object's too; and what begins as a copy of
/// something else. All of it is done with interrupts disabled, in steps of a group.
class PrivateObject final : public memory::PrivateObject, NonCopyable {
public:
    using MemoryError = memory::MemoryError;
    using MappingError = memory::MappingError;

    /// What all of them use.
    struct Means {
        memory::Objects& memory;
        memory::ResidentPages& resident;
        FrameCounts& counts;
    };

    static Result<PrivateObject*, MemoryError> make(Means const& means);

    u64 pages() override;
    Result<Loan, MappingError> lend(u64 page, u32 rights) override;
    Result<memory::PrivateObject*, MemoryError> copy() override;
    Result<void, MemoryError> begin(u64 first_page, u64 pages, memory::FilledObject& source,
                                    u64 source_first, u64 bytes) override;
    Result<void, MemoryError> move(u64 first_page, u64 pages, u64 to) override;
    void forget(u64 first_page, u64 pages) override;
    void release() override;
    void* narrow(InterfaceId id) override;

private:
    /// Pages in a row; 0 stands for no frame.
    struct Group {
        static constexpr u32 pages = 16;

        u64 number_key() const { return number; }

        TreeLink<Group> link;
        u64 number = 0; // of its first page, divided by `pages`
        paddr frames[pages] = {};
    };

    /// Pages that begin as those of something else.
    struct Beginning {
        u64 last_key() const { return first + pages - 1; }

        TreeLink<Beginning> link;
        u64 first = 0;
        u64 pages = 0;
        memory::FilledObject* source = nullptr;
        u64 source_first = 0;
        u64 bytes = 0;
    };

    explicit PrivateObject(Means const& means) : means_(means) {}

    template<class T>
    Result<T*, MemoryError> make_record();
    template<class T>
    void dispose(T& record);

    Result<paddr*, MemoryError> place_of(u64 page);
    Result<Loan, MappingError> lend_first(paddr& place, u64 page);
    Result<Loan, MappingError> lend_copy(paddr& place);
    Result<u64, MappingError> fill(u8* frame, Beginning const& beginning, u64 page);
    Result<void, MemoryError> copy_into(PrivateObject& other);
    Result<void, MemoryError> make_groups(u64 first, u64 end, u64 to);
    Result<void, MemoryError> copy_beginnings(u64 first, u64 end, u64 to);
    bool forget_group(u64 first, u64 end);
    void forget_beginnings(u64 first, u64 end);

    Means means_;
    OrderedTree<Group, &Group::link, &Group::number_key> groups_;
    OrderedTree<Beginning, &Beginning::link, &Beginning::last_key> beginnings_;
};

} // namespace flat::mapping
