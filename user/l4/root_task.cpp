// SPDX-License-Identifier: BSD-2-Clause
// What a program asks of the root task that has started it (user/domains).
#include <l4/abi/domains.hpp>
#include <l4/ipc.hpp>
#include <l4/kdebug.hpp>
#include <l4/kip.hpp>
#include <l4/root_task.hpp>

namespace l4 {

namespace {

/// The first word of the answer; 0 if none comes.
template<class... Words>
Word ask(DomainRequest request, Words... words) {
    write_message(static_cast<Word>(request), words...);
    auto const answer = call(my_utcb().pager);
    return answer.is_ok() && answer.value().tag.untyped_words() > 0 ? message_word(0) : 0;
}

bool is_task_of_the_root() {
    return my_utcb().pager == kernel_interface().root_id();
}

} // namespace

void end(Word status) {
    if (is_task_of_the_root()) ask(DomainRequest::end, status);
    kdebug::power_off(status);
}

void serve() {
    ask(DomainRequest::serve);
}

ThreadId thread_at(Word place) {
    return ThreadId{ask(DomainRequest::threads, place)};
}

Word reserve_memory(Word pages) {
    return ask(DomainRequest::memory, pages);
}

} // namespace l4
