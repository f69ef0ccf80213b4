// SPDX-License-Identifier: BSD-2-Clause
// Tests of processes and the system as files.
#include <fs/proc/proc_files.hpp>

#include <core/disk/found_directory.hpp>
#include <flat/fs/generated_file.hpp>
#include <fs/testing.hpp>

#include <map>

namespace flat::fs::proc {
namespace {

using testing::Code;
using testing::code_of;
using testing::SomeFiles;
using testing::SomeNames;
using testing::span_of;
using State = unix::ProcessList::State;

/// Some processes; the one that asks is 7.
class FakeList final : public unix::ProcessList {
public:
    u32 first_from(u32 id) override {
        auto const found = processes.lower_bound(id);
        return found != processes.end() ? found->first : 0;
    }
    Known know(u32 id) override {
        auto const found = processes.find(id);
        return found != processes.end() ? found->second : Known{};
    }
    Area area_after(u32 id, u64 address) override {
        if (id != 7 || address >= 0x7fff'0000'2000) return {};
        if (address < 0x40'3000) return {0x40'1000, 0x40'3000, 5, false, 4096, 12, false, false};
        return {0x7fff'0000'0000, 0x7fff'0000'2000, 3, true, 0, 0, false, true};
    }
    u32 first_thread_from(u32 id, u32 thread) override {
        if (id != 7) return thread <= id ? id : 0;
        return thread <= 7 ? 7 : (thread <= 9 ? 9 : 0);
    }
    KnownThread know_thread(u32 id, u32 thread) override {
        if (id == 7 && thread == 9) return {9, State::waiting, 20'000, 10'000};
        return {};
    }
    Urgency urgency_of(u32 id, u32 thread) override {
        return id == 7 && thread == 9 ? Urgency{2, 33, 0} : Urgency{0, 0, -5};
    }
    Identities users_of(u32 id) override {
        return id == 7 ? Identities{1000, 5, 6, 5} : Identities{};
    }
    Identities groups_of(u32 id) override {
        return id == 7 ? Identities{8, 9, 9, 9} : Identities{};
    }
    u32 name(u32 id, Span<u8> text) override {
        return Text(id == 1 ? "init" : "a (b").write_to(text);
    }
    u32 command_line(u32, Span<u8> texts) override { return Text("cmd\0x\0", 6).write_to(texts); }
    Descriptor descriptor_from(u32 id, u32 number) override {
        if (id == 7 && number == 0) return {0, true, false};
        return id == 7 && number <= 12 ? Descriptor{12, true, true} : Descriptor{-1, false, false};
    }
    Result<u32, FsError> path(u32 id, Place which, u32 descriptor, Span<u8> text) override {
        if (id != 7) return FsError{FsError::Code::forbidden};
        Text found = which == Place::root ? "/" : "/tmp";
        if (which == Place::descriptor) found = descriptor == 12 ? "/f" : "pipe:[3]";
        (void)found.write_to(text);
        return static_cast<u32>(found.size());
    }
    Result<Node*, FsError> node(u32 id, Place which, u32 descriptor, Finder* finder) override {
        if (id != 7 || which != Place::descriptor || descriptor != 12)
            return FsError{FsError::Code::not_found};
        if (finder) {
            opened_in->hold();
            finder->found(*opened_in, 5);
        }
        opened->hold();
        return opened;
    }
    Times times_of(u32 id) override {
        return id == 7 ? Times{120'000, 34'567, 1'000'000, 20'000} : Times{};
    }
    Times times_of_all() override { return {500'000, 250'000, 0, 0}; }
    u32 running() override { return 7; }
    u32 last_id() override { return 9; }

    Node* opened = nullptr;
    Directory* opened_in = nullptr;
    std::map<u32, Known> processes = {
        {1, {1, State::waiting, 0, 1, 1, 1, 8192, 4096, 0}},
        {7, {7, State::running, 1, 7, 1, 3, 16384, 4096, 25'000'000}},
    };
};

class FakeMemory final : public hal::PhysicalMemory {
public:
    u32 region_count() override { return 1; }
    Region region(u32) override { return {0, u64{64} << 20, Kind::free}; }
};

/// It is always the same time, and nothing is done later.
class FakeAlarms final : public thread::Alarms {
public:
    u64 now_ns() override { return 3'450'000'000; }
    void set(Alarm&, u64) override {}
    void cancel(Alarm&) override {}
};

/// Two texts of one folder.
class FakeTexts final : public ShownTexts {
public:
    FakeTexts(Text first, Text second) : paths_{first, second} {}

    u32 texts() override { return 2; }
    u32 path(u32 text, Span<u8> path) override { return paths_[text].write_to(path); }
    u32 show(u32 text, Span<u8> destination) override { return paths_[text].write_to(destination); }

private:
    Text paths_[2];
};

class SomeProcesses final : public ProcFiles {
public:
    using ProcFiles::ProcFiles;
};

class FsProcFiles : public ::testing::Test {
protected:
    FsProcFiles() {
        EXPECT_EQ(paths.make("/proc", Node::Kind::directory), std::nullopt);
        Holding<Node> at(paths.node("/proc").value());
        EXPECT_TRUE(names.mount(*narrow_to<Directory>(*at), proc).is_ok());
    }
    ~FsProcFiles() override { EXPECT_TRUE(names.unmount_all().is_ok()); }

    std::string text(std::string const& path) {
        Holding<Node> node(paths.node(path).value());
        u8 room[2048];
        u32 const bytes = narrow_to<GeneratedFile>(*node)->generate(room).value();
        return std::string(reinterpret_cast<char const*>(room), bytes);
    }
    std::vector<std::string> list(std::string const& path) {
        Holding<Node> node(paths.node(path).value());
        std::vector<std::string> found;
        for (u64 place = 0;;) {
            u8 room[Directory::name_max];
            auto const entry = narrow_to<Directory>(*node)->next(place, room).value();
            if (entry.name_bytes == 0) return found;
            found.emplace_back(reinterpret_cast<char const*>(room), entry.name_bytes);
            place = entry.next;
        }
    }

    testing::Kernel kernel;
    SomeFiles files{kernel};
    SomeNames names{kernel, files};
    FakeList processes;
    FakeMemory memory;
    FakeAlarms alarms;
    FakeTexts first_texts{"net/tcp", "net/udp"};
    FakeTexts more_texts{"ipc/sem", "net/unix"};
    ShownTexts* texts[2] = {&first_texts, &more_texts};
    SomeProcesses proc{{.processes = processes,
                        .names = names,
                        .texts = Span<ShownTexts* const>(texts),
                        .objects = kernel.objects,
                        .frames = kernel.frames,
                        .memory = memory,
                        .pages = kernel.pages,
                        .threads = kernel.threads,
                        .alarms = alarms,
                        .clock = kernel.clock},
                       {}};
    testing::Paths paths{names};
};

TEST_F(FsProcFiles, each_process_has_a_directory_as_long_as_it_is_there) {
    auto const names_before = list("/proc");
    EXPECT_EQ(std::count(names_before.begin(), names_before.end(), "7"), 1);
    EXPECT_EQ(names_before.back(), "7");
    EXPECT_EQ(code_of(paths.node("/proc/7/stat/..")), Code::not_directory);
    EXPECT_EQ(text("/proc/7/comm"), "a (b\n");
    processes.processes.erase(7);
    EXPECT_EQ(list("/proc").back(), "1");
    EXPECT_EQ(code_of(paths.node("/proc/7")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/proc/07")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/proc/99999999999")), Code::not_found);
}

TEST_F(FsProcFiles, what_no_process_has_used_is_idle) {
    EXPECT_EQ(text("/proc/stat").substr(0, 33), "cpu  50 0 25 270 0 0 0 0 0 0\ncpu0");
}

TEST_F(FsProcFiles, stat_has_the_fields_of_linux) {
    std::string const said = text("/proc/7/stat");
    EXPECT_EQ(said.substr(0, said.find(" 0 -1")), "7 (a (b) R 1 7 1");
    EXPECT_EQ(std::count(said.begin(), said.end(), ' '), 52); // one is in the name
    EXPECT_NE(said.find(" 0 0 0 12 3 100 2 15 -5 3 0 2 16384 1 "), std::string::npos);
    EXPECT_EQ(text("/proc/7/cmdline"), std::string("cmd\0x\0", 6));
    EXPECT_NE(text("/proc/1/status").find("State:\tS (sleeping)\n"), std::string::npos);
}

TEST_F(FsProcFiles, what_others_show_is_in_folders) {
    using Names = std::vector<std::string>;
    Names const root = list("/proc");
    EXPECT_EQ(std::count(root.begin(), root.end(), "net"), 1);
    EXPECT_EQ(std::count(root.begin(), root.end(), "ipc"), 1);
    EXPECT_EQ(root.back(), "7");
    EXPECT_EQ(list("/proc/net"), (Names{".", "..", "tcp", "udp", "unix"}));
    EXPECT_EQ(list("/proc/ipc/../net/../ipc"), (Names{".", "..", "sem"}));
    EXPECT_EQ(text("/proc/net/udp"), "net/udp");
    EXPECT_EQ(text("/proc/net/unix"), "net/unix");
    EXPECT_EQ(text("/proc/ipc/sem"), "ipc/sem");
    EXPECT_EQ(code_of(paths.node("/proc/net/sem")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/proc/net/7")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/proc/7/net")), Code::not_found);
}

TEST_F(FsProcFiles, a_process_is_its_users) {
    EXPECT_NE(text("/proc/7/status").find("Uid:\t1000\t5\t6\t5\nGid:\t8\t9\t9\t9\n"),
              std::string::npos);
    EXPECT_EQ(paths.attributes("/proc/7").owner, 5u);
    EXPECT_EQ(paths.attributes("/proc/7/stat").group, 9u);
    EXPECT_EQ(paths.attributes("/proc/1").owner, 0u);
}

TEST_F(FsProcFiles, a_process_that_has_ended_meanwhile_says_nothing) {
    Holding<Node> node(paths.node("/proc/7/stat").value());
    processes.processes.erase(7);
    u8 room[16];
    EXPECT_EQ(narrow_to<GeneratedFile>(*node)->generate(room).value(), 0u);
}

TEST_F(FsProcFiles, links_lead_to_directories_of_a_process) {
    auto const target = [&](std::string const& path) {
        u8 room[64];
        auto const found = paths.node(path, false);
        Holding<Node> node(found.value());
        auto const bytes = narrow_to<SymbolicLink>(*node)->target(room);
        return bytes.is_ok() ? std::string(reinterpret_cast<char const*>(room), bytes.value())
                             : std::string("none");
    };
    EXPECT_EQ(target("/proc/7/cwd"), "/tmp");
    EXPECT_EQ(target("/proc/7/root"), "/");
    EXPECT_EQ(target("/proc/1/cwd"), "none");
    EXPECT_EQ(target("/proc/self"), "7");
}

TEST_F(FsProcFiles, open_files_are_links_by_number_to_their_nodes) {
    EXPECT_EQ(list("/proc/7/fd"), (std::vector<std::string>{".", "..", "0", "12"}));
    EXPECT_EQ(list("/proc/1/fd"), (std::vector<std::string>{".", ".."}));
    EXPECT_EQ(paths.attributes("/proc/7/fd").mode, 0500u);
    EXPECT_EQ(paths.attributes("/proc/7/fd/0").mode, 0500u);
    EXPECT_EQ(paths.attributes("/proc/7/fd/12").mode, 0700u);
    EXPECT_EQ(paths.target("/proc/7/fd/0"), "pipe:[3]");
    EXPECT_EQ(paths.target("/proc/7/fd/12"), "/f");
    for (char const* const each : {"1", "00", "012", "13", "4294967295", "x"})
        EXPECT_EQ(code_of(paths.node("/proc/7/fd/" + std::string(each), false)), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/proc/7/fd/0")), Code::not_found);
}

TEST_F(FsProcFiles, a_link_to_an_open_file_leads_to_it_when_it_has_no_name_any_more) {
    EXPECT_EQ(paths.make("/f", Node::Kind::file), std::nullopt);
    Holding<Node> const opened(paths.node("/f").value());
    processes.opened = opened.get();
    processes.opened_in = &paths.root();
    EXPECT_EQ(paths.unlink("/f"), std::nullopt);
    FoundDirectory found;
    Directory& root = paths.root();
    Holding<Node> const again(
        names.find(root, root, span_of("/proc/7/fd/12"), true, found).value());
    EXPECT_EQ(again.get(), opened.get());
    EXPECT_EQ(found.get(), &root);
    EXPECT_EQ(found.name(), 5u);
    EXPECT_EQ(code_of(paths.node("/proc/7/fd/12/x")), Code::not_directory);
    processes.opened = &root;
    Holding<Node> const below(paths.node("/proc/7/fd/12/proc/7/comm").value());
    EXPECT_NE(narrow_to<GeneratedFile>(*below), nullptr);
}

TEST_F(FsProcFiles, self_is_who_asks) {
    EXPECT_EQ(text("/proc/self/comm"), "a (b\n");
}

TEST_F(FsProcFiles, the_system_tells_its_memory_its_time_and_what_is_mounted) {
    EXPECT_EQ(text("/proc/uptime"), "3.45 2.70\n");
    EXPECT_EQ(text("/proc/loadavg"), "0.00 0.00 0.00 1/2 9\n");
    EXPECT_EQ(text("/proc/meminfo").substr(0, 29), "MemTotal:       65536 kB\nMemF");
    EXPECT_EQ(text("/proc/mounts"), "tmpfs / tmpfs rw 0 0\nproc /proc proc ro 0 0\n");
}

TEST_F(FsProcFiles, the_ranges_of_memory_are_told_in_order) {
    EXPECT_EQ(text("/proc/7/maps"), "00401000-00403000 r-xp 00001000 00:00 12 \n"
                                    "7fff00000000-7fff00002000 rw-s 00000000 00:00 0 [stack]\n");
    EXPECT_EQ(text("/proc/1/maps"), "");
    EXPECT_EQ(text("/proc/7/statm"), "4 1 0 0 0 0 0\n");
}

TEST_F(FsProcFiles, each_thread_has_a_directory_in_that_of_its_process) {
    EXPECT_EQ(list("/proc/7/task"), (std::vector<std::string>{".", "..", "7", "9"}));
    EXPECT_EQ(list("/proc/7/task/9"),
              (std::vector<std::string>{".", "..", "stat", "status", "comm"}));
    EXPECT_EQ(text("/proc/7/task/9/stat").substr(0, 11), "9 (a (b) S ");
    EXPECT_NE(text("/proc/7/task/9/stat").find(" 0 0 0 2 1 0 0 -34 0 3 "), std::string::npos);
    EXPECT_NE(text("/proc/7/task/9/status").find("Tgid:\t7\nPid:\t9\n"), std::string::npos);
    EXPECT_EQ(text("/proc/7/task/9/../../comm"), "a (b\n");
    EXPECT_EQ(code_of(paths.node("/proc/7/task/8")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/proc/7/task/9/task")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/proc/1/task/9")), Code::not_found);
}

TEST_F(FsProcFiles, what_does_not_fit_is_counted) {
    Holding<Node> node(paths.node("/proc/uptime").value());
    u8 room[4];
    EXPECT_EQ(narrow_to<GeneratedFile>(*node)->generate(room).value(), 10u);
    EXPECT_EQ(Text::from_bytes(room), Text("3.45"));
}

TEST_F(FsProcFiles, nothing_can_be_changed) {
    EXPECT_EQ(paths.make("/proc/x", Node::Kind::file), Code::read_only);
    EXPECT_EQ(paths.unlink("/proc/uptime"), Code::read_only);
    EXPECT_EQ(paths.write("/proc/uptime", 0, {1}), Code::is_directory);
}

} // namespace
} // namespace flat::fs::proc
