// SPDX-License-Identifier: BSD-2-Clause
// The root task: starts drivers and their client, each in an address space of its own, and gives
// each the program, its own memory, and the ports of its device.
#include "tasks.hpp"

#include <core/utility.hpp>
#include <l4/interrupts.hpp>
#include <l4/ports.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>
#include <l4/thread.hpp>

namespace l4drivers {

using l4::Fpage;
using l4::IoFpage;
using l4::MapItem;
using l4::Rights;
using l4::Word;

namespace {

constexpr Word utcbs = 0x8000'0000;
constexpr unsigned page_size_log2 = 12;

bool start(Task task) {
    Plan const& plan = plan_of(task);
    auto const id = id_of(task);
    if (l4::create_space(id, l4::SpaceLayout::with_utcbs_at(utcbs)).is_error()) return false;
    if (plan.has_interrupt && l4::handle_interrupts(plan.interrupt, id).is_error()) return false;
    return l4::start_thread(id, plan.body, plan.memory->stack + sizeof plan.memory->stack).is_ok();
}

/// The page of a fault, which is writable if it is the task's own; false if it may have none there.
bool serve_page(Task task, Word address, Rights access) {
    bool const is_own = address - flat::address_of(plan_of(task).memory) < sizeof(OwnMemory);
    Rights const rights = is_own ? Rights::read_write : Rights::read_execute;
    bool const may = (access & rights) == access;
    if (!may || !l4::image_contains(address)) return false;
    auto const page = Fpage::around(address, page_size_log2, rights);
    l4::write_mapping(MapItem(page, page.address()));
    return true;
}

bool serve_ports(Task task, IoFpage asked) {
    Plan const& plan = plan_of(task);
    bool const may =
        plan.has_ports && asked.first() >= plan.ports.first() && asked.last() <= plan.ports.last();
    if (may) l4::write_ports(plan.ports);
    return may;
}

/// Leaves the answer in the message registers; false: the task ends.
bool answer(Task task, l4::MessageTag tag) {
    Word const what = l4::message_word(0);
    if (l4::PortFault::is(tag)) {
        if (serve_ports(task, IoFpage(what))) return true;
        l4::print("{}: port {x} is not its own\n", plan_of(task).name, IoFpage(what).first());
        return false;
    }
    if (!l4::PageFault::is(tag)) return false;
    if (serve_page(task, what, l4::PageFault::access(tag))) return true;
    l4::print("{}: there is nothing for it at {x}\n", plan_of(task).name, what);
    return false;
}

/// Serves all tasks until the client has ended.
void serve() {
    auto received = l4::wait();
    while (received.is_ok()) {
        auto const from = received.value().from;
        Task const task = static_cast<Task>(from.number() - id_of(Task::console).number());
        if (answer(task, received.value().tag)) {
            received = l4::reply_and_wait(from);
            continue;
        }
        static_cast<void>(l4::delete_thread(from).is_ok());
        if (task == Task::client) return;
        received = l4::wait();
    }
}

} // namespace
} // namespace l4drivers

flat::u64 l4::program() {
    using namespace l4drivers;
    touch_image();
    if (!request_ports(IoFpage::complete())) print("there are no ports\n");
    for (unsigned place = 0; place < task_count; ++place)
        if (!start(static_cast<Task>(place))) print("task {} does not start\n", place);
    serve();
    return 0;
}
