// SPDX-License-Identifier: BSD-2-Clause
// Ports in many pieces: what one space uses up, no other lacks.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/ports.hpp>

namespace l4test {

using l4::IoFpage;
using l4::ThreadId;
using l4::Word;

namespace {

/// What the kernel lets a space have: `api::SpacePorts`.
constexpr Word pieces_max = 16;
constexpr unsigned space_count = 12;
constexpr Word stack_size = 4096;
constexpr unsigned first_name = 64; // beyond the helpers'

alignas(16) char stacks[space_count][stack_size];
Word version = 1;

void take_ports() {
    l4::touch_image();
    tell_root(0);
    l4::my_utcb().accept_mappings(l4::Fpage::complete());
    for (;;)
        static_cast<void>(l4::receive(l4::kernel_interface().root_id()).is_ok());
}

/// Passes single ports that do not touch until one is refused. Returns how many there were.
Word fill(Suite& suite, ThreadId taker) {
    for (flat::u32 count = 0;; ++count) {
        l4::write_ports(IoFpage::around(0x300 + 2 * count, 0));
        auto const sent = l4::send(taker, soon);
        if (sent.is_ok() && count < 2 * pieces_max) continue;
        suite.check_failed(sent, {l4::IpcError::Phase::send, l4::IpcError::Code::message_overflow},
                           "a port is refused to a space that has so many pieces");
        return count;
    }
}

ThreadId name_of(unsigned index) {
    return ThreadId::global(l4::my_id().number() + first_name + index, version);
}

bool start(ThreadId taker, unsigned index) {
    return l4::create_space(taker, l4::SpaceLayout::with_utcbs_at(helper_utcbs)).is_ok() &&
           l4::start_thread(taker, take_ports, stacks[index] + stack_size).is_ok() &&
           next_message().is_ok();
}

/// In how many of many spaces each has as many pieces as it may.
unsigned fill_all(Suite& suite) {
    unsigned filled = 0;
    for (unsigned i = 0; i < space_count; ++i)
        if (start(name_of(i), i) && fill(suite, name_of(i)) == pieces_max) ++filled;
    return filled;
}

bool end_all() {
    bool is_ended = true;
    for (unsigned i = 0; i < space_count; ++i)
        is_ended = l4::delete_thread(name_of(i)).is_ok() && is_ended;
    return is_ended;
}

} // namespace

void test_port_exhaustion(Suite& suite) {
    suite.check(l4::request_ports(IoFpage::complete()), "there are ports to give");
    for (unsigned round = 0; round < 2; ++round) {
        version += 2;
        suite.check(fill_all(suite) == space_count, "each of many spaces has its pieces of ports");
        Helper const helper(take_ports, Home::own_space);
        suite.check(word_from(helper) == 0 && fill(suite, helper.id()) == pieces_max,
                    "and one more has as many");
        l4::unmap(IoFpage::complete().fpage());
        suite.check(fill(suite, helper.id()) == pieces_max && fill(suite, name_of(0)) == pieces_max,
                    "all of them come back when the ports are taken back");
        suite.check(end_all(), "and the spaces end");
    }
}

} // namespace l4test
