// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: system calls with any words, of threads whose UTCBs hold any words, over
// hardware that is not there. Assertions, sanitizers, the tree of mappings and what is left at the
// end judge.
#include <api/checked_spaces.hpp>
#include <api/testing.hpp>

#include <cstdint>
#include <cstring>

using namespace flat;
using namespace flat::api;
using namespace flat::api::testing;

namespace {

constexpr u32 first_number = 9;
constexpr u32 worker_count = 5;
constexpr vaddr arena = 0x5000'0000;
constexpr u32 arena_log2 = 16;
constexpr paddr user_frames = 0x100'0000;
constexpr u64 user_bytes = 0x80'0000;

void expect(bool holds) {
    if (!holds) std::abort();
}

/// What the input says next; zeros at its end.
class Choices {
public:
    Choices(std::uint8_t const* data, std::size_t size) : next_(data), end_(data + size) {}

    bool are_over() const { return next_ == end_; }
    u32 byte() { return are_over() ? 0 : *next_++; }
    u32 below(u32 limit) { return byte() % limit; }
    u64 raw() {
        u64 word = 0;
        for (u32 i = 0; i < sizeof word; ++i)
            word = word << 8 | byte();
        return word;
    }

private:
    std::uint8_t const* next_;
    std::uint8_t const* end_;
};

/// A privileged root task, which is sigma0, too, and workers in three spaces that may do less.
class Fuzzed {
public:
    explicit Fuzzed(Choices& choices) : choices_(choices) {
        machine_.root->space()->make_physical();
        for (u32 i = 0; i < worker_count; ++i)
            revive(i);
    }
    ~Fuzzed() { finish(); }

    void step();

private:
    Tcb& slot(u32 i) { return machine_.threads.slot(id_of(first_number + i).raw()); }
    bool can_call(Tcb& thread) {
        bool const is_active = thread.exists() && (thread.hazards() & hazard_inactive) == 0;
        return is_active && thread.is_runnable() && (thread.hazards() & hazard_working) == 0;
    }

    u64 any_thread();
    u64 any_fpage();
    u64 any_item();
    u64 any_word();
    void write_utcb(Tcb& thread);
    void write_message(Tcb& thread);
    void call(Tcb& thread);
    void exchange(Tcb& thread);
    void control();
    void revive(u32 i);
    void work();
    void finish();

    Choices& choices_;
    Machine machine_;
    CheckedSpaces checked_{{.whole = machine_.spaces, .mmu = machine_.mmu}, {}};
    u32 versions_ = 0;
};

u64 Fuzzed::any_thread() {
    u32 const choice = choices_.below(16);
    if (choice < worker_count) return slot(choice).id().raw();
    if (choice < 2 * worker_count) return slot(choice - worker_count).local_id();
    if (choice == 10) return machine_.root->id().raw();
    if (choice == 11) return ThreadId::any().raw();
    if (choice == 12) return ThreadId::any_local().raw();
    if (choice == 13) return 0;
    return choice == 14 ? id_of(choices_.below(64)).raw() : choices_.raw();
}

u64 Fuzzed::any_fpage() {
    u32 const choice = choices_.below(8);
    if (choice == 0) return IoFpage::around(choices_.byte(), choices_.below(17)).raw();
    if (choice == 1) return Fpage::complete(Rights::all).raw();
    vaddr const place = arena + (u64{choices_.below(32)} << 12);
    auto const rights = static_cast<Rights>(choices_.below(8));
    return Fpage::around(place, 12 + choices_.below(choice == 2 ? 36 : 5), rights).raw();
}

u64 Fuzzed::any_item() {
    u32 const choice = choices_.below(4);
    u64 const place = arena + (u64{choices_.byte()} << 10);
    if (choice == 0) return TypedItem::grant(place).raw();
    if (choice == 1) return StringHeader::of(u64{choices_.byte()} * 41).raw();
    return TypedItem::map(place).raw();
}

u64 Fuzzed::any_word() {
    switch (choices_.below(8)) {
    case 0:
        return choices_.raw();
    case 1:
        return ~u64{0};
    case 2:
        return any_thread();
    case 3:
        return any_fpage();
    case 4:
        return any_item();
    case 5:
        return choices_.byte();
    case 6:
        return 0xffff'8000'0000'0000 | choices_.raw() >> 16;
    default:
        return arena + u64{choices_.byte()} * 257;
    }
}

void Fuzzed::write_utcb(Tcb& thread) {
    auto* const words = reinterpret_cast<u64*>(thread.utcb());
    words[choices_.byte() % (sizeof(Utcb) / sizeof(u64))] = any_word();
}

void Fuzzed::write_message(Tcb& thread) {
    u32 const untyped = choices_.below(16);
    u32 const items = choices_.below(6);
    thread.registers[0] = MessageTag{choices_.byte(), untyped, 2 * items}.raw();
    if (choices_.below(16) == 0) thread.registers[0] = choices_.raw();
    auto word = [&](u32 i) -> u64& {
        return i < Tcb::register_words ? thread.registers[i] : thread.utcb()->message_registers[i];
    };
    for (u32 i = 0; i < items; ++i) {
        word(untyped + 2 * i + 1) = any_item();
        word(untyped + 2 * i + 2) = choices_.below(4) == 0 ? any_word() : any_fpage();
    }
    if (choices_.below(4) == 0) return;
    Utcb& utcb = *thread.utcb();
    utcb.accept_strings(Fpage{choices_.below(2) == 0 ? Fpage::complete().raw() : any_fpage()});
    utcb.buffer_register(1) = StringHeader::of(u64{choices_.byte()} * 41).raw();
    utcb.buffer_register(2) = arena + u64{choices_.byte()} * 257;
}

void Fuzzed::call(Tcb& thread) {
    Calls& calls = machine_.calls;
    machine_.run(thread);
    switch (choices_.below(10)) {
    case 0:
        calls.exchange_registers(
            thread, any_thread(),
            {any_word() & 0x1ff, any_word(), any_word(), any_word(), any_word(), any_thread()});
        return;
    case 1:
        calls.schedule(thread, any_thread(), {any_word(), any_word(), any_word(), any_word()});
        return;
    case 2:
        return calls.thread_switch(thread, any_thread());
    case 3:
    case 4:
        if (calls.unmap_page(thread, any_word() & 0x7f, any_fpage()) == 0) {
            thread.utcb()->message_registers[0] = any_fpage();
            calls.unmap(thread, choices_.byte() & 0x43);
        }
        return;
    case 5:
        // It has faulted: whoever its UTCB names is asked.
        machine_.ipc.report(thread, thread.utcb()->pager.raw(), any_word(), any_word(), 0);
        return;
    case 6:
        calls.thread_control(thread, any_thread(), any_thread(), any_thread(), any_thread(),
                             any_word());
        return;
    default:
        write_message(thread);
        exchange(thread);
    }
}

/// Mostly with whoever can be met; for ever, or not at all, or for some time.
void Fuzzed::exchange(Tcb& thread) {
    u64 const partner = slot(choices_.below(worker_count)).id().raw();
    u32 const choice = choices_.below(8);
    u64 const to = choice < 3 ? 0 : choice < 7 ? partner : any_thread();
    u32 const phase = choices_.below(8);
    u64 const from = phase < 4 ? ThreadId::any().raw() : phase < 6 ? partner : any_thread();
    u32 const patience = choices_.below(4);
    u64 const some = patience == 0 ? choices_.raw() & 0xffff'ffff : timeouts(zero, never);
    machine_.exchange(thread, ThreadId{to}, ThreadId{from}, patience < 3 ? some : never);
}

/// What the root task does with workers; it leaves itself alone.
void Fuzzed::control() {
    Tcb& root = *machine_.root;
    u64 const thread = any_thread();
    u64 const space = any_thread();
    bool const is_own = ThreadId{thread}.number() == root.id().number() || space == root.id().raw();
    if (is_own || !can_call(root)) return;
    machine_.run(root);
    u32 const choice = choices_.below(8);
    if (choice == 0) {
        machine_.calls.memory_control(root, choices_.below(4),
                                      {any_word(), any_word(), any_word(), any_word()});
        return;
    }
    if (choice < 3) {
        machine_.calls.space_control(root, thread, any_fpage(), any_fpage(), any_thread());
        return;
    }
    u64 const scheduler = any_thread();
    u64 const pager = any_thread();
    vaddr const utcb = choices_.below(2) == 0 ? same_utcb : utcbs + choices_.below(16) * u64{1024};
    do {
        root.frame().set_instruction_pointer(0);
        machine_.calls.thread_control(root, thread, space, scheduler, pager, utcb);
    } while (root.frame().instruction_pointer() == abi::repeated_call);
}

/// Makes a worker whose name nobody has; 0 and 1 live together.
void Fuzzed::revive(u32 i) {
    Tcb& root = *machine_.root;
    bool const can_make = can_call(root) && !root.is_waiting() && !root.is_sending();
    if (slot(i).exists() || !can_make) return;
    versions_ = versions_ % 62 + 1;
    bool const joins = i == 1 && slot(0).exists() && slot(0).space()->is_configured() &&
                       slot(0).utcb_address() == utcbs;
    if (joins) return;
    Tcb& thread = machine_.add_space(first_number + i, versions_);
    u64 const memory = user_frames + (u64{i} << arena_log2);
    machine_.give(thread, arena, Fpage::around(memory, arena_log2, Rights::all));
    machine_.give(thread, 0, IoFpage::around(u64{i} << 6, 6).fpage());
    if (i != 0 || slot(1).exists()) return;
    versions_ = versions_ % 62 + 1;
    machine_.add(first_number + 1, thread, versions_);
}

/// The kernel works for whoever runs, which ends.
void Fuzzed::work() {
    for (u32 left = 20'000;; --left) {
        Tcb& current = machine_.dispatch.current();
        if (!current.is_runnable() || (current.hazards() & hazard_working) == 0) return;
        expect(left > 0);
        machine_.dispatch.work();
    }
}

void Fuzzed::step() {
    u32 const choice = choices_.below(16);
    u32 const index = choices_.below(worker_count + 1);
    Tcb& thread = index < worker_count ? slot(index) : *machine_.root;
    bool const is_active = thread.exists() && (thread.hazards() & hazard_inactive) == 0;
    if (choice == 0)
        machine_.timer.pass(1 + choices_.byte() * 16);
    else if (choice == 1)
        control();
    else if (choice == 2 && index < worker_count)
        revive(index);
    else if (choice < 6 && is_active)
        write_utcb(thread);
    else if (can_call(thread) && &thread != machine_.root)
        call(thread);
    else if (is_active && thread.is_runnable())
        machine_.run(thread); // which lets it go on with what it waits for
    work();
}

void Fuzzed::finish() {
    Tcb& root = *machine_.root;
    machine_.ipc.unwind(root, u32(IpcError::Code::cancelled));
    machine_.run(root);
    work();
    while (!machine_.spaces.make_room()) {
    }
    for (u32 i = 0; i < worker_count; ++i)
        if (slot(i).exists()) checked_.check(*slot(i).space());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static void* const memory =
        mmap(machine::physical_to_virtual(user_frames), user_bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    expect(memory == machine::physical_to_virtual(user_frames));
    Choices choices(data, size);
    Fuzzed fuzzed(choices);
    while (!choices.are_over())
        fuzzed.step();
    return 0;
}
