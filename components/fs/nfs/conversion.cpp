// SPDX-License-Identifier: BSD-2-Clause
// What a server says, in our words, and the other way round.
#include <fs/nfs/conversion.hpp>

namespace flat::fs::nfs {

using Kind = Node::Kind;
using nfs3::Ftype3;
using nfs3::Nfsstat3;

namespace {

constexpr i64 ns_per_s = 1'000'000'000;

/// The statuses that mean one of our errors; all others are IO.
struct Meaning {
    Nfsstat3 status;
    FsError::Code code;
};
constexpr Meaning meanings[] = {
    {Nfsstat3::nfs3err_perm, FsError::forbidden},
    {Nfsstat3::nfs3err_acces, FsError::forbidden},
    {Nfsstat3::nfs3err_noent, FsError::not_found},
    {Nfsstat3::nfs3err_exist, FsError::exists},
    {Nfsstat3::nfs3err_xdev, FsError::cross_device},
    {Nfsstat3::nfs3err_notdir, FsError::not_directory},
    {Nfsstat3::nfs3err_isdir, FsError::is_directory},
    {Nfsstat3::nfs3err_inval, FsError::invalid},
    {Nfsstat3::nfs3err_bad_cookie, FsError::invalid},
    {Nfsstat3::nfs3err_fbig, FsError::file_too_big},
    {Nfsstat3::nfs3err_nospc, FsError::no_space},
    {Nfsstat3::nfs3err_dquot, FsError::over_quota},
    {Nfsstat3::nfs3err_rofs, FsError::read_only},
    {Nfsstat3::nfs3err_mlink, FsError::too_many_links},
    {Nfsstat3::nfs3err_nametoolong, FsError::name_too_long},
    {Nfsstat3::nfs3err_notempty, FsError::not_empty},
    {Nfsstat3::nfs3err_stale, FsError::stale},
    {Nfsstat3::nfs3err_badhandle, FsError::stale},
    {Nfsstat3::nfs3err_remote, FsError::not_supported},
    {Nfsstat3::nfs3err_notsupp, FsError::not_supported},
    {Nfsstat3::nfs3err_badtype, FsError::not_supported},
    {Nfsstat3::nfs3err_jukebox, FsError::no_answer},
};

Kind kind_of(Ftype3 type) {
    switch (type) {
    case Ftype3::nf3reg:
        return Kind::file;
    case Ftype3::nf3dir:
        return Kind::directory;
    case Ftype3::nf3blk:
        return Kind::block_device;
    case Ftype3::nf3chr:
        return Kind::character_device;
    case Ftype3::nf3lnk:
        return Kind::symbolic_link;
    case Ftype3::nf3sock:
        return Kind::socket;
    case Ftype3::nf3fifo:
        return Kind::pipe;
    }
    return Kind::pipe;
}

} // namespace

Outcome<void> outcome_of(Nfsstat3 status) {
    if (status == Nfsstat3::nfs3_ok) return {};
    for (Meaning const& each : meanings)
        if (each.status == status) return FsError{each.code};
    return FsError{FsError::io};
}

/// Both protocols number what they have in common alike.
Outcome<void> outcome_of(mount3::Mountstat3 status) {
    return outcome_of(static_cast<Nfsstat3>(status));
}

Facts facts_of(nfs3::Fattr3 const& of) {
    Kind const kind = kind_of(of.type);
    bool const is_device = kind == Kind::block_device || kind == Kind::character_device;
    u64 const device = u64{of.rdev.specdata1} << 8 | (of.rdev.specdata2 & 0xff) |
                       u64{of.rdev.specdata2 & ~u32{0xff}} << 12;
    return {.number = of.fileid,
            .kind = kind,
            .mode = of.mode & NodeBase::mode_bits,
            .owner = of.uid,
            .group = of.gid,
            .links = max(of.nlink, 1),
            .device = is_device ? device : 0,
            .accessed_ns = ns_of(of.atime),
            .modified_ns = ns_of(of.mtime),
            .changed_ns = ns_of(of.ctime)};
}

Ftype3 type_of(Kind kind) {
    constexpr Ftype3 types[] = {Ftype3::nf3reg, Ftype3::nf3dir,  Ftype3::nf3lnk, Ftype3::nf3chr,
                                Ftype3::nf3blk, Ftype3::nf3fifo, Ftype3::nf3sock};
    return types[static_cast<u32>(kind)];
}

nfs3::Nfstime3 time_of(i64 ns) {
    constexpr i64 seconds_max = 0xffff'ffff;
    if (ns < 0) return {};
    if (ns / ns_per_s > seconds_max) return {static_cast<u32>(seconds_max), 0};
    return {static_cast<u32>(ns / ns_per_s), static_cast<u32>(ns % ns_per_s)};
}

i64 ns_of(nfs3::Nfstime3 const& time) {
    return i64{time.seconds} * ns_per_s + time.nseconds;
}

nfs3::Specdata3 numbers_of_device(u64 device) {
    u32 const minor = static_cast<u32>((device & 0xff) | (device >> 12 & ~u64{0xff}));
    return {static_cast<u32>(device >> 8 & 0xfff), minor};
}

} // namespace flat::fs::nfs
