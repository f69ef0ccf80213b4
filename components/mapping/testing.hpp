// SPDX-License-Identifier: BSD-2-Clause
// Page tables and memory objects for tests of address spaces.
#pragma once

#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <flat/memory/filled_object.hpp>
#include <machine/physical.hpp>
#include <memory/testing.hpp>

#include <cstring>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

namespace flat::mapping::testing {

/// Page tables as tables of small pages, one for each root, in which every misuse fails.
class FakeMmu : public hal::Mmu, NonCopyable {
public:
    Result<paddr, hal::MmuError> create_root() override {
        if (tables_left == 0) return hal::MmuError{hal::MmuError::Code::out_of_memory};
        --tables_left;
        roots[next_root_];
        return next_root_++;
    }
    void destroy_root(paddr root) override {
        EXPECT_TRUE(roots.at(root).empty()) << "mappings are left";
        EXPECT_NE(root, active);
        roots.erase(root);
        ++tables_left;
    }
    bool prune(paddr) override { return true; }
    void activate(paddr root) override { active = root; }
    paddr kernel_root() override { return kernel; }

    Result<void, hal::MmuError> add_mapping(paddr root, vaddr base, paddr physical, u8 size_log2,
                                            u32 rights) override {
        EXPECT_EQ(base % domain::page_size, 0u);
        EXPECT_EQ(size_log2, domain::page_size_log2);
        if (adding_fails_in != 0 && --adding_fails_in == 0)
            return hal::MmuError{hal::MmuError::Code::out_of_memory};
        bool const is_new =
            roots.at(root).emplace(base, Mapping{base, physical, size_log2, rights}).second;
        if (!is_new) return hal::MmuError{hal::MmuError::Code::already_mapped};
        ++changes;
        return {};
    }
    Result<Mapping, hal::MmuError> remove_mapping(paddr root, vaddr address) override {
        auto const found = get_mapping(root, address);
        roots.at(root).erase(address / domain::page_size * domain::page_size);
        ++changes;
        return found;
    }
    Result<Mapping, hal::MmuError> get_mapping(paddr root, vaddr address) override {
        auto const& pages = roots.at(root);
        auto const found = pages.find(address / domain::page_size * domain::page_size);
        if (found == pages.end()) return hal::MmuError{hal::MmuError::Code::not_mapped};
        return found->second;
    }
    Result<void, hal::MmuError> split(paddr, vaddr) override {
        return hal::MmuError{hal::MmuError::Code::invalid};
    }
    u64 fill(paddr, vaddr, paddr, u32) override { return 0; }
    u64 place(paddr, vaddr) override { return 0; }
    u64 share(u64, paddr, vaddr, u32) override { return 0; }
    u32 reduce_at(u64, paddr, vaddr, u32) override { return 0; }
    Result<Mapping, hal::MmuError> access(paddr root, vaddr address, u32) override {
        return get_mapping(root, address);
    }
    u32 reduce(paddr, vaddr, u32) override { return 0; }
    bool supports(u8 size_log2) override { return size_log2 == domain::page_size_log2; }

    /// How many pages are mapped in all roots.
    usize mapped() const {
        usize pages = 0;
        for (auto const& [root, mappings] : roots)
            pages += mappings.size();
        return pages;
    }

    static constexpr paddr kernel = 1;
    std::map<paddr, std::map<vaddr, Mapping>> roots{{kernel, {}}};
    paddr active = kernel;
    u32 tables_left = ~0u;
    u32 adding_fails_in = 0; // 1: the next time
    u64 changes = 0;         // of page-table entries

private:
    paddr next_root_ = 2;
};

/// An object that does what a test says: fills with a number of its own for each page, at once or
/// when `end` is called.
class FakeObject : public memory::FilledObject, NonCopyable {
public:
    explicit FakeObject(u64 pages = 100) : pages_(pages) {}

    u64 pages() override { return pages_; }
    memory::Frames& frames() override { return *frames_; }
    bool is_replaceable() override { return may_be_replaced; }

    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override {
        begin(first_page, frames, transfer, granted == 0 ? rights : granted, Kind::fill);
    }
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override {
        begin(first_page, frames, transfer, granted == 0 ? rights : granted, Kind::upgrade);
    }
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override {
        begin(first_page, frames, transfer, hal::Mmu::read, Kind::clean);
    }
    void* narrow(InterfaceId id) override {
        if (id == memory::FilledObject::interface_id)
            return static_cast<memory::FilledObject*>(this);
        if (id == memory::MemoryObject::interface_id)
            return static_cast<memory::MemoryObject*>(this);
        return nullptr;
    }

    /// Ends the oldest transfer.
    void end() {
        auto const next = waiting_.front();
        waiting_.pop_front();
        finish(next);
    }
    usize waiting() const { return waiting_.size(); }
    void use(memory::Frames& frames) { frames_ = &frames; }

    bool is_late = false; // transfers wait for `end`
    bool fails = false;   // transfers fail
    bool may_be_replaced = true;
    u32 granted = 0; // when filled; 0: what is asked for
    std::map<u64, u64> contents;
    std::vector<u64> filled, upgraded, cleaned; // pages, in the order of the calls

private:
    enum class Kind { fill, upgrade, clean };

    struct Waiting {
        u64 page;
        paddr frame;
        Transfer* transfer;
        u32 rights;
        Kind kind;
    };

    void begin(u64 first, Span<u8 const> frames, Transfer& transfer, u32 rights, Kind kind) {
        for (u64 i = 0; i < frames.size() / sizeof(paddr); ++i) {
            paddr frame = 0;
            std::memcpy(&frame, frames.data() + i * sizeof(paddr), sizeof frame);
            (kind == Kind::fill    ? filled
             : kind == Kind::clean ? cleaned
                                   : upgraded)
                .push_back(first + i);
            Waiting const one{first + i, frame, &transfer, rights, kind};
            if (is_late)
                waiting_.push_back(one);
            else
                finish(one);
        }
    }
    void finish(Waiting const& one) {
        u64& word = *static_cast<u64*>(machine::physical_to_virtual(one.frame));
        if (!fails && one.kind == Kind::fill) word = contents[one.page];
        if (!fails && one.kind == Kind::clean) contents[one.page] = word;
        one.transfer->ended(one.page, 1, fails ? 0 : one.rights);
    }

    u64 pages_;
    memory::Frames* frames_ = nullptr;
    std::deque<Waiting> waiting_;
};

} // namespace flat::mapping::testing
