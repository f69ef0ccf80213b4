// SPDX-License-Identifier: BSD-2-Clause
// Hello: what a kernel does that does nothing else.
#include <boot/hello.hpp>

#include <core/format.hpp>
#include <core/image/instance.hpp>

namespace flat::boot {

void Hello::run() {
    using enum log::Log::Level;
    log->write(info, Text(greeting).bytes());
    log->write(info, Text("I am made of").bytes());
    for (Instance const& each : Span<Instance const>(flat_instances, flat_instance_count)) {
        TextBuffer<80> line;
        format(line, "    {}: {}", each.name, each.component);
        log->write(info, line.text().bytes());
    }
    power->power_off(0);
}

} // namespace flat::boot
