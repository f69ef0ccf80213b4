// SPDX-License-Identifier: BSD-2-Clause
// Servers that lie: lengths, types, numbers, directories without an end.
#include <fs/nfs/testing.hpp>

#include <random>

namespace flat::fs::nfs {
namespace {

using fs::testing::Bytes;
using fs::testing::Code;
using fs::testing::code_of;
using Kind = Node::Kind;
using Procedure = nfs3::NfsV3Procedure;

/// Writes a number in external form into a reply.
void put(Bytes& reply, usize place, u32 number) {
    for (u32 i = 0; i < 4; ++i)
        reply.at(place + i) = static_cast<u8>(number >> (24 - 8 * i));
}

class NfsHostile : public ::testing::Test {
protected:
    void SetUp() override {
        EXPECT_FALSE(machine.far_paths.make("/file", Kind::file));
        EXPECT_FALSE(machine.far_paths.write("/file", 0, Bytes(5000, 7)));
        EXPECT_FALSE(machine.far_paths.make("/d", Kind::directory, 0755));
        EXPECT_FALSE(machine.far_paths.make_link("/d/link", "../file"));
        ASSERT_EQ(machine.mount(), std::nullopt);
    }

    /// Replies of one procedure are changed.
    void change(Procedure of, std::function<void(Bytes&)> how) {
        machine.calls.on_reply = [of, how](u32 procedure, Bytes& reply) {
            if (procedure == static_cast<u32>(of)) how(reply);
        };
    }
    std::optional<Code> read() {
        return machine.paths->in_file("/file", [](File& file) {
            u8 room[100];
            return code_of(file.read(0, room));
        });
    }

    testing::Machine machine;
};

constexpr usize attributes_end = 4 + 4 + 84; // status, whether they follow, attributes

TEST_F(NfsHostile, data_that_were_not_asked_for_are_no_answer) {
    change(Procedure::nfsproc3_read, [](Bytes& reply) {
        put(reply, attributes_end, 60'000);
        put(reply, attributes_end + 8, 60'000);
        reply.resize(attributes_end + 12 + 60'000);
    });
    EXPECT_EQ(read(), Code::corrupt);
}

TEST_F(NfsHostile, more_data_than_any_call_has_do_not_fit_anywhere) {
    change(Procedure::nfsproc3_read,
           [](Bytes& reply) { put(reply, attributes_end + 8, 0xfffffff0); });
    EXPECT_EQ(read(), Code::io);
}

TEST_F(NfsHostile, nothing_without_an_end_is_no_answer) {
    change(Procedure::nfsproc3_read, [](Bytes& reply) {
        put(reply, attributes_end, 0);
        put(reply, attributes_end + 4, 0);
        put(reply, attributes_end + 8, 0);
    });
    EXPECT_EQ(read(), Code::corrupt);
}

TEST_F(NfsHostile, what_was_written_is_no_more_than_was_sent) {
    ASSERT_FALSE(machine.paths->write("/file", 0, Bytes(10)));
    change(Procedure::nfsproc3_write,
           [](Bytes& reply) { put(reply, reply.size() - 16, 1'000'000); });
    EXPECT_EQ(machine.sync(), Code::corrupt);
    change(Procedure::nfsproc3_write, [](Bytes& reply) { put(reply, reply.size() - 16, 0); });
    EXPECT_EQ(machine.sync(), Code::corrupt);
    machine.calls.on_reply = nullptr;
    EXPECT_EQ(machine.sync(), std::nullopt);
}

TEST_F(NfsHostile, a_node_does_not_become_one_of_another_kind) {
    Holding<Node> const held(machine.paths->node("/file").value());
    change(Procedure::nfsproc3_getattr, [](Bytes& reply) { put(reply, 4, 2); }); // a directory
    machine.pass_age();
    EXPECT_EQ(held->attributes().kind, Kind::file);
    EXPECT_EQ(narrow_to<Directory>(*held), nullptr);
}

TEST_F(NfsHostile, a_directory_without_an_end_ends) {
    u64 place = 1;
    change(Procedure::nfsproc3_readdirplus, [&place](Bytes& reply) {
        reply.resize(attributes_end + 8);
        Bytes const entry = rpc::testing::words({1, 0, 9, 1, 0x61000000, 0, 0, 0, 0, 0, 0});
        reply.insert(reply.end(), entry.begin(), entry.end());
        put(reply, attributes_end + 8 + 24, static_cast<u32>(++place));
    });
    u8 room[Directory::name_max];
    Directory& root = machine.paths->root();
    u32 names = 0;
    Outcome<Directory::Entry> entry = Directory::Entry{};
    for (; entry.is_ok() && names < 1000; ++names)
        entry = root.next(entry.value().next, room);
    EXPECT_EQ(code_of(entry), Code::corrupt);
    EXPECT_LE(names, 502u); // `names_max` of the tests' component
}

TEST_F(NfsHostile, a_place_that_leads_to_itself_is_corrupt) {
    change(Procedure::nfsproc3_readdirplus, [](Bytes& reply) {
        reply.resize(attributes_end + 8);
        Bytes const entry = rpc::testing::words({1, 0, 9, 1, 0x61000000, 0, 0, 0, 0, 0, 0});
        reply.insert(reply.end(), entry.begin(), entry.end());
    });
    u8 room[Directory::name_max];
    EXPECT_EQ(code_of(machine.paths->root().next(0, room)), Code::corrupt);
}

TEST_F(NfsHostile, two_nodes_of_one_number_are_two) {
    Holding<Node> const held(machine.paths->node("/file").value());
    u64 const number = held->attributes().number;
    change(Procedure::nfsproc3_lookup, [number](Bytes& reply) {
        usize const place = 4 + 4 + 8 + 4 + 52; // status, handle, whether they follow, up to fileid
        put(reply, place, static_cast<u32>(number >> 32));
        put(reply, place + 4, static_cast<u32>(number));
    });
    Holding<Node> const other(machine.paths->node("/d").value());
    EXPECT_NE(other.get(), held.get());
    EXPECT_NE(other->attributes().number, number);
    EXPECT_EQ(other->attributes().kind, Kind::directory);
}

/// Does a little of everything; how it ends does not matter.
void wander(testing::Machine& machine, fs::testing::Paths& paths) {
    static u8 bytes[20'000];
    for (char const* const each : {"/file", "/d", "/d/link"}) {
        auto const found = paths.node(each, false);
        if (found.is_error()) continue;
        Holding<Node> const node(found.value());
        (void)node->attributes();
        if (auto* const file = narrow_to<File>(*node)) {
            (void)file->read(0, bytes);
            (void)file->write(3000, Span<u8 const>(bytes, 3000));
            (void)file->truncate(4000);
        }
        if (auto* const link = narrow_to<SymbolicLink>(*node)) (void)link->target(bytes);
        u8 room[Directory::name_max];
        auto* const directory = narrow_to<Directory>(*node);
        Outcome<Directory::Entry> entry = Directory::Entry{};
        for (u32 i = 0; directory && i < 10 && entry.is_ok(); ++i)
            entry = directory->next(entry.value().next, room);
    }
    (void)paths.make("/made", Kind::file);
    (void)paths.rename("/made", "/d/made");
    (void)paths.make_link("/l", "file");
    (void)paths.unlink("/l");
    (void)paths.unlink("/d/made");
    (void)machine.mounted->statistics();
    (void)machine.sync();
}

TEST_F(NfsHostile, random_changes_of_replies_do_no_harm) {
    u32 const seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    std::mt19937 random(seed);
    u32 changed = 0;
    auto const damage = [&](u32, Bytes& reply) {
        if (random() % 4 != 0 || reply.empty()) return;
        ++changed;
        if (random() % 4 == 0) reply.resize(random() % reply.size());
        for (u32 i = 0; i < 3 && !reply.empty(); ++i)
            reply[random() % reply.size()] = static_cast<u8>(random() % 3 == 0 ? random() : 0);
    };
    for (u32 round = 0; round < 200; ++round) {
        machine.calls.on_reply = damage;
        wander(machine, *machine.paths);
        machine.calls.on_reply = nullptr;
        machine.pass_age();
    }
    EXPECT_GT(changed, 500u);
    // What could not be written is dropped with the files: nobody has them then.
    (void)machine.paths->unlink("/file");
}

} // namespace
} // namespace flat::fs::nfs
