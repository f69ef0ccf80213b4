// SPDX-License-Identifier: BSD-2-Clause
// Making and ending threads and address spaces, for tasks with the privilege to.
#include <l4/thread.hpp>

namespace l4 {

SpaceLayout SpaceLayout::with_utcbs_at(Word utcbs) {
    auto const& kip = kernel_interface();
    return {Fpage::around(flat::address_of(&kip), kip.kip_area_size_log2()),
            Fpage::around(utcbs, kip.utcb_area_size_log2())};
}

Word SpaceLayout::utcb_location(unsigned index) const {
    return utcb_area.address() + index * kernel_interface().utcb_size_bytes();
}

Result<void, Error> create_space(ThreadId thread, SpaceLayout const& layout) {
    // First without a pager, which leaves the thread inactive: its space has no areas yet.
    TRY(thread_control(thread, thread, my_id(), ThreadId::nil(), same_utcb));
    TRY(space_control(thread, layout.kip_area, layout.utcb_area));
    return thread_control(thread, thread, my_id(), my_id(), layout.utcb_location(0));
}

Result<void, Error> create_thread(ThreadId thread, ThreadId space, Word utcb_location) {
    return thread_control(thread, space, my_id(), my_id(), utcb_location);
}

Result<void, IpcError> start_thread(ThreadId thread, void (*entry)(), void* stack_end) {
    // The entry finds its stack as after a call: eight bytes, the return address, off alignment.
    write_message(0, reinterpret_cast<Word>(entry), flat::address_of(stack_end) - sizeof(Word));
    TRY(send(thread));
    return {};
}

} // namespace l4
