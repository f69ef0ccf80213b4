// SPDX-License-Identifier: BSD-2-Clause
// Memory that begins as a copy of bytes and goes on with zeros, and lives in frames alone.
#pragma once

#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/owned_object.hpp>
#include <flat/memory/resident_pages.hpp>

namespace flat::mapping {

/// Fills at once and grants everything. Nobody takes its contents over: a page that is discarded
/// begins anew.
class AnonymousObject final : public memory::OwnedObject, NonCopyable {
public:
    /// How many pages there are, and what the first bytes are copied from.
    struct Source {
        u64 pages;
        paddr base;
        u64 bytes;
    };

    /// Itself lies in memory of `memory`, which it returns there when it is released.
    AnonymousObject(memory::Objects& memory, memory::ResidentPages& resident,
                    memory::Frames& frames, Source const& source)
        : memory_(memory), resident_(resident), frames_(frames), source_(source) {}

    u64 pages() override { return source_.pages; }
    memory::Frames& frames() override { return frames_; }
    bool is_replaceable() override { return false; }
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;
    void release() override;
    void* narrow(InterfaceId id) override;

private:
    void fill_page(u64 page, void* frame) const;

    memory::Objects& memory_;
    memory::ResidentPages& resident_;
    memory::Frames& frames_;
    Source source_;
};

} // namespace flat::mapping
