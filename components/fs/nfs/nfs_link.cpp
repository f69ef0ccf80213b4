// SPDX-License-Identifier: BSD-2-Clause
// Symbolic links of a server.
#include <fs/nfs/nfs3_client.x.hpp>
#include <fs/nfs/nfs_nodes.hpp>

namespace flat::fs::nfs {

Outcome<u32> NfsLink::target(Span<u8> destination) {
    u8 path[nfs3::nfs3_path_max];
    auto const guard = nfs().lock();
    nfs3::Readlink3args asked{handle().argument()};
    nfs3::Readlink3res found;
    found.resok.data.data = path;
    TRY(nfs().calls()(nfs3::nfsproc3_readlink_3, asked, found));
    learn(found.resok.symlink_attributes, nfs().calls().now_ns());
    return Text::from_bytes(Span<u8 const>(path, found.resok.data.size)).write_to(destination);
}

} // namespace flat::fs::nfs
