// SPDX-License-Identifier: BSD-2-Clause
// Hardware and policy for tests of the API's components, and a machine of all of them.
#pragma once

#include <api/calls.hpp>
#include <api/dispatch.hpp>
#include <api/interface_page.hpp>
#include <api/ipc.hpp>
#include <api/spaces.hpp>
#include <api/threads.hpp>
#include <arch/page.hpp>
#include <arch/physical.hpp>
#include <core/assert.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace flat::api::testing {

/// Remembers which context would be resumed.
class FakeTrap : public hal::Trap {
public:
    Result<void, hal::TrapError> register_(u32, Handler&) override { return {}; }
    void unregister(u32) override {}
    void set_context(RegisterFrame& context) override { context_ = &context; }
    RegisterFrame& get_context() override { return *context_; }
    void resume() override { resumed = true; }

    bool resumed = false;

private:
    RegisterFrame* context_ = nullptr;
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
        void* const place = arch::physical_to_virtual(base);
        void* const got = mmap(place, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        assert(got == place);
    }
    ~FakeFrames() { munmap(arch::physical_to_virtual(base), bytes); }

    Result<paddr, memory::MemoryError> allocate(u32 order) override {
        u64 const size = arch::page_size << order;
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
    u64 free_bytes() override { return base + bytes - next_; }

    std::set<paddr> taken;
    usize limit = ~usize{0};  ///< how many blocks can be taken at the same time
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
        usize const rounded = (size + arch::line_size - 1) & ~(arch::line_size - 1);
        return address_of(std::aligned_alloc(arch::line_size, rounded));
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
        next_root_ += arch::page_size;
        roots[next_root_] = {};
        return next_root_;
    }
    void destroy_root(paddr root) override {
        assert(root != active && root != kernel_root());
        roots.erase(root);
        ++roots_left;
    }
    void activate(paddr root) override {
        assert(root == kernel_root() || roots.contains(root));
        active = root;
    }
    paddr kernel_root() override { return arch::page_size; }

    Result<void, hal::MmuError> add_mapping(paddr root, vaddr base, paddr physical, u8 size_log2,
                                            u32 rights) override {
        assert(supports(size_log2) && base % (u64{1} << size_log2) == 0);
        assert(physical % (u64{1} << size_log2) == 0);
        if (pages_left == 0) return hal::MmuError{Code::out_of_memory};
        Table& table = roots.at(root);
        auto const behind = table.lower_bound(base);
        bool const is_free = behind == table.end() || behind->first - base >= u64{1} << size_log2;
        if (!is_free || get_mapping(root, base).is_ok()) return hal::MmuError{Code::already_mapped};
        --pages_left;
        table[base] = {base, physical, size_log2, rights};
        return {};
    }
    Result<Mapping, hal::MmuError> remove_mapping(paddr root, vaddr address) override {
        Mapping const mapping = TRY(get_mapping(root, address));
        roots.at(root).erase(mapping.base);
        return mapping;
    }
    Result<Mapping, hal::MmuError> get_mapping(paddr root, vaddr address) override {
        Table const& table = roots.at(root);
        auto behind = table.upper_bound(address);
        if (behind == table.begin()) return hal::MmuError{Code::not_mapped};
        Mapping const& page = (--behind)->second;
        if ((address - page.base) >> page.size_log2 != 0) return hal::MmuError{Code::not_mapped};
        return page;
    }
    bool supports(u8 size_log2) override { return size_log2 == 12 || size_log2 == 21; }

    std::map<paddr, Table> roots{{arch::page_size, {}}};
    paddr active = arch::page_size;
    u32 roots_left = 64;
    u32 pages_left = ~0u;

private:
    paddr next_root_ = arch::page_size;
};

/// One region of user memory.
class FakeMemory : public hal::PhysicalMemory {
public:
    u32 region_count() override { return 1; }
    Region region(u32) override { return whole; }

    Region whole{0x100'0000, 0x80'0000, Kind::free};
};

/// A queue of its own, most urgent first. Lazy as the interface wants it.
class FakeScheduler : public thread::Scheduler {
public:
    void ready(Tcb& thread) override {
        if (is_queued(thread)) return;
        auto const less_urgent = std::ranges::find_if(
            queue, [&](Tcb* each) { return each->priority() < thread.priority(); });
        queue.insert(less_urgent, &thread);
    }
    void remove(Tcb& thread) override { std::erase(queue, &thread); }
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
        if (slice_is_over) yield(running);
        return slice_is_over || preempts_at_tick;
    }
    bool preempts(Tcb& candidate, Tcb& running) override {
        return !running.is_runnable() || candidate.priority() > running.priority();
    }
    bool is_queued(Tcb& thread) const { return std::ranges::find(queue, &thread) != queue.end(); }

    std::vector<Tcb*> queue;
    bool slice_is_over = false;
    bool preempts_at_tick = false;
    u32 ticks = 0;
};

/// The kernel interface page at a fixed address of every space, and UTCBs for sixteen threads.
constexpr u64 page_area = 0x2000'0000 | 12 << 4;
constexpr u64 utcb_area = 0x3000'0000 | 14 << 4;
constexpr vaddr utcbs = 0x3000'0000;

/// "Leave the UTCB where it is."
constexpr vaddr no_utcb = ~vaddr{0};

/// The identifier that tests give to the thread with this number.
constexpr ThreadId id_of(u32 number, u32 version = 1) {
    return ThreadId{number, version};
}

/// Timeouts of the IPC system call.
constexpr u64 never = 0;
constexpr u64 zero = 1 << 10;
constexpr u64 timeouts(u64 send, u64 receive) {
    return send << 16 | receive;
}

/// The API's components over hardware that is not there, with a privileged root task that runs.
struct Machine : NonCopyable {
    Machine() {
        Space& space = *spaces.create();
        space.make_privileged();
        [[maybe_unused]] bool const is_placed = spaces.configure(space, page_area, utcb_area);
        root = &threads.create(id_of(8).raw(), space, id_of(8).raw());
        root->set_priority(200);
        [[maybe_unused]] bool const is_backed = spaces.allocate_utcb(*root, utcbs);
        assert(is_placed && is_backed);
        root->clear_hazards(hazard_inactive);
        dispatch.switch_to(*root);
    }
    ~Machine() {
        for (u64 number = 63; number >= 8; --number)
            if (threads.slot(number << 32).exists()) remove(threads.slot(number << 32));
        assert(objects.count == 0 && mmu.roots.size() == 1);
    }

    /// Makes a thread current, as if its turn had come.
    void run(Tcb& thread) {
        Tcb& current = dispatch.current();
        if (&current == &thread) return;
        if (current.is_runnable()) scheduler.ready(current);
        dispatch.switch_to(thread);
    }

    /// An inactive thread of a space; the place of its UTCB goes by its number.
    Tcb& add_inactive(u32 number, Tcb& neighbour) {
        run(*root);
        vaddr const utcb = utcbs + u64{number - 8} % 16 * sizeof(Utcb);
        u64 const made = calls.thread_control(*root, id_of(number).raw(), neighbour.id().raw(),
                                              root->id().raw(), 0, utcb);
        assert(made == 1);
        return threads.slot(id_of(number).raw());
    }

    /// A thread that waits for its start message from the root task.
    Tcb& add_fresh(u32 number, Tcb& neighbour) {
        Tcb& thread = add_inactive(number, neighbour);
        u64 const activated = calls.thread_control(*root, id_of(number).raw(), neighbour.id().raw(),
                                                   0, root->id().raw(), no_utcb);
        assert(activated == 1);
        return thread;
    }

    /// A thread that can run.
    Tcb& add(u32 number, Tcb& neighbour) {
        Tcb& thread = add_fresh(number, neighbour);
        root->registers[0] = MessageTag{0, 2}.raw();
        exchange(*root, thread.id(), ThreadId::nil());
        return thread;
    }

    /// A thread that can run, in a space of its own.
    Tcb& add_space(u32 number) {
        run(*root);
        u64 const id = id_of(number).raw();
        u64 made = calls.thread_control(*root, id, id, root->id().raw(), 0, utcbs);
        made += calls.space_control(*root, id, page_area, utcb_area, 0);
        made += calls.thread_control(*root, id, id, 0, root->id().raw(), no_utcb);
        assert(made == 3);
        root->registers[0] = MessageTag{0, 2}.raw();
        exchange(*root, id_of(number), ThreadId::nil());
        return threads.slot(id);
    }

    /// The system call, as entry code makes it. Returns whether it took the short path.
    bool exchange(Tcb& thread, ThreadId to, ThreadId from, u64 timeouts = never) {
        run(thread);
        u64 const tag = thread.registers[0];
        if (Tcb* const partner = ipc.send_and_wait(thread, to.raw(), from.raw(), timeouts, tag)) {
            std::ranges::copy(thread.registers, partner->registers);
            partner->partner = thread.id().raw();
            return true;
        }
        thread.store_message();
        ipc.exchange(thread, to.raw(), from.raw(), timeouts);
        return false;
    }

    bool send(Tcb& thread, ThreadId to, u64 timeouts = never) {
        thread.registers[0] = MessageTag{0, 1}.raw();
        return exchange(thread, to, ThreadId::nil(), timeouts);
    }
    bool receive(Tcb& thread, ThreadId from, u64 timeouts = never) {
        return exchange(thread, ThreadId::nil(), from, timeouts);
    }

    /// Deletes a thread, as the root task would.
    u64 remove(Tcb& thread) {
        run(*root);
        return calls.thread_control(*root, thread.id().raw(), 0, 0, 0, no_utcb);
    }

    FakeTrap trap;
    FakeTimer timer;
    FakeFrames frames;
    FakeObjects objects;
    FakeMmu mmu;
    FakeMemory memory;
    FakeScheduler scheduler;
    InterfacePage page{{.frames = frames}, {}};
    Threads threads{{.frames = frames}, {.slots = 64, .first_number = 8}};
    Spaces spaces{{.mmu = mmu,
                   .memory = memory,
                   .frames = frames,
                   .objects = objects,
                   .interface_page = page},
                  {}};
    Dispatch dispatch{{.scheduler = scheduler, .trap = trap, .timer = timer, .mmu = mmu}, {}};
    Ipc ipc{{.threads = threads, .dispatcher = dispatch, .spaces = spaces}, {}};
    Calls calls{{.threads = threads,
                 .spaces = spaces,
                 .dispatcher = dispatch,
                 .ipc = ipc,
                 .scheduler = scheduler,
                 .fpu = {}},
                {}};
    Tcb* root;
};

/// How the last IPC of a thread ended: 0, or the error code.
inline u64 outcome(Tcb& thread) {
    bool const has_failed = thread.registers[0] == MessageTag::error().raw();
    return has_failed ? thread.utcb()->error_code : 0;
}

} // namespace flat::api::testing
