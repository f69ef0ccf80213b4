// SPDX-License-Identifier: BSD-2-Clause
// Messages in the name of others, and messages that others get (L4 X.2, sections 4.2 and 5.6).
#include <api/ipc.hpp>

#include <object/space.hpp>

namespace flat::api {

// A thread of a space with a redirector reaches its neighbours and the redirector's; what it sends
// to others goes to the redirector. What the kernel sends in its name does not pass here: pagers
// and handlers are chosen by whoever controls the space.
ThreadId Ipc::route(Tcb& sender, ThreadId to) {
    sender.speak_for(ThreadId::nil());
    sender.intend(ThreadId::nil());
    Tcb* const receiver = threads->find(to.raw());
    if (!receiver) return to;
    MessageTag const tag{sender.outgoing()[0]};
    if (tag.is_propagated()) {
        ThreadId const name = sender.utcb()->virtual_sender;
        Tcb* const other = threads->find(name.raw());
        if (other && other != &sender && may_speak(sender, *other, *receiver))
            sender.speak_for(name);
    }
    Space const& home = *sender.space();
    if (!home.is_redirected() || receiver->space() == &home) return to;
    Tcb* const redirector = threads->find(home.redirector().raw());
    if (redirector && redirector->space() == receiver->space()) return to;
    sender.intend(to);
    return home.redirector();
}

bool Ipc::may_speak(Tcb& sender, Tcb& virtual_sender, Tcb& receiver) {
    Space& home = *sender.space();
    return virtual_sender.space() == &home || receiver.space() == &home ||
           is_redirected_by(*virtual_sender.space(), home) ||
           is_redirected_by(*receiver.space(), home);
}

// Users can make circles; a chain without one is no longer than there are threads.
bool Ipc::is_redirected_by(Space& space, Space& home) {
    Space const* each = &space;
    for (u64 steps = 0; steps >> threads->number_bits() == 0 && each->is_redirected(); ++steps) {
        Tcb* const redirector = threads->find(each->redirector().raw());
        if (!redirector) return false;
        each = redirector->space();
        if (each == &home) return true;
    }
    return false;
}

// The receiver may have been sending to the waiting thread. That message is taken when it runs:
// here it would be the next link of a chain of any length.
void Ipc::pass_on_wait(Tcb& sender, Tcb& receiver) {
    Tcb* const waiting = threads->find(sender.speaks_for().raw());
    if (!waiting || waiting->waiting_for() != sender.id()) return;
    waiting->begin_exchange(waiting->exchange(), receiver.id(), waiting->timeouts());
    waiting->wait_for(receiver.id());
    if (!first_sender(*waiting)) return;
    waiting->stop_waiting();
    dispatcher->cancel_timeout(*waiting);
    waiting->set_hazards(hazard_working);
    dispatcher->make_ready(*waiting);
}

} // namespace flat::api
