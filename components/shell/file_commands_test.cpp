// SPDX-License-Identifier: BSD-2-Clause
// Tests of the commands about files, over a file system in memory and a disk.
#include <shell/file_commands.hpp>

#include <block/partitions.hpp>
#include <fs/ext2/testing.hpp>
#include <fs/quotas/owner_quotas.hpp>
#include <fs/ram_files.hpp>
#include <log/testing.hpp>

namespace flat::shell {
namespace {

using fs::ext2::testing::Folder;
using fs::ext2::testing::write_file;

class SomeFiles final : public fs::RamFiles {
public:
    using RamFiles::RamFiles;
};

class SomeQuotas final : public fs::quotas::OwnerQuotas {
public:
    using OwnerQuotas::OwnerQuotas;
};

class Table final : public block::Partitions {
public:
    using Partitions::Partitions;
};

/// A server whose directory is some file system of a test's.
class SomeExports final : public fs::Exports {
public:
    Result<fs::FileSystem*, fs::FsError> mount(u32 server, Span<u8 const> path,
                                               bool is_read_only) override {
        asked = {server, std::string(path.begin(), path.end()), is_read_only};
        return fs::FsError{fs::FsError::no_answer};
    }

    std::tuple<u32, std::string, bool> asked;
};

class ShellFileCommands : public ::testing::Test {
protected:
    ShellFileCommands() { EXPECT_TRUE(commands.start().is_ok()); }

    /// What is said to lines.
    std::string answer(std::initializer_list<char const*> lines) {
        log.text.clear();
        for (char const* const each : lines)
            EXPECT_TRUE(commands.carry_out(Words(each))) << each;
        return log.text;
    }

    fs::ext2::testing::Machine machine;
    SomeFiles files{{.objects = machine.kernel.objects,
                     .contents = machine.kernel.frames,
                     .pages = machine.kernel.pages,
                     .threads = machine.threads,
                     .clock = {}},
                    {}};
    fs::ext2::testing::SomeNames names{
        {.first = files, .objects = machine.kernel.objects, .threads = machine.threads, .rule = {}},
        {}};
    block::testing::TestMemory memory;
    Table table{{.whole = machine.disk, .memory = memory, .threads = machine.threads}, {}};
    block::PartitionTable* tables[2] = {&table, &table};
    log::testing::FakeLog log;
    fs::Format* formats[1] = {&machine.ext2};
    SomeExports exports;
    SomeFiles devices{{.objects = machine.kernel.objects,
                       .contents = machine.kernel.frames,
                       .pages = machine.kernel.pages,
                       .threads = machine.threads,
                       .clock = {}},
                      {}};
    SomeQuotas limits{{.objects = machine.kernel.objects, .threads = machine.threads}, {}};
    FileCommands commands{{log, names, Span<fs::Format* const>(formats), &exports, &devices,
                           &limits, Span<block::PartitionTable* const>(tables), memory}};
};

TEST_F(ShellFileCommands, files_are_made_copied_moved_and_removed) {
    EXPECT_EQ(answer({"mkdir d", "put d/a one", "put d/a two", "cp d/a b", "cat b"}), "one\ntwo\n");
    EXPECT_EQ(answer({"cd d", "ls"}), "drwxr-xr-x 2 0 .\ndrwxr-xr-x 3 0 ..\n-rw-r--r-- 1 8 a\n");
    EXPECT_EQ(answer({"ln a ../c", "mv a e", "cd", "ls d/e"}), "ls: it is no directory\n");
    EXPECT_EQ(answer({"rm d"}), "rm: the directory is not empty\n");
    EXPECT_EQ(answer({"rm d/e", "rm d", "rm b", "cat c", "rm c", "rm c"}),
              "one\ntwo\nrm: there is no such name\n");
    EXPECT_FALSE(commands.carry_out(Words("frobnicate")));
}

TEST_F(ShellFileCommands, a_disk_is_mounted_looked_at_and_unmounted) {
    Folder folder;
    std::filesystem::create_symlink("greeting", folder.path + "/link");
    write_file(folder.path + "/greeting", {'h', 'i'});
    machine.format("2M", folder.path);
    EXPECT_EQ(answer({"mkdir m", "mount disk m ro", "cat m/link"}), "hi\n");
    EXPECT_NE(answer({"ls m"}).find("lrwxrwxrwx 1 8 link -> greeting\n"), std::string::npos);
    EXPECT_NE(answer({"df m"}).find("of 2048 blocks of 1024 bytes"), std::string::npos);
    log.text.clear();
    EXPECT_TRUE(commands.checksum("m/greeting").is_ok());
    EXPECT_EQ(log.text, "checksum 0xd8932aac of 2 bytes\n");
    EXPECT_EQ(answer({"cd m", "cd /", "umount m", "ls m/greeting"}), "ls: there is no such name\n");
    EXPECT_EQ(answer({"umount m"}), "umount: that makes no sense here\n");
    for (char const* const each :
         {"mount 3 m", "mount diskb3 m", "mount diskc m", "mount diskbx m", "mount 9999999999 m"})
        EXPECT_EQ(answer({each}), "mount: there is no such disk or partition\n");
    EXPECT_EQ(answer({"mount diskb m ro", "cat m/link", "umount m"}), "hi\n");
    EXPECT_EQ(answer({"mount x m"}), "mount: there is no such disk or partition\n");
}

TEST_F(ShellFileCommands, owners_are_limited_where_somebody_asks) {
    machine.format("2M");
    EXPECT_EQ(answer({"mkdir m", "mount disk m", "quota m 0", "put m/a x", "quota m 0 28 4"}),
              "owner 0 has 26 of 0 sectors, 2 of 0 nodes\n"
              "owner 0 has 28 of 28 sectors, 3 of 4 nodes\n");
    EXPECT_EQ(answer({"put m/b x", "put m/c x", "quota m 0 0 0", "put m/b x", "cat m/b"}),
              "put: the owner may not have more\nput: the owner may not have more\n"
              "owner 0 has 28 of 0 sectors, 4 of 0 nodes\nx\n");
    EXPECT_EQ(answer({"quota / 0", "quota m x", "quota m 1 2", "quota m 1 2 x", "umount m"}),
              "quota: the node, or the format, does not offer this\n"
              "quota: that makes no sense here\nquota: that makes no sense here\n"
              "quota: that makes no sense here\n");
    EXPECT_EQ(machine.problems(), "");
}

TEST_F(ShellFileCommands, long_lines_are_told_in_pieces) {
    Folder folder;
    write_file(folder.path + "/long", fs::testing::Bytes(300, 'x'));
    machine.format("2M", folder.path);
    EXPECT_EQ(answer({"mkdir m", "mount disk m ro", "cat m/long", "umount m"}),
              std::string(239, 'x') + "\n" + std::string(61, 'x') + "\n");
}

TEST_F(ShellFileCommands, at_the_end_disks_are_unmounted_also_where_one_is) {
    machine.format("2M");
    EXPECT_EQ(answer({"mkdir m", "mount disk m", "cd m", "put new word"}), "");
    log.text.clear();
    commands.end();
    EXPECT_EQ(log.text, "");
    EXPECT_EQ(machine.problems(), "");
    EXPECT_EQ(answer({"mount disk m", "cat m/new"}), "word\n");
    commands.end();
}

TEST_F(ShellFileCommands, without_memory_nothing_is_copied) {
    answer({"put a x"});
    memory.left = 0;
    EXPECT_EQ(answer({"cat a"}), "cat: no memory is left\n");
}

TEST_F(ShellFileCommands, devices_are_mounted_once_by_their_name) {
    EXPECT_EQ(answer({"mkdir m", "mkdir n", "mount devices m", "put m/a x", "cat m/a"}), "x\n");
    EXPECT_EQ(answer({"mount devices n"}), "mount: it is in use\n");
    EXPECT_EQ(answer({"cat m/a", "umount m", "mount devices n", "cat n/a", "umount n"}), "x\nx\n");
}

TEST_F(ShellFileCommands, what_a_server_has_is_named_by_its_address_and_a_path) {
    EXPECT_EQ(answer({"mkdir m", "mount 10.0.0.255:/a/b m ro"}),
              "mount: the server does not answer\n");
    EXPECT_EQ(exports.asked, (std::tuple<u32, std::string, bool>(0x0a0000ff, "/a/b", true)));
    EXPECT_EQ(answer({"mount 10.0.0.255:c m"}), "mount: the server does not answer\n");
    EXPECT_EQ(exports.asked, (std::tuple<u32, std::string, bool>(0x0a0000ff, "c", false)));
}

TEST_F(ShellFileCommands, what_is_no_address_is_none) {
    EXPECT_TRUE(answer({"mkdir m"}).empty());
    for (char const* const each : {"mount :/a m", "mount 10.0.0:/a m", "mount 10.0.0.256:/a m",
                                   "mount 10.0.0.1.2:/a m", "mount 10.0.0.:/a m", "mount a:/a m"})
        EXPECT_EQ(answer({each}), "mount: that makes no sense here\n") << each;
}

/// What is typed, and what is said to it.
struct Refusal {
    std::string line;
    std::string answer;
};

/// Every one of them in order, with a disk as some of them leave it.
class ShellRefusals : public ShellFileCommands {
protected:
    void expect(std::vector<Refusal> const& all) {
        for (Refusal const& each : all)
            EXPECT_EQ(answer({each.line.c_str()}), each.answer + "\n") << each.line;
    }
    void format(std::string const& options, std::string const& folder = "") {
        machine.format(options, folder);
    }
};

// tests/docs/test_docs_refusals.py looks here for what docs/storage.md lists.

TEST_F(ShellRefusals, whatever_is_wrong_is_told_exactly) {
    std::string const hint =
        "it was not left whole, or the disk is read only: `ro` at the end reads it\n";
    machine.disk.contents.clear();
    EXPECT_EQ(answer({"mkdir m", "put file x", "mkdir d", "mkdir d/e"}), "");
    expect({{"mount disk m", "mount: there is no such disk or partition"},
            {"mount 0 m", "mount: there is no such disk or partition"}});
    machine.disk.contents.assign(1 << 20, 0);
    expect({{"mount diske m", "mount: there is no such disk or partition"},
            {"mount 3 m", "mount: there is no such disk or partition"},
            {"mount disk m", "mount: the disk holds no file system that is known"},
            {"mount disk file", "mount: it is no directory"},
            {"mount disk none", "mount: there is no such name"},
            {"mount disk", "mount: a word is missing: mount WHAT PATH [ro]: `disk`, `diskb`, a "
                           "partition `0`, `diskb0`, `devices`, ADDRESS:DIRECTORY"},
            {"mount 10.0.0.256:/a m", "mount: that makes no sense here"},
            {"mount 10.0.0.1:/a m", "mount: the server does not answer"},
            {"cat none", "cat: there is no such name"},
            {"cat d", "cat: it is a directory"},
            {"cat file/x", "cat: it is no directory"},
            {"cd file", "cd: it is no directory"},
            {"mkdir d", "mkdir: the name is taken"},
            {"mkdir none/d", "mkdir: there is no such name"},
            {"mkdir " + std::string(256, 'n'), "mkdir: the name is too long"},
            {"cat " + std::string(4096, '/'), "cat: the name is too long"},
            {"rm d", "rm: the directory is not empty"},
            {"rm d/.", "rm: that makes no sense here"},
            {"mv d d/e/f", "mv: that makes no sense here"},
            {"mv file d", "mv: it is a directory"},
            {"mv d file", "mv: it is no directory"},
            {"ln d f", "ln: it is a directory"},
            {"umount d", "umount: that makes no sense here"},
            {"quota d 0", "quota: the node, or the format, does not offer this"}});
    Folder folder;
    std::filesystem::create_symlink("loop", folder.path + "/loop");
    write_file(folder.path + "/bad", fs::testing::Bytes(5000, 'b'));
    format("1M -b 1024 -N 16", folder.path);
    fs::testing::Bytes const whole = machine.disk.contents;
    machine.disk.bad_sector = *machine.disk.place_of(fs::testing::Bytes(5000, 'b'), 0) / 512;
    EXPECT_EQ(answer({"mount disk m"}), "");
    expect({{"cat m/bad", "cat: the disk cannot read or write it"},
            {"cat m/loop", "cat: too many symbolic links lead to the next one"},
            {"ln file m/file", "ln: that is another file system"},
            {"mv file m/file", "mv: that is another file system"},
            {"mount disk d", "mount: it is in use"},
            {"rm m", "rm: it is in use"}});
    EXPECT_EQ(answer({"cd m"}), "");
    expect({{"umount /m", "umount: it is in use"}});
    machine.disk.bad_sector.reset();
    EXPECT_EQ(answer({"cd /", "quota m 0 9999 1"}).find("has"), 8u);
    expect({{"put m/new x", "put: the owner may not have more"}});
    log.text.clear();
    for (u32 i = 0; log.text.empty(); ++i)
        commands.carry_out(Words(("mkdir m/" + std::to_string(i)).c_str()));
    EXPECT_EQ(log.text, "mkdir: the owner may not have more\n");
    EXPECT_EQ(answer({"quota m 0 0 0", "umount m"}).find("has"), 8u);
    EXPECT_EQ(answer({"mount disk m"}), "");
    log.text.clear();
    for (u32 i = 0; log.text.empty(); ++i)
        commands.carry_out(Words(("put m/" + std::to_string(i) + " x").c_str()));
    expect({{"put m/last x", "put: no space is left on the disk"}});
    machine.disk.contents = whole; // as it is left without an end
    commands.end();
    format("1M -b 1024 -N 16", folder.path);
    machine.disk.contents[1024 + 58] = 0; // it is not whole
    expect({{"mount disk m", hint + "mount: the file system cannot be written to"}});
    EXPECT_EQ(answer({"mount disk m ro"}), "");
    expect({{"put m/x x", "put: the file system cannot be written to"},
            {"rm m/bad", "rm: the file system cannot be written to"},
            {"mv m/bad m/good", "mv: the file system cannot be written to"}});
    EXPECT_EQ(answer({"umount m"}), "");
    format("1M -b 1024 -O extents", folder.path);
    expect({{"mount disk m", "it has features that are not known\nmount: the node, or the format, "
                             "does not offer this"}});
    format("1M -b 1024", folder.path);
    std::fill_n(machine.disk.contents.begin() + 1024 + 40, 4, 0); // a group has no nodes
    expect({{"mount disk m", "mount: the file system contradicts itself"}});
    memory.left = 0;
    expect({{"cat file", "cat: no memory is left"}});
}

TEST_F(ShellRefusals, what_the_kernel_does_not_have_is_told) {
    FileCommands few{{log, names, Span<fs::Format* const>(formats), nullptr, nullptr, nullptr,
                      Span<block::PartitionTable* const>(tables), memory}};
    EXPECT_TRUE(few.start().is_ok());
    auto const said = [&](char const* line) {
        log.text.clear();
        EXPECT_TRUE(few.carry_out(Words(line)));
        return log.text;
    };
    EXPECT_EQ(said("mkdir m"), "");
    EXPECT_EQ(said("mount 10.0.0.1:/a m"), "the kernel has no files of servers\n"
                                           "mount: the node, or the format, does not offer this\n");
    EXPECT_EQ(said("mount devices m"), "the kernel has no files of devices\n"
                                       "mount: the node, or the format, does not offer this\n");
    EXPECT_EQ(said("quota m 0"), "quota: the node, or the format, does not offer this\n");
}

} // namespace
} // namespace flat::shell
