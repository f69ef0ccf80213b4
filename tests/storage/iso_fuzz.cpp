// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a directory of a disc contains, reading its records and all that is
// said about them ends, within its bytes.
#include <fs/iso/iso_record.hpp>
#include <fs/iso/rock_ridge.hpp>

#include <cstdint>
#include <cstdlib>

using namespace flat;
using namespace flat::fs::iso;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

namespace {

/// Fields go on in the same bytes, as far as they lie there.
void read_fields(Span<u8 const> all, Span<u8 const> area) {
    u8 target[64];
    RockRidge fields(target);
    for (int i = 0; i < 8; ++i) {
        auto const next = fields.read(area);
        if (next.is_error() || next.value().bytes == 0) break;
        Continuation const& at = next.value();
        if (at.offset > all.size() || at.bytes > all.size() - at.offset) break;
        area = all.part(at.offset, at.bytes);
    }
    if (fields.name().size() > fs::Directory::name_max) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    Span<u8 const> const all(data, size);
    for (Span<u8 const> rest = all;;) {
        auto const record = read_record(rest);
        if (!record) break;
        if (record->bytes == 0 || record->bytes > rest.size()) std::abort();
        u8 name[16];
        (void)plain_name(record->name, name);
        (void)skipped_bytes(record->system_use);
        read_fields(all, record->system_use);
        rest = rest.after(record->bytes);
    }
    return 0;
}
