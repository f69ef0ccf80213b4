// SPDX-License-Identifier: BSD-2-Clause
// The nodes of processes and of the system.
#include <fs/proc/proc_volume.hpp>

#include <domain/page.hpp>
#include <fs/proc/proc_files.hpp>
#include <fs/proc/proc_nodes.hpp>

namespace flat::fs::proc {

namespace {

using Place = unix::ProcessList::Place;

constexpr Volume::Limits proc_limits{.root = ProcVolume::number_of(0, ProcVolume::directory),
                                     .links_max = 2,
                                     .idle_max = 0,
                                     .file_bytes_max = 0,
                                     .names_max = 0};
constexpr u64 linux_format = 0x9fa0;

constexpr KnownFile system_files[] = {
    {"self", nullptr},
    {"meminfo", &ProcFiles::write_memory},
    {"uptime", &ProcFiles::write_uptime},
    {"loadavg", &ProcFiles::write_load},
    {"stat", &ProcFiles::write_times},
    {"mounts", &ProcFiles::write_mounts},
    {"version", &ProcFiles::write_version},
};

constexpr KnownFile process_files[] = {
    {"stat", &ProcFiles::write_state},
    {"status", &ProcFiles::write_status},
    {"cmdline", &ProcFiles::write_command_line},
    {"comm", &ProcFiles::write_name},
    {"statm", &ProcFiles::write_sizes},
    {"maps", &ProcFiles::write_areas},
    {"task", nullptr, {}, ProcVolume::threads},
    {"fd", nullptr, {}, ProcVolume::descriptors},
    {"cwd", nullptr, Place::current_directory},
    {"root", nullptr, Place::root},
    {"exe", nullptr, Place::program},
};

constexpr KnownFile thread_files[] = {
    {"stat", &ProcFiles::write_state},
    {"status", &ProcFiles::write_status},
    {"comm", &ProcFiles::write_name},
};

} // namespace

ProcVolume::ProcVolume(Services const& services, ProcFiles& owner)
    : Volume(services, proc_limits), owner_(owner) {}

Span<KnownFile const> ProcVolume::files(u64 number) {
    if (is_of_numbers(number) || is_of_shown(number)) return {};
    if (thread_of(number) != 0) return Span<KnownFile const>(thread_files);
    return process_of(number) == 0 ? Span<KnownFile const>(system_files)
                                   : Span<KnownFile const>(process_files);
}

bool ProcVolume::is_there(u64 number) {
    Subject const of{process_of(number), thread_of(number)};
    unix::ProcessList& list = owner_.list();
    if (is_of_shown(number)) return owner_.shown(of.thread - 1).is_there();
    if (of.process != 0 && list.first_from(of.process) != of.process) return false;
    if (file_of(number) == descriptor)
        return list.descriptor_from(of.process, of.thread - 1).number ==
               static_cast<i32>(of.thread - 1);
    return of.thread == 0 || list.first_thread_from(of.process, of.thread) == of.thread;
}

FileSystem::Statistics ProcVolume::statistics() {
    return {linux_format, u32{domain::page_size}, 0, 0, 0, 0, 0, Directory::name_max, true};
}

Outcome<NodeBase*> ProcVolume::load(u64 number) {
    u32 const process = process_of(number);
    if (!is_there(number)) return FsError{FsError::Code::not_found};
    Facts facts{.number = number,
                .kind = Node::Kind::directory,
                .mode = 0555,
                .owner = process != 0 ? owner_.list().users_of(process).effective : 0,
                .group = process != 0 ? owner_.list().groups_of(process).effective : 0,
                .links = 2,
                .accessed_ns = now(),
                .modified_ns = now(),
                .changed_ns = now()};
    if (file_of(number) == descriptor) return load_descriptor(facts);
    if (file_of(number) == descriptors) facts.mode = 0500; // others may not even list them
    if (file_of(number) == directory || is_of_numbers(number))
        return TRY(make<ProcDirectory>(*this, facts));
    if (is_of_shown(number)) {
        facts.kind = Node::Kind::file;
        facts.mode = 0444;
        facts.links = 1;
        return TRY(make<ShownFile>(*this, facts));
    }
    KnownFile const& known = files(number)[file_of(number) - first_file];
    facts.links = 1;
    facts.kind = known.write ? Node::Kind::file : Node::Kind::symbolic_link;
    facts.mode = known.write ? 0444 : 0777;
    if (known.leads_to) return TRY(make<ProcNodeLink>(*this, facts, *known.leads_to));
    if (!known.write) return TRY(make<OwnLink>(*this, facts));
    return TRY(make<ProcFile>(*this, facts, known));
}

/// Its mode says what may be done by it.
Outcome<NodeBase*> ProcVolume::load_descriptor(Facts& facts) {
    u32 const place = thread_of(facts.number) - 1;
    auto const known = owner_.list().descriptor_from(process_of(facts.number), place);
    facts.kind = Node::Kind::symbolic_link;
    facts.links = 1;
    facts.mode = 0100 | (known.is_readable ? 0400 : 0) | (known.is_writable ? 0200 : 0);
    return TRY(make<ProcNodeLink>(*this, facts, Place::descriptor));
}

void ProcVolume::end_all() {
    auto const guard = lock();
    forget_all();
}

} // namespace flat::fs::proc
