// SPDX-License-Identifier: BSD-2-Clause
// Segments of memory that processes share: how they are made, shown, and end.
#include <unix/ipc/shared_segments.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <unix/program_thread.hpp>

#include <new>

namespace flat::unix::ipc {

using domain::page_size;
using hal::Mmu;
using machine::InterruptGuard;
using Placement = ProgramMemory::Placement;

namespace {

/// How a segment is shown (SHM_…).
enum AttachFlag : u32 {
    only_reads = 010000,
    rounds_down = 020000,
    replaces = 040000,
    runs = 0100000,
};

constexpr u32 none = ~u32{0}; ///< no segment's number

/// Where a segment goes, by the flags of shmat. EINVAL.
Result<Placement, Errno> placement_of(vaddr& address, u32 flags) {
    if ((flags & rounds_down) != 0) address -= address % page_size;
    if (address % page_size != 0) return Errno::einval;
    if (address == 0)
        return (flags & replaces) == 0 ? Result<Placement, Errno>(Placement::anywhere)
                                       : Errno::einval;
    return (flags & replaces) != 0 ? Placement::fixed : Placement::fixed_if_free;
}

} // namespace

i64 SharedSegments::shmget(Task& task, i32 key, u64 bytes, u32 flags) {
    Process const& process = ProgramThread::of(task).process;
    auto const there = known(process.credentials, key, bytes, flags);
    if (there.is_error()) return failed(there.error());
    return there.value() != none ? i64{there.value()} : result_of(make(process, key, bytes, flags));
}

/// The number of the segment of a key; `none` if one is to be made. EINVAL if it is smaller.
Result<u32, Errno> SharedSegments::known(Credentials const& as, i32 key, u64 bytes, u32 flags) {
    InterruptGuard const guard;
    Segment const* const segment = TRY(all_.find_key(key, flags, as));
    if (!segment) return none;
    return bytes <= segment->bytes ? Result<u32, Errno>(segment->id) : Errno::einval;
}

/// EINVAL for no bytes or too many, ENOMEM, ENOSPC.
Result<u32, Errno> SharedSegments::make(Process const& process, i32 key, u64 bytes, u32 flags) {
    if (bytes == 0 || bytes > bytes_max) return Errno::einval;
    auto const made = SharedZeros::make({*records, *objects, *frames}, divide_up(bytes, page_size));
    SharedZeros& zeros = *TRY(made);
    auto const place = records->allocate(sizeof(Segment));
    if (place.is_error()) {
        zeros.let_go();
        return Errno::enomem;
    }
    auto& segment = *new (pointer_to<void>(place.value())) Segment(zeros, bytes);
    segment.begin(key, flags, process.credentials);
    segment.changed_s = now_s();
    segment.creator = process.id;
    bool is_added = false;
    auto const id = add(segment, process.credentials, key, flags, is_added);
    if (is_added) return id;
    zeros.let_go();
    dispose(segment);
    return id;
}

/// Makes a segment known, unless another one has its key since; the number of that which has it.
/// What is added may be gone when this returns: others can remove it at once.
Result<u32, Errno> SharedSegments::add(Segment& made, Credentials const& as, i32 key, u32 flags,
                                       bool& is_added) {
    InterruptGuard const guard;
    u32 const id = TRY(known(as, key, made.bytes, flags));
    if (id != none) return id;
    if (!all_.add(made)) return Errno::enospc;
    made.zeros.set_owner(*this);
    is_added = true;
    return made.id;
}

void SharedSegments::dispose(Segment& segment) {
    segment.~Segment();
    records->free(address_of(&segment), sizeof(Segment));
}

/// The segment of some memory; null if there is none. Interrupts are disabled.
Segment* SharedSegments::find(SharedZeros const& zeros) {
    for (u32 place = 0; place < all_.places_max; ++place)
        if (Segment* const each = all_.at(place); each && &each->zeros == &zeros) return each;
    return nullptr;
}

void SharedSegments::ending(SharedZeros& zeros) {
    Segment* segment = nullptr;
    {
        InterruptGuard const guard;
        segment = find(zeros);
        if (segment) all_.remove(*segment);
    }
    if (segment) dispose(*segment);
}

/// The memory of a segment, kept. EINVAL, EIDRM, EACCES.
Result<SharedZeros*, Errno> SharedSegments::keep(Process const& process, u32 id, u32 rights,
                                                 u64& bytes) {
    InterruptGuard const guard;
    Segment& segment = *TRY(all_.find(id));
    if (!segment.may(process.credentials, rights)) return Errno::eacces;
    if (!segment.zeros.keep_if_kept()) return Errno::eidrm;
    bytes = segment.bytes;
    return &segment.zeros;
}

/// Notes who has attached or detached a segment, and when.
void SharedSegments::note(SharedZeros const& zeros, Process const& process, bool is_attached) {
    InterruptGuard const guard;
    Segment* const segment = find(zeros);
    if (!segment) return;
    (is_attached ? segment->attached_s : segment->detached_s) = now_s();
    segment->last = process.id;
}

i64 SharedSegments::shmat(Task& task, u32 id, vaddr address, u32 flags) {
    Process const& process = ProgramThread::of(task).process;
    auto const placement = placement_of(address, flags);
    if (placement.is_error()) return failed(placement.error());
    bool const is_written = (flags & only_reads) == 0;
    bool const is_run = (flags & runs) != 0;
    u64 bytes = 0;
    auto const kept =
        keep(process, id,
             u32{reads} | (is_written ? u32{writes} : 0) | (is_run ? u32{executes} : 0), bytes);
    if (kept.is_error()) return failed(kept.error());
    SharedZeros& zeros = *kept.value();
    u64 const pages = divide_up(bytes, page_size);
    ProgramMemory::Range range{address, pages,
                               u32{Mmu::read} | (is_written ? u32{Mmu::write} : 0) |
                                   (is_run ? u32{Mmu::execute} : 0)};
    if (!is_written) range.rights_max = u32{Mmu::read} | u32{Mmu::execute};
    bool const is_range = address <= machine::user_end - pages * page_size;
    auto const shown = is_range ? process.memory->map_zeros(zeros, range, placement.value())
                                : Result<vaddr, Errno>(Errno::einval);
    if (shown.is_ok()) note(zeros, process, true);
    zeros.let_go();
    bool const is_taken = shown.is_error() && shown.error() == Errno::eexist;
    return is_taken ? failed(Errno::einval) : result_of(shown);
}

i64 SharedSegments::shmdt(Task& task, vaddr address) {
    Process const& process = ProgramThread::of(task).process;
    auto const zeros = process.memory->unmap_zeros(address);
    if (zeros.is_error()) return failed(zeros.error());
    note(*zeros.value(), process, false);
    zeros.value()->let_go();
    return 0;
}

} // namespace flat::unix::ipc
