// SPDX-License-Identifier: BSD-2-Clause
// Tests of the client of NFS with a server in the same process.
#include <fs/nfs/testing.hpp>

#include <fs/host/testing.hpp>

namespace flat::fs::nfs {
namespace {

using fs::testing::Bytes;
using fs::testing::Code;
using fs::testing::code_of;
using Kind = Node::Kind;

class NfsClient : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(machine.mount(), std::nullopt); }

    fs::testing::Paths& paths() { return *machine.paths; }
    fs::testing::Paths& far() { return machine.far_paths; }
    u32 calls(char const* name) { return machine.server.calls[name]; }

    testing::Machine machine;
};

Bytes some(usize bytes, u32 seed = 1) {
    return block::testing::pattern(bytes, seed);
}

TEST_F(NfsClient, what_is_written_is_at_the_server_after_sync) {
    Bytes const bytes = some(100'000);
    ASSERT_FALSE(paths().make("/a", Kind::file, 0640));
    ASSERT_FALSE(paths().write("/a", 0, bytes));
    EXPECT_EQ(paths().read("/a"), bytes);
    EXPECT_EQ(machine.sync(), std::nullopt);
    EXPECT_EQ(far().read("/a"), bytes);
    EXPECT_EQ(far().attributes("/a").mode, 0640u);
    EXPECT_EQ(calls("commit"), 1u);
}

TEST_F(NfsClient, what_is_read_is_asked_for_once_and_never_written) {
    ASSERT_FALSE(far().make("/a", Kind::file));
    ASSERT_FALSE(far().write("/a", 0, some(20'000)));
    for (u32 i = 0; i < 3; ++i)
        EXPECT_EQ(paths().read("/a"), some(20'000));
    EXPECT_LE(calls("read"), 5u);
    EXPECT_EQ(machine.sync(), std::nullopt);
    EXPECT_EQ(calls("write"), 0u);
}

TEST_F(NfsClient, one_page_is_written_by_one_call) {
    ASSERT_FALSE(paths().make("/a", Kind::file));
    ASSERT_FALSE(paths().write("/a", 0, some(100)));
    EXPECT_EQ(machine.sync(), std::nullopt);
    EXPECT_EQ(calls("write"), 1u);
    EXPECT_EQ(calls("commit"), 0u);
    EXPECT_EQ(calls("read"), 0u);
}

TEST_F(NfsClient, what_a_server_has_lost_before_its_commit_is_written_again) {
    machine.server.manners.keeps_unstable = false;
    Bytes const bytes = some(200'000);
    ASSERT_FALSE(paths().make("/a", Kind::file));
    ASSERT_FALSE(paths().write("/a", 0, bytes));
    EXPECT_EQ(machine.sync(), std::nullopt);
    EXPECT_EQ(far().read("/a"), bytes);
}

TEST_F(NfsClient, servers_may_take_and_give_less_than_they_are_asked_for) {
    machine.server.manners.bytes_max = 1000;
    Bytes const bytes = some(30'000);
    ASSERT_FALSE(paths().make("/a", Kind::file));
    ASSERT_FALSE(paths().write("/a", 0, bytes));
    EXPECT_EQ(machine.sync(), std::nullopt);
    EXPECT_EQ(far().read("/a"), bytes);
    ASSERT_FALSE(far().make("/b", Kind::file));
    ASSERT_FALSE(far().write("/b", 0, bytes));
    EXPECT_EQ(paths().read("/b"), bytes);
}

TEST_F(NfsClient, others_have_the_file_system_while_pages_are_read) {
    ASSERT_FALSE(far().make("/a", Kind::file));
    ASSERT_FALSE(far().write("/a", 0, some(20'000)));
    u32 asked = 0;
    machine.threads.on_yield = [] { std::abort(); }; // it would wait for the lock
    machine.calls.on_reply = [&](u32 procedure, Bytes&) {
        if (procedure != static_cast<u32>(nfs3::NfsV3Procedure::nfsproc3_read)) return;
        EXPECT_NE(machine.mounted->statistics().blocks, 0u);
        ++asked;
    };
    EXPECT_EQ(paths().read("/a"), some(20'000));
    EXPECT_NE(asked, 0u);
}

TEST_F(NfsClient, what_is_read_in_a_row_is_asked_for_before_it_is_needed) {
    Bytes const bytes = some(200'000);
    ASSERT_FALSE(far().make("/a", Kind::file));
    ASSERT_FALSE(far().write("/a", 0, bytes));
    Bytes read;
    u64 busy_max = 0;
    EXPECT_FALSE(paths().in_file("/a", [&](File& file) {
        u8 piece[1000] = {};
        auto* const pages = narrow_to<memory::FilledObject>(file);
        for (usize bytes_read = 1; bytes_read != 0;) {
            bytes_read = file.read(read.size(), piece).value();
            read.insert(read.end(), piece, piece + bytes_read);
            busy_max = std::max(busy_max, machine.kernel.pages.count(*pages).busy);
        }
        return std::optional<Code>();
    }));
    EXPECT_EQ(read, bytes);
    EXPECT_EQ(busy_max, 6u) << "two of eight are there, and the reader goes on";
}

TEST_F(NfsClient, files_of_others_are_read_anew_when_they_have_changed_them) {
    ASSERT_FALSE(far().make("/a", Kind::file));
    ASSERT_FALSE(far().write("/a", 0, some(5000)));
    EXPECT_EQ(paths().read("/a"), some(5000));
    Holding<Node> const held(paths().node("/a").value());
    ASSERT_FALSE(far().write("/a", 0, some(5000, 2)));
    machine.pass_age();
    Bytes now(5000);
    EXPECT_EQ(narrow_to<File>(*held)->read(0, {now.data(), now.size()}).value(), 5000u);
    EXPECT_EQ(now, some(5000, 2));
    ASSERT_FALSE(far().truncate("/a", 10));
    EXPECT_EQ(paths().attributes("/a").size_bytes, 10u);
    EXPECT_EQ(paths().read("/a").size(), 10u);
}

TEST_F(NfsClient, attributes_of_a_held_node_are_as_old_as_they_may_be) {
    ASSERT_FALSE(far().make("/a", Kind::file, 0600));
    Holding<Node> const held(paths().node("/a").value());
    u32 const asked = calls("getattr");
    EXPECT_EQ(held->attributes().mode, 0600u);
    EXPECT_EQ(calls("getattr"), asked);
    ASSERT_TRUE(Holding<Node>(far().node("/a").value())->set_mode(0644).is_ok());
    machine.pass_age();
    EXPECT_EQ(held->attributes().mode, 0644u);
}

TEST_F(NfsClient, the_current_size_of_a_held_file_is_as_old_as_it_may_be) {
    ASSERT_FALSE(far().make("/a", Kind::file));
    Holding<File> const held(narrow_to<File>(*paths().node("/a").value()));
    ASSERT_FALSE(far().write("/a", 0, some(5000)));
    u32 const asked = calls("getattr");
    EXPECT_EQ(held->current_size_bytes(), 0u);
    EXPECT_EQ(calls("getattr"), asked);
    machine.pass_age();
    EXPECT_EQ(held->current_size_bytes(), 5000u);
    machine.pass_age();
    machine.have_time_pass();
    machine.calls.is_silent = true;
    EXPECT_EQ(held->current_size_bytes(), 5000u);
    machine.calls.is_silent = false;
    machine.have_server_run();
}

TEST_F(NfsClient, a_held_node_lives_on_under_a_name_of_its_own) {
    ASSERT_FALSE(paths().make("/a", Kind::file));
    ASSERT_FALSE(paths().write("/a", 0, some(100)));
    {
        Holding<Node> const held(paths().node("/a").value());
        ASSERT_FALSE(paths().unlink("/a"));
        EXPECT_EQ(code_of(paths().node("/a")), Code::not_found);
        EXPECT_EQ(held->attributes().links, 0u);
        EXPECT_TRUE(narrow_to<File>(*held)->sync().is_ok());
        Bytes now(100);
        EXPECT_EQ(narrow_to<File>(*held)->read(0, {now.data(), now.size()}).value(), 100u);
        EXPECT_EQ(now, some(100));
        ASSERT_EQ(far().list("/").size(), 1u);
        EXPECT_TRUE(far().list("/")[0].starts_with(".nfs"));
    }
    EXPECT_TRUE(far().list("/").empty());
}

TEST_F(NfsClient, a_held_node_that_is_replaced_lives_on) {
    for (char const* const each : {"/a", "/b"})
        ASSERT_FALSE(paths().make(each, Kind::file));
    ASSERT_FALSE(paths().write("/b", 0, some(100)));
    {
        Holding<Node> const held(paths().node("/b").value());
        ASSERT_FALSE(paths().rename("/a", "/b"));
        Bytes now(100);
        EXPECT_EQ(narrow_to<File>(*held)->read(0, {now.data(), now.size()}).value(), 100u);
    }
    EXPECT_EQ(far().list("/"), (std::vector<std::string>{"b"}));
    EXPECT_EQ(far().attributes("/b").size_bytes, 0u);
}

TEST_F(NfsClient, a_node_that_another_client_has_removed_is_stale) {
    ASSERT_FALSE(far().make("/a", Kind::file));
    Holding<Node> const held(paths().node("/a").value());
    ASSERT_FALSE(far().unlink("/a"));
    machine.server.forget_ended();
    machine.pass_age();
    u8 byte = 0;
    EXPECT_EQ(code_of(narrow_to<File>(*held)->read(0, {&byte, 1})), Code::stale);
}

TEST_F(NfsClient, servers_without_exclusive_creation_or_attributes_in_listings_will_do) {
    machine.server.manners.has_exclusive = machine.server.manners.has_readdirplus = false;
    machine.server.manners.says_handles = false;
    ASSERT_FALSE(paths().make("/a", Kind::file, 0604));
    EXPECT_EQ(paths().make("/a", Kind::file), Code::exists);
    ASSERT_FALSE(paths().make("/d", Kind::directory, 0700));
    EXPECT_EQ(far().attributes("/a").mode, 0604u);
    EXPECT_EQ(paths().list("/"), (std::vector<std::string>{"a", "d"}));
}

TEST_F(NfsClient, nodes_of_all_kinds_are_made) {
    ASSERT_FALSE(paths().make("/pipe", Kind::pipe, 0600));
    Holding<Directory> const root(machine.mounted->root().value());
    Holding<Node> const made(
        root->create(Text("tty").bytes(), {Kind::character_device, 0600, 0, 0, 0x501}).value());
    EXPECT_EQ(made->attributes().device, 0x501u);
    EXPECT_EQ(far().attributes("/tty").device, 0x501u);
    EXPECT_EQ(paths().attributes("/pipe").kind, Kind::pipe);
    EXPECT_TRUE(made->set_times(5'000'000'000, 6'000'000'007).is_ok());
    EXPECT_EQ(far().attributes("/tty").modified_ns, 6'000'000'007);
    EXPECT_TRUE(made->set_owner(7, 8).is_ok());
    EXPECT_EQ(far().attributes("/tty").group, 8u);
}

TEST_F(NfsClient, a_server_that_is_not_ready_is_asked_again) {
    ASSERT_FALSE(far().make("/a", Kind::file));
    machine.have_time_pass();
    machine.server.manners.jukebox = 3;
    {
        auto const found = paths().node("/a");
        ASSERT_TRUE(found.is_ok());
        found.value()->release();
    }
    machine.server.manners.jukebox = ~u32(0);
    machine.pass_age();
    EXPECT_EQ(code_of(paths().node("/a")), Code::no_answer);
    machine.server.manners.jukebox = 0;
    machine.have_server_run();
}

TEST_F(NfsClient, a_name_is_known_until_its_directory_is_too_old_or_has_changed) {
    ASSERT_FALSE(far().make("/a", Kind::file));
    machine.have_time_pass();
    EXPECT_EQ(code_of(paths().node("/b")), Code::not_found);
    EXPECT_EQ(paths().attributes("/a").links, 1u);
    machine.calls.is_silent = true;
    EXPECT_EQ(paths().attributes("/a").links, 1u);
    machine.calls.is_silent = false;
    machine.have_server_run();
    ASSERT_FALSE(far().make("/b", Kind::file));
    EXPECT_EQ(paths().attributes("/b").links, 1u); // what was not there is asked for again
    ASSERT_FALSE(far().unlink("/a"));
    machine.pass_age();
    EXPECT_EQ(code_of(paths().node("/a")), Code::not_found);
    ASSERT_FALSE(paths().make("/a", Kind::file));
    EXPECT_EQ(paths().attributes("/a").links, 1u);
    ASSERT_FALSE(paths().unlink("/a"));
    EXPECT_EQ(code_of(paths().node("/a")), Code::not_found);
}

TEST_F(NfsClient, a_known_name_whose_node_is_gone_is_asked_for_again) {
    ASSERT_FALSE(far().make("/a", Kind::file));
    EXPECT_EQ(paths().attributes("/a").links, 1u);
    machine.pass_age();
    Holding<Node> const root(paths().node("/").value());
    EXPECT_EQ(root->attributes().kind, Kind::directory); // the names in it are known anew
    ASSERT_FALSE(far().make("/b", Kind::file));
    ASSERT_FALSE(far().write("/b", 0, some(100)));
    ASSERT_FALSE(far().rename("/b", "/a"));
    machine.server.forget_ended();
    EXPECT_EQ(paths().read("/a"), some(100));
}

TEST_F(NfsClient, names_in_a_directory_that_others_changed_before_its_mode_was_set_are_forgotten) {
    for (bool const says_before : {true, false}) {
        machine.server.manners.says_before = says_before;
        ASSERT_FALSE(far().make("/d", Kind::directory));
        ASSERT_FALSE(far().make("/d/a", Kind::file));
        Holding<Node> const held(paths().node("/d").value());
        EXPECT_EQ(paths().attributes("/d/a").links, 1u);
        ASSERT_FALSE(far().unlink("/d/a"));
        EXPECT_TRUE(held->set_mode(0700).is_ok());
        EXPECT_EQ(code_of(paths().node("/d/a")), Code::not_found);
        ASSERT_FALSE(far().remove_directory("/d"));
        machine.pass_age();
    }
}

TEST_F(NfsClient, a_server_that_is_gone_is_an_error_and_may_come_back) {
    ASSERT_FALSE(paths().make("/a", Kind::file));
    ASSERT_FALSE(paths().write("/a", 0, some(9000)));
    machine.have_time_pass();
    machine.calls.is_silent = true;
    u64 const begin = machine.alarms.now;
    EXPECT_EQ(machine.sync(), Code::no_answer);
    EXPECT_LT(machine.alarms.now - begin, 30'000'000'000u);
    u64 const then = machine.alarms.now;
    EXPECT_EQ(code_of(paths().node("/a")), Code::no_answer);
    EXPECT_LT(machine.alarms.now - then, 100'000'000u); // it was known
    machine.calls.is_silent = false;
    machine.have_server_run();
    machine.pass_age();
    machine.pass_age();
    EXPECT_EQ(machine.sync(), std::nullopt);
    EXPECT_EQ(far().read("/a"), some(9000));
}

TEST_F(NfsClient, what_was_done_before_its_reply_was_lost_is_done) {
    using Procedure = nfs3::NfsV3Procedure;
    machine.have_time_pass();
    auto const lose = [this](Procedure of) { machine.calls.loses_reply_of = static_cast<u32>(of); };
    lose(Procedure::nfsproc3_mkdir);
    EXPECT_FALSE(paths().make("/d", Kind::directory, 0755));
    lose(Procedure::nfsproc3_symlink);
    EXPECT_FALSE(paths().make_link("/l", "d"));
    lose(Procedure::nfsproc3_link);
    EXPECT_FALSE(paths().link("/l", "/k"));
    lose(Procedure::nfsproc3_rename);
    EXPECT_FALSE(paths().rename("/d", "/e"));
    lose(Procedure::nfsproc3_rmdir);
    EXPECT_FALSE(paths().remove_directory("/e"));
    lose(Procedure::nfsproc3_remove);
    EXPECT_FALSE(paths().unlink("/l"));
    EXPECT_EQ(far().list("/"), (std::vector<std::string>{"k"}));
}

TEST_F(NfsClient, what_the_server_refuses_is_refused_when_it_is_written) {
    ASSERT_FALSE(far().make("/a", Kind::file, 0400));
    EXPECT_EQ(paths().write("/a", 0, some(10)), Code::forbidden);
    EXPECT_EQ(paths().truncate("/a", 0), Code::forbidden);
}

TEST_F(NfsClient, what_is_mounted_keeps_its_name) {
    fs::testing::SomeFiles other{machine.kernel};
    ASSERT_FALSE(paths().make("/d", Kind::directory, 0755));
    ASSERT_FALSE(paths().make("/e", Kind::directory, 0755));
    {
        Holding<Node> const at(paths().node("/d").value());
        ASSERT_TRUE(machine.names->mount(*narrow_to<Directory>(*at), other).is_ok());
    }
    EXPECT_EQ(paths().remove_directory("/d"), Code::busy);
    EXPECT_EQ(paths().rename("/d", "/f"), Code::busy);
    EXPECT_EQ(paths().rename("/e", "/d"), Code::busy);
    EXPECT_EQ(paths().list("/"), (std::vector<std::string>{"d", "e"}));
    Directory& root = paths().root();
    EXPECT_TRUE(machine.names->unmount(root, root, Text("/d").bytes()).is_ok());
}

TEST_F(NfsClient, the_root_is_its_own_parent_and_space_is_the_servers) {
    Holding<Directory> const root(machine.mounted->root().value());
    Holding<Node> const above(root->lookup(Text("..").bytes()).value());
    EXPECT_EQ(above.get(), static_cast<Node*>(root.get()));
    EXPECT_EQ(machine.mounted->statistics().blocks, (u64{1} << 30) / 4096);
    EXPECT_EQ(machine.mounted->statistics().free_nodes, 500u);
}

TEST_F(NfsClient, random_operations_end_as_those_of_the_host) {
    u32 const seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    fs::testing::HostComparison comparison(paths(), seed, {});
    u32 const operations = fs::testing::operations_of_run();
    for (u32 i = 0; i < operations && !HasFailure(); ++i) {
        comparison.step();
        if (i % 100 != 99) continue;
        comparison.compare();
        ASSERT_EQ(machine.sync(), std::nullopt);
        comparison.go_on_with(far()); // what the server has is the same
        comparison.compare();
        comparison.go_on_with(paths());
    }
    EXPECT_FALSE(HasFailure()) << "seed " << seed;
}

TEST(NfsMount, what_cannot_be_mounted_says_why) {
    testing::Machine machine;
    EXPECT_EQ(machine.mount(false, "/other"), Code::forbidden);
    EXPECT_EQ(machine.mount(false, ""), Code::invalid);
    EXPECT_EQ(machine.mount(false, std::string(2000, 'x')), Code::invalid);
    EXPECT_EQ(machine.mount(true), std::nullopt);
    auto const again = machine.nfs.mount(1, Text("/files").bytes(), false);
    EXPECT_EQ(code_of(again), Code::busy);
    EXPECT_EQ(machine.paths->make("/a", Kind::file), Code::read_only);
    EXPECT_EQ(machine.mount_server.mounted, 1);
    EXPECT_EQ(machine.unmount(), std::nullopt);
    EXPECT_EQ(machine.mount_server.mounted, 0);
    machine.calls.is_silent = true;
    machine.have_time_pass();
    EXPECT_EQ(machine.mount(), Code::no_answer);
    EXPECT_EQ(machine.mount_server.mounted, 0);
}

} // namespace
} // namespace flat::fs::nfs
