// SPDX-License-Identifier: BSD-2-Clause
// Hardware, memory and policy for tests of an API's components: all of it a test can look into.
#pragma once

#include <core/assert.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/interrupts.hpp>
#include <flat/hal/mmu.hpp>
#include <flat/hal/physical_memory.hpp>
#include <flat/hal/port_gate.hpp>
#include <flat/hal/timer.hpp>
#include <flat/hal/trap.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/objects.hpp>
#include <flat/thread/scheduler.hpp>
#include <flat/thread/time_slices.hpp>
#include <machine/physical.hpp>
#include <object/tcb.hpp>

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <map>
#include <ranges>
#include <set>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace flat::abi::testing {

/// Remembers which context would be resumed.
class FakeTrap : public hal::Trap {
public:
    Result<void, hal::TrapError> register_(u32, Handler&) override { return {}; }
    Result<void, hal::TrapError> register_brief(u32, BriefHandler&) override { return {}; }
    void unregister(u32) override {}
    void set_context(RegisterFrame& context) override { context_ = &context; }
    RegisterFrame& get_context() override { return *context_; }
    void switch_context(RegisterFrame&, RegisterFrame& to) override { context_ = &to; }
    void complete(RegisterFrame&) override {}
    void resume() override { resumed = true; }

    bool resumed = false;

private:
    RegisterFrame* context_ = nullptr;
};

/// A controller of four lines, the last of which interrupts for as long as its signal lasts.
class FakeInterrupts : public hal::Interrupts {
public:
    static constexpr u32 line_count = 4;
    static constexpr u32 level_line = 3;

    Result<void, hal::TrapError> connect(u32 line, hal::Trap::BriefHandler& handler) override {
        if (line >= line_count) return hal::TrapError{hal::TrapError::Code::no_such_vector};
        if (handlers[line]) return hal::TrapError{hal::TrapError::Code::taken};
        handlers[line] = &handler;
        is_unmasked[line] = false;
        return {};
    }
    void disconnect(u32 line) override {
        handlers[line] = nullptr;
        is_unmasked[line] = false;
    }
    void unmask(u32 line) override { is_unmasked[line] = true; }
    void mask(u32 line) override { is_unmasked[line] = false; }
    void acknowledge(u32) override { ++acknowledged; }
    bool is_level(u32 line) override { return line == level_line; }

    /// The line's signal begins. Returns whether the processor learns of it.
    bool raise(u32 line) {
        bool const arrives = handlers[line] && is_unmasked[line];
        if (arrives) handlers[line]->handle(line);
        return arrives;
    }

    hal::Trap::BriefHandler* handlers[line_count] = {};
    bool is_unmasked[line_count] = {};
    u32 acknowledged = 0;
};

/// Ports by number; whoever runs may use them, as far as a test asks.
class FakePortGate : public hal::PortGate {
public:
    void clear() override { set.reset(); }
    void add(u32 first, u32 last) override {
        for (u32 port = first; port <= last; ++port)
            set.set(port);
    }
    bool holds(u32 first, u32 last) override {
        for (u32 port = first; port <= last; ++port)
            if (!set[port]) return false;
        return true;
    }
    void open() override { is_open_ = true; }
    void close() override { is_open_ = false; }
    bool is_open() override { return is_open_; }

    std::bitset<0x10000> set;

private:
    bool is_open_ = false;
};

/// A clock that stands still unless a test moves it.
class FakeTimer : public hal::Timer {
public:
    u64 now_ns() override { return now_us * 1000; }
    void start(u64 period, Tick& tick) override {
        period_ns = period;
        tick_ = &tick;
    }
    void stop() override { tick_ = nullptr; }

    /// Time passes; then the timer interrupts once.
    void pass(u64 us) {
        now_us += us;
        tick_->tick();
    }

    u64 now_us = 0;
    u64 period_ns = 0;

private:
    Tick* tick_ = nullptr;
};

/// Frames in the direct map, all of them different; counts them, and forbids to free others.
class FakeFrames : public memory::Frames, NonCopyable {
public:
    FakeFrames() {
        void* const place = machine::physical_to_virtual(base);
        void* const got = mmap(place, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        assert(got == place);
    }
    ~FakeFrames() { munmap(machine::physical_to_virtual(base), bytes); }

    Result<paddr, memory::MemoryError> allocate(u32 order) override {
        u64 const size = domain::page_size << order;
        if (taken.size() >= limit || next_ + size > base + bytes)
            return memory::MemoryError{memory::MemoryError::Code::out_of_memory};
        paddr const frame = hand_out_again ? std::exchange(hand_out_again, 0) : next_;
        if (frame == next_) next_ += size;
        taken.insert(frame);
        return frame;
    }
    void free(paddr frame, u32) override {
        [[maybe_unused]] bool const was_taken = taken.erase(frame) == 1;
        assert(was_taken);
    }
    Result<void, memory::MemoryError> reserve(paddr, u64) override {
        return memory::MemoryError{memory::MemoryError::Code::invalid};
    }
    u64 free_bytes() override { return bytes - taken.size() * domain::page_size - lost_bytes; }

    std::set<paddr> taken;
    usize limit = ~usize{0};  ///< how many blocks can be taken at the same time
    u64 lost_bytes = 0;       ///< so many less are free
    paddr hand_out_again = 0; ///< the next frame, instead of a new one

private:
    static constexpr paddr base = 0x4000'0000;
    static constexpr u64 bytes = 16 << 20;
    paddr next_ = base;
};

/// Kernel objects from the host's heap, where the sanitizer sees them.
class FakeObjects : public memory::Objects {
public:
    Result<vaddr, memory::MemoryError> allocate(usize size) override {
        if (count == limit) return memory::MemoryError{memory::MemoryError::Code::out_of_memory};
        ++count;
        usize const rounded = (size + domain::line_size - 1) & ~(domain::line_size - 1);
        return address_of(std::aligned_alloc(domain::line_size, rounded));
    }
    void free(vaddr address, usize) override {
        --count;
        std::free(pointer_to<void>(address));
    }

    usize count = 0;
    usize limit = ~usize{0};
};

/// Translations as tables of pages, one for each root; all that is asked of it must make sense.
class FakeMmu : public hal::Mmu {
public:
    using Code = hal::MmuError::Code;
    using Table = std::map<vaddr, Mapping>;

    Result<paddr, hal::MmuError> create_root() override {
        if (roots_left == 0) return hal::MmuError{Code::out_of_memory};
        --roots_left;
        next_root_ += domain::page_size;
        roots[next_root_] = {};
        return next_root_;
    }
    void destroy_root(paddr root) override {
        assert(root != active && root != kernel_root());
        roots.erase(root);
        ++roots_left;
        for (paddr const table : std::exchange(table_frames_[root], {}) | std::views::values)
            tables->free(table, 0);
    }
    bool prune(paddr root) override {
        assert(root != active && root != kernel_root());
        auto& of_root = table_frames_[root];
        if (of_root.empty()) return true;
        tables->free(of_root.begin()->second, 0);
        of_root.erase(of_root.begin());
        return false;
    }
    void activate(paddr root) override {
        assert(root == kernel_root() || roots.contains(root));
        active = root;
    }
    paddr kernel_root() override { return domain::page_size; }

    Result<void, hal::MmuError> add_mapping(paddr root, vaddr base, paddr physical, u8 size_log2,
                                            u32 rights) override {
        assert(supports(size_log2) && base % (u64{1} << size_log2) == 0);
        assert(physical % (u64{1} << size_log2) == 0);
        if (pages_left == 0) return hal::MmuError{Code::out_of_memory};
        Table& table = roots.at(root);
        auto const next = table.lower_bound(base);
        bool const is_free = next == table.end() || next->first - base >= u64{1} << size_log2;
        if (!is_free || get_mapping(root, base).is_ok()) return hal::MmuError{Code::already_mapped};
        if (tables && size_log2 == 12 && !add_table(root, base))
            return hal::MmuError{Code::out_of_memory};
        --pages_left;
        table[base] = {base, physical, size_log2, rights & ~u32{noted}};
        without_rights_.erase({root, base});
        accesses.erase({root, base});
        return {};
    }
    Result<Mapping, hal::MmuError> remove_mapping(paddr root, vaddr address) override {
        Mapping const mapping = TRY(get_mapping(root, address));
        roots.at(root).erase(mapping.base);
        return mapping;
    }
    Result<Mapping, hal::MmuError> get_mapping(paddr root, vaddr address) override {
        Table const& table = roots.at(root);
        auto next = table.upper_bound(address);
        if (next == table.begin()) return hal::MmuError{Code::not_mapped};
        Mapping const& page = (--next)->second;
        if ((address - page.base) >> page.size_log2 != 0) return hal::MmuError{Code::not_mapped};
        return page;
    }
    Result<void, hal::MmuError> split(paddr root, vaddr address) override {
        Mapping const page = TRY(get_mapping(root, address));
        assert(page.size_log2 == 21);
        if (tables && !add_table(root, page.base)) return hal::MmuError{Code::out_of_memory};
        Table& table = roots.at(root);
        table.erase(page.base);
        for (u64 offset = 0; offset < 1 << 21; offset += domain::page_size)
            table[page.base + offset] = {page.base + offset, page.physical + offset, 12,
                                         page.rights};
        return {};
    }
    u64 fill(paddr root, vaddr base, paddr physical, u32 rights) override {
        bool const is_filled =
            has_small_pages(root, base) &&
            add_mapping(root, base, physical, domain::page_size_log2, rights | user).is_ok();
        return is_filled ? place(root, base) : 0;
    }
    u64 place(paddr root, vaddr base) override {
        auto const page = get_mapping(root, base);
        if (page.is_error() || page.value().size_log2 != domain::page_size_log2) return 0;
        places_.push_back({root, base});
        return places_.size();
    }
    u64 share(u64 source, paddr root, vaddr base, u32 withheld) override {
        auto const page = page_that_is_at(source);
        u32 const rights = page ? page->rights & ~withheld : 0;
        bool const is_shared =
            (rights & (read | write | execute)) != 0 && has_small_pages(root, base) &&
            add_mapping(root, base, page->physical, domain::page_size_log2, rights).is_ok();
        return is_shared ? place(root, base) : 0;
    }
    u32 reduce_at(u64 place, paddr root, vaddr base, u32 revoked) override {
        assert((places_.at(place - 1) == std::pair(root, base)));
        return page_that_is_at(place) ? reduce(root, base, revoked) : 0;
    }
    Result<Mapping, hal::MmuError> access(paddr root, vaddr address, u32 rights) override {
        Mapping const page = TRY(get_mapping(root, address));
        if ((page.rights & rights) != rights) return hal::MmuError{Code::not_mapped};
        accesses[{root, page.base}] |= rights & (read | write | execute);
        return page;
    }
    u32 reduce(paddr root, vaddr address, u32 revoked) override {
        auto const page = get_mapping(root, address);
        if (page.is_error()) return 0;
        u32& rights = roots.at(root).at(page.value().base).rights;
        rights = revoked & read ? 0 : rights & ~revoked;
        if ((rights & (read | write | execute)) == 0) {
            if (!(revoked & read)) without_rights_.insert({root, page.value().base});
            roots.at(root).erase(page.value().base);
        }
        return std::exchange(accesses[{root, page.value().base}], 0);
    }
    bool supports(u8 size_log2) override { return size_log2 == 12 || size_log2 == 21; }

    std::map<paddr, Table> roots{{domain::page_size, {}}};
    std::map<std::pair<paddr, vaddr>, u32> accesses; ///< by root and page: what a test says it saw
    paddr active = domain::page_size;
    u32 roots_left = 64;
    u32 pages_left = ~0u;
    memory::Frames* tables = nullptr; ///< where a frame for each 2 MiB comes from, if from anywhere

private:
    /// A place means nothing any more when its page has been taken; nothing is there that has lost
    /// all rights but to read, which it never had, as no hardware has it.
    Maybe<Mapping> page_that_is_at(u64 place) {
        auto const [root, base] = places_.at(place - 1);
        if (without_rights_.contains({root, base})) return nothing;
        auto const page = get_mapping(root, base);
        assert(page.is_ok() && page.value().size_log2 == domain::page_size_log2);
        return page.value();
    }

    /// Whether one is beside the page, for which there is a table then.
    bool has_small_pages(paddr root, vaddr base) {
        Table const& table = roots.at(root);
        auto const first = table.lower_bound(base >> 21 << 21);
        return first != table.end() && first->first >> 21 == base >> 21 &&
               first->second.size_log2 == domain::page_size_log2;
    }

    bool add_table(paddr root, vaddr base) {
        auto& of_root = table_frames_[root];
        if (of_root.contains(base >> 21)) return true;
        auto const frame = tables->allocate(0);
        if (frame.is_error()) return false;
        of_root[base >> 21] = frame.value();
        return true;
    }

    std::map<paddr, std::map<vaddr, paddr>> table_frames_;
    std::set<std::pair<paddr, vaddr>> without_rights_;
    std::vector<std::pair<paddr, vaddr>> places_; // by number, from 1 on
    paddr next_root_ = domain::page_size;
};

/// One region of user memory.
class FakeMemory : public hal::PhysicalMemory {
public:
    u32 region_count() override { return 1; }
    Region region(u32) override { return whole; }

    Region whole{0x100'0000, 0x80'0000, Kind::free};
};

/// A queue of its own, most urgent first. Lazy as the interface wants it.
class FakeScheduler : public thread::Scheduler, public thread::TimeSlices {
public:
    void ready(Tcb& thread) override {
        if (is_queued(thread)) return;
        auto const less_urgent = std::ranges::find_if(
            queue, [&](Tcb* each) { return each->priority() < thread.priority(); });
        queue.insert(less_urgent, &thread);
    }
    void remove(Tcb& thread) override { std::erase(queue, &thread); }
    void set_slice(Tcb& thread, u32 ticks) override {
        slices[&thread] = ticks == usual ? 10 : ticks;
    }
    u32 ticks_left(Tcb& thread) override { return slices[&thread]; }
    Tcb* next() override {
        std::erase_if(queue, [](Tcb* each) { return !each->is_runnable(); });
        return queue.empty() ? nullptr : queue.front();
    }
    void yield(Tcb& thread) override {
        remove(thread);
        ready(thread);
    }
    bool tick(Tcb& running) override {
        ++ticks;
        --slices[&running];
        if (slice_is_over) yield(running);
        return slice_is_over || preempts_at_tick;
    }
    bool preempts(Tcb& candidate, Tcb& running) override {
        return !running.is_runnable() || candidate.priority() > running.priority();
    }
    bool is_queued(Tcb& thread) const { return std::ranges::find(queue, &thread) != queue.end(); }

    std::vector<Tcb*> queue;
    std::map<Tcb*, u32> slices;
    bool slice_is_over = false;
    bool preempts_at_tick = false;
    u32 ticks = 0;
};

} // namespace flat::abi::testing
