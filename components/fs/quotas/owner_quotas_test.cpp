// SPDX-License-Identifier: BSD-2-Clause
// Tests of quotas, over disks with ext2 and FFS.
#include <fs/quotas/owner_quotas.hpp>

#include <fs/ext2/testing.hpp>
#include <fs/host/damage/testing.hpp>
#include <fs/ufs/testing.hpp>

namespace flat::fs::quotas {
namespace {

using block::testing::pattern;
using fs::testing::code_of;
using fs::testing::span_of;
using Code = FsError::Code;
using Kind = Node::Kind;
using std::nullopt;

class SomeQuotas final : public OwnerQuotas {
public:
    using OwnerQuotas::OwnerQuotas;
};

/// What owner 7 has, and so on, as one value.
struct Used {
    u64 sectors;
    u64 nodes;

    friend bool operator==(Used const&, Used const&) = default;
};

template<class Machine>
class FsOwnerQuotas : public ::testing::Test {
protected:
    void start(std::string const& options) {
        machine.format(options);
        ASSERT_EQ(machine.mount(false), nullopt);
    }
    fs::testing::Paths& paths() { return *machine.paths; }
    FileSystem& files() { return *machine.files; }
    Used used(u32 owner) {
        auto const account = quotas.account(files(), owner).value();
        return {account.used.sectors, account.used.nodes};
    }
    void limit(u32 owner, u64 sectors, u64 nodes) {
        EXPECT_TRUE(quotas.set_most(files(), owner, {sectors, nodes}).is_ok());
    }
    std::optional<Code> make(std::string const& path, u32 owner, Kind kind = Kind::file) {
        return paths().in_parent(path, [&](Directory& in, Span<u8 const> name) {
            auto const made = in.create(name, {kind, 0644, owner, 0, 0});
            if (made.is_ok()) made.value()->release();
            return code_of(made);
        });
    }
    std::optional<Code> give(std::string const& path, u32 owner) {
        Holding<Node> node(paths().node(path).value());
        return code_of(node->set_owner(owner, 0));
    }
    /// Writes to a file as long as its owner may.
    void fill(std::string const& path) {
        for (;;) {
            u64 const size = paths().attributes(path).size_bytes;
            auto const failure = paths().write(path, size, pattern(512));
            if (!failure) continue;
            EXPECT_EQ(failure, Code::over_quota);
            EXPECT_EQ(paths().attributes(path).size_bytes, size);
            return;
        }
    }
    /// What counting anew finds must be what was counted all the time.
    void count_again() {
        EXPECT_TRUE(files().sync().is_ok()); // gives back what was taken in advance
        std::vector<Used> before;
        for (u32 const owner : {0u, 7u, 8u})
            before.push_back(used(owner));
        ASSERT_EQ(machine.unmount(), nullopt);
        ASSERT_EQ(machine.mount(false), nullopt);
        EXPECT_EQ(code_of(quotas.account(files(), 7)), Code::invalid);
        ASSERT_TRUE(quotas.start(files()).is_ok());
        for (u32 i = 0; i < 3; ++i)
            EXPECT_EQ(used(std::array{0u, 7u, 8u}[i]), before[i]) << i;
    }
    void expect_rules();
    void count_damaged(fs::testing::Damaged const& where);

    Machine machine;
    memory::testing::HostObjects objects;
    SomeQuotas quotas{{.objects = objects, .threads = machine.threads}, {}};
};

/// An owner has at most what it may have, whatever it does.
template<class Machine>
void FsOwnerQuotas<Machine>::expect_rules() {
    EXPECT_EQ(make("/before", 7), nullopt);
    EXPECT_EQ(paths().write("/before", 0, pattern(100'000)), nullopt);
    ASSERT_TRUE(quotas.start(files()).is_ok());
    ASSERT_TRUE(quotas.start(files()).is_ok()); // once more is nothing
    Used const first = used(7);
    EXPECT_GE(first.sectors, 100'000u / 512);
    EXPECT_EQ(first.nodes, 1u);
    limit(7, first.sectors + 64, 3);
    EXPECT_EQ(make("/a", 7), nullopt);
    EXPECT_EQ(paths().link("/a", "/b"), nullopt); // a name is no node
    EXPECT_EQ(make("/d", 7, Kind::directory), nullopt);
    EXPECT_EQ(make("/c", 7), Code::over_quota);
    EXPECT_EQ(make("/c", 8), nullopt);
    EXPECT_EQ(give("/c", 7), Code::over_quota);
    u64 const most = first.sectors + 64;
    limit(7, most, 0);
    fill("/a");
    EXPECT_GE(used(7).sectors, most);
    EXPECT_LT(used(7).sectors, most + 18); // a block of 8 KiB, a table of 1 KiB
    EXPECT_EQ(give("/c", 7), nullopt);     // it has no blocks
    EXPECT_EQ(paths().write("/c", 0, pattern(512)), Code::over_quota);
    EXPECT_EQ(give("/c", 8), nullopt);
    EXPECT_EQ(paths().write("/c", 0, pattern(40'000)), nullopt);
    EXPECT_EQ(give("/c", 7), Code::over_quota);
    EXPECT_EQ(paths().truncate("/before", 0), nullopt); // what is given back can be had again
    EXPECT_EQ(paths().write("/a", 0, pattern(40'000)), nullopt);
    EXPECT_EQ(give("/c", 7), nullopt);
    EXPECT_EQ(used(8), (Used{0, 0}));
    count_again();
    EXPECT_EQ(paths().unlink("/a"), nullopt);
    EXPECT_EQ(used(7).nodes, 4u); // it has another name
    EXPECT_EQ(paths().rename("/c", "/b"), nullopt);
    EXPECT_EQ(paths().remove_directory("/d"), nullopt);
    EXPECT_EQ(used(7).nodes, 2u);
    count_again();
}

/// Whatever a disk says, what can be counted is, and what cannot is told.
template<class Machine>
void FsOwnerQuotas<Machine>::count_damaged(fs::testing::Damaged const& where) {
    for (char const* const each : {"/d", "/d/e"})
        EXPECT_EQ(make(each, 7, Kind::directory), nullopt);
    for (char const* const each : {"/a", "/d/a", "/d/e/a"}) {
        EXPECT_EQ(make(each, 8), nullopt);
        EXPECT_EQ(paths().write(each, 0, pattern(20'000)), nullopt);
    }
    ASSERT_EQ(machine.unmount(), nullopt);
    u32 counted = 0;
    fs::testing::damage_and_visit(machine, fs::testing::seed_of_damages(), where,
                                  [&](FileSystem& files) {
                                      if (quotas.start(files).is_error()) return;
                                      ++counted;
                                      EXPECT_TRUE(quotas.set_most(files, 0, {1000, 1}).is_ok());
                                  });
    EXPECT_GT(counted, fs::testing::damages_of_run() / 10);
    EXPECT_EQ(objects.taken, 0u);
}

using FsOwnerQuotasExt2 = FsOwnerQuotas<ext2::testing::Machine>;
using FsOwnerQuotasUfs = FsOwnerQuotas<ufs::testing::Machine>;

TEST_F(FsOwnerQuotasExt2, owners_have_what_they_may_have) {
    start("8M -b 1024");
    expect_rules();
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

TEST_F(FsOwnerQuotasUfs, owners_have_what_they_may_have) {
    start("-s 8m");
    expect_rules();
    EXPECT_EQ(machine.unmount(), nullopt);
}

TEST_F(FsOwnerQuotasExt2, what_has_no_name_is_its_owners_until_nobody_holds_it) {
    start("8M -b 1024");
    EXPECT_EQ(make("/a", 7), nullopt);
    EXPECT_EQ(paths().write("/a", 0, pattern(10'000)), nullopt);
    {
        Holding<Node> const held(paths().node("/a").value());
        EXPECT_EQ(paths().unlink("/a"), nullopt);
        ASSERT_TRUE(quotas.start(files()).is_ok());
        EXPECT_EQ(used(7), (Used{20, 1}));
    }
    EXPECT_EQ(used(7), (Used{0, 0}));
    EXPECT_EQ(machine.unmount(), nullopt);
}

TEST_F(FsOwnerQuotasExt2, pages_of_programs_are_refused_too) {
    start("8M -b 1024");
    ASSERT_TRUE(quotas.start(files()).is_ok());
    EXPECT_EQ(make("/a", 7), nullopt);
    EXPECT_EQ(paths().truncate("/a", 3 * 4096), nullopt); // a hole
    limit(7, 9, 0);
    Holding<Node> node(paths().node("/a").value());
    auto& file = *narrow_to<File>(*node);
    constexpr u32 writing = hal::Mmu::read | hal::Mmu::write;
    auto const rights = [&](u64 page) {
        for (;;) {
            auto const held = machine.kernel.pages.hold(file, page, writing);
            if (held.is_error()) return false;
            if (held.value().condition == 0) break;
            machine.threads.run_server();
        }
        machine.kernel.pages.let_go(file, page, writing);
        return true;
    };
    EXPECT_TRUE(rights(0));
    EXPECT_FALSE(rights(1));
    EXPECT_EQ(used(7), (Used{8, 1}));
    node.take(nullptr);
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
}

/// A disk with ext2 whose bytes are changed while it is not mounted.
class FsOwnerQuotasDamaged : public FsOwnerQuotasExt2 {
protected:
    fs::testing::Bytes& image() { return machine.disk.contents; }
    u32 word(usize at) {
        return image()[at] | image()[at + 1] << 8 | image()[at + 2] << 16 | image()[at + 3] << 24;
    }
    void set_word(usize at, u32 value) {
        for (u32 i = 0; i < 4; ++i)
            image()[at + i] = static_cast<u8>(value >> 8 * i);
    }
    /// Where a node is on the disk, in the first group.
    usize node_at(u32 number) {
        return word(2048 + 8) * usize{1024} + (number - 1) * usize{word(1024 + 88) & 0xffff};
    }
    /// Where a name of a directory of one block is on the disk.
    usize name_at(u32 directory, std::string const& name) {
        usize const block = word(node_at(directory) + 40) * usize{1024};
        for (usize at = block; at < block + 1024; at += image()[at + 4] | image()[at + 5] << 8)
            if (std::string(&image()[at + 8], &image()[at + 8] + image()[at + 6]) == name)
                return at;
        ADD_FAILURE() << name;
        return block;
    }
    u32 number_of(std::string const& path) {
        return static_cast<u32>(paths().attributes(path).number);
    }
};

TEST_F(FsOwnerQuotasDamaged, what_only_a_parents_name_leads_to_takes_nothing_away) {
    start("1M -b 1024");
    EXPECT_EQ(make("/d", 7, Kind::directory), nullopt);
    EXPECT_EQ(make("/x", 77), nullopt);
    EXPECT_EQ(paths().write("/x", 0, pattern(10'000)), nullopt);
    u32 const directory = number_of("/d");
    u32 const file = number_of("/x");
    ASSERT_EQ(machine.unmount(), nullopt);
    set_word(name_at(2, "x"), 0); // no name leads to it
    set_word(name_at(directory, ".."), file);
    ASSERT_EQ(machine.mount(false), nullopt);
    ASSERT_TRUE(quotas.start(files()).is_ok());
    Holding<Node> in(paths().node("/d").value());
    Holding<Node> node(narrow_to<Directory>(*in)->lookup(fs::testing::span_of("..")).value());
    EXPECT_TRUE(narrow_to<File>(*node)->truncate(0).is_ok());
    EXPECT_EQ(used(77), (Used{0, 1}));
    EXPECT_EQ(code_of(node->set_owner(78, 0)), nullopt);
    EXPECT_EQ(used(77), (Used{0, 0}));
    EXPECT_EQ(code_of(node->set_owner(77, 0)), nullopt);
    EXPECT_EQ(used(77), (Used{0, 1}));
    node.take(nullptr);
    in.take(nullptr);
    EXPECT_EQ(machine.unmount(), nullopt);
}

TEST_F(FsOwnerQuotasDamaged, what_has_a_name_and_no_link_is_counted_once) {
    start("1M -b 1024");
    EXPECT_EQ(make("/x", 7), nullopt);
    EXPECT_EQ(paths().link("/x", "/y"), nullopt);
    u32 const file = number_of("/x");
    ASSERT_EQ(machine.unmount(), nullopt);
    image()[node_at(file) + 26] = 1; // of two
    ASSERT_EQ(machine.mount(false), nullopt);
    Holding<Node> node(paths().node("/x").value());
    EXPECT_EQ(paths().unlink("/x"), nullopt);
    ASSERT_TRUE(quotas.start(files()).is_ok());
    EXPECT_EQ(used(7), (Used{0, 1}));
    node.take(nullptr);
    EXPECT_EQ(used(7), (Used{0, 0}));
    EXPECT_EQ(machine.unmount(), nullopt);
}

TEST_F(FsOwnerQuotasDamaged, a_directory_in_two_others_is_told_and_remembered) {
    start("1M -b 1024");
    EXPECT_EQ(make("/d", 7, Kind::directory), nullopt);
    EXPECT_EQ(make("/e", 7, Kind::directory), nullopt);
    u32 const directory = number_of("/d");
    ASSERT_EQ(machine.unmount(), nullopt);
    set_word(name_at(2, "e"), directory);
    ASSERT_EQ(machine.mount(false), nullopt);
    EXPECT_EQ(code_of(quotas.start(files())), Code::corrupt);
    EXPECT_EQ(code_of(quotas.account(files(), 7)), Code::invalid);
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.mount(false), Code::read_only) << "that is for e2fsck";
    EXPECT_EQ(machine.mount(), nullopt);
    EXPECT_EQ(machine.unmount(), nullopt);
}

TEST_F(FsOwnerQuotasExt2, damaged_disks_are_counted_without_harm) {
    start("1M -b 1024 -N 64");
    count_damaged({1024, 8 * 1024, 150 * 1024});
}

TEST_F(FsOwnerQuotasUfs, damaged_disks_are_counted_without_harm) {
    start("-s 2m");
    count_damaged({8192, 1400, 90 * 1024});
}

TEST_F(FsOwnerQuotasExt2, without_memory_nothing_is_counted) {
    start("8M -b 1024");
    EXPECT_EQ(make("/d", 7, Kind::directory), nullopt);
    EXPECT_EQ(make("/d/a", 8), nullopt);
    objects.left = 0;
    for (u32 have = 0; code_of(quotas.start(files())) == Code::out_of_memory; objects.left = ++have)
        EXPECT_EQ(objects.taken, 0u);
    EXPECT_EQ(used(8), (Used{0, 1}));
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(objects.taken, 0u);
}

} // namespace
} // namespace flat::fs::quotas
