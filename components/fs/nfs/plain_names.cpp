// SPDX-License-Identifier: BSD-2-Clause
// Replies of READDIR, for servers that have no READDIRPLUS.
#include <fs/nfs/plain_names.hpp>

namespace flat::fs::nfs {

using nfs3::Entryplus3;

namespace {

/// An `entry3` without its link (RFC 1813, section 3.3.16).
rpc::XdrResult plain_entry_alone(XdrStream& stream, Entryplus3& entry) {
    TRY(rpc::xdr_u64(stream, entry.fileid));
    TRY(nfs3::xdr_filename3(stream, entry.name));
    return rpc::xdr_u64(stream, entry.cookie);
}

rpc::XdrResult plain_entries(XdrStream& stream, Entryplus3& first) {
    return rpc::xdr_chain<Entryplus3, &Entryplus3::nextentry, plain_entry_alone>(stream, first);
}

} // namespace

Result<void, rpc::XdrError> PlainNames::transfer(XdrStream& stream) {
    TRY(nfs3::xdr_nfsstat3(stream, names_.status));
    if (names_.status != nfs3::Nfsstat3::nfs3_ok)
        return nfs3::xdr_post_op_attr(stream, names_.resfail.dir_attributes);
    nfs3::Readdirplus3resok& of = names_.resok;
    TRY(nfs3::xdr_post_op_attr(stream, of.dir_attributes));
    TRY(nfs3::xdr_cookieverf3(stream, of.cookieverf));
    TRY((rpc::xdr_optional<Entryplus3, plain_entries>(stream, of.reply.entries)));
    return rpc::xdr_bool(stream, of.reply.eof);
}

} // namespace flat::fs::nfs
