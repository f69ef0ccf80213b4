// SPDX-License-Identifier: BSD-2-Clause
// Processes and the system as files.
#include <fs/proc/proc_files.hpp>

namespace flat::fs::proc {

ProcFiles::ProcFiles(Ports const& ports, Attributes const& attributes)
    : ProcFilesComponent(ports, attributes),
      volume_({*objects, *pages, *frames, *threads, clock ? &*clock : nullptr}, *this) {}

ShownPath ProcFiles::shown(u32 text) {
    for (ShownTexts& each : texts) {
        if (text < each.texts()) return ShownPath(each, text);
        text -= each.texts();
    }
    return {};
}

u32 ProcFiles::first_shown(ShownPath const& path) {
    u32 text = 0;
    while (shown(text).folder() != path.folder())
        ++text;
    return text;
}

u32 ProcFiles::show(u32 text, Span<u8> destination) {
    for (ShownTexts& each : texts) {
        if (text < each.texts()) return each.show(text, destination);
        text -= each.texts();
    }
    return 0;
}

} // namespace flat::fs::proc
