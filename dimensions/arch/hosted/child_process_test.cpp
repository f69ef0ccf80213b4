// SPDX-License-Identifier: BSD-2-Clause
// Tests of processes beside the kernel's own.
#include <hosted/child_process.hpp>

#include <dirent.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <signal.h>
#include <string>
#include <vector>

namespace flat::arch {
namespace {

/// A program of the host as the bytes of its file. It knows nothing of channels.
std::vector<u8> program(char const* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool start(ChildProcess& process, std::vector<u8> const& file) {
    return process.start(Span<u8 const>(file.data(), file.size()));
}

/// How many entries a folder of /proc has.
usize entries(std::string const& folder) {
    usize count = 0;
    DIR* const open = opendir(folder.c_str());
    while (open && readdir(open))
        ++count;
    if (open) closedir(open);
    return count;
}

TEST(HostedChildProcess, tells_how_a_program_has_ended_by_itself) {
    ChildProcess process;
    ASSERT_TRUE(start(process, program("/bin/false")));
    EXPECT_TRUE(process.is_running());
    Message message;
    EXPECT_FALSE(process.receive(0, message)); // waits for its end
    ChildProcess::End const end = process.end();
    EXPECT_FALSE(end.is_signal);
    EXPECT_EQ(end.number, 1u);
    EXPECT_FALSE(process.is_running());
}

TEST(HostedChildProcess, ends_a_program_that_does_not_end) {
    ChildProcess process;
    ASSERT_TRUE(start(process, program("/bin/cat"))); // reads what it has from here
    ChildProcess::End const end = process.end();
    EXPECT_TRUE(end.is_signal || end.number == 0);
    Message message{};
    EXPECT_FALSE(process.receive(0, message));
    EXPECT_EQ(process.send(1, message), ChildProcess::Sent::ended);
    u8 byte = 0;
    EXPECT_FALSE(process.read(Span<u8>(&byte, 1), address_of(&byte)));
    EXPECT_FALSE(process.write(address_of(&byte), Span<u8 const>(&byte, 1)));
}

TEST(HostedChildProcess, does_not_start_what_is_no_program) {
    ChildProcess process;
    (void)start(process, {'n', 'o', 'n', 'e'}); // the host tells that to the process alone
    Message message;
    EXPECT_FALSE(process.receive(0, message));
    EXPECT_EQ(process.end().number, 127u);
}

TEST(HostedChildProcess, gives_a_program_no_more_private_data_than_its_limit) {
    std::vector<u8> const file = program("/bin/true");
    for (u64 const limit : {u64{4096}, u64{64} << 20}) {
        ChildProcess process;
        ASSERT_TRUE(process.start(Span<u8 const>(file.data(), file.size()), limit));
        Message message;
        EXPECT_FALSE(process.receive(0, message)); // waits for its end
        ChildProcess::End const end = process.end();
        EXPECT_EQ(!end.is_signal && end.number == 0, limit > 4096) << limit;
    }
}

TEST(HostedChildProcess, copies_nothing_from_where_the_program_has_nothing) {
    ChildProcess process;
    ASSERT_TRUE(start(process, program("/bin/cat")));
    u8 bytes[16];
    EXPECT_FALSE(process.read(bytes, 0));
    EXPECT_FALSE(process.read(bytes, ~vaddr{0} - 7));
    EXPECT_FALSE(process.write(0x10, bytes));
}

TEST(HostedChildProcess, leaves_neither_descriptors_nor_processes) {
    std::vector<u8> const file = program("/bin/true");
    usize const before = entries("/proc/self/fd");
    for (int i = 0; i < 300; ++i) {
        ChildProcess process;
        ASSERT_TRUE(start(process, file));
    }
    EXPECT_EQ(entries("/proc/self/fd"), before);
    siginfo_t information{};
    EXPECT_EQ(waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT), -1); // no child is left
}

} // namespace
} // namespace flat::arch
