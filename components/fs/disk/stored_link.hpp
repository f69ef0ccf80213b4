// SPDX-License-Identifier: BSD-2-Clause
// Symbolic links of formats with trees of blocks.
#pragma once

#include <core/memory.hpp>
#include <fs/disk/stored_as.hpp>

namespace flat::fs {

/// A short path lies where pointers would be, if the format has room there; a longer one in units.
/// The map says which: `path_room`, and `is_path_in_room`, and `path_max`.
template<class F>
class StoredLink final : public StoredAs<LinkNode, F> {
public:
    using StoredAs<LinkNode, F>::StoredAs;

    Outcome<u32> target(Span<u8> destination) override {
        auto const guard = this->disk().lock();
        u64 const size = size_bytes();
        if (this->map().is_path_in_room(size))
            return Text::from_bytes(this->map().path_room().first(size)).write_to(destination);
        if (size > this->map().path_max()) return FsError{FsError::Code::corrupt};
        u64 const bytes = min<u64>(size, destination.size());
        TRY(for_each_part(bytes,
                          [&](BlockHold& hold, u64 unit, u64 done, u64 part) -> Outcome<void> {
                              TRY(hold.open(unit));
                              memcpy(destination.data() + done, hold.bytes().data(), part);
                              return {};
                          }));
        return static_cast<u32>(bytes);
    }

    Outcome<void> set_target(Span<u8 const> path) override {
        if (path.size() > this->map().path_max()) return FsError{FsError::Code::name_too_long};
        Span<u8> const room = this->map().path_room();
        this->storage().size_bytes = path.size();
        if (path.size() < room.size()) {
            memcpy(room.data(), path.data(), path.size());
            return this->save();
        }
        u32 const unit_bytes = this->disk().blocks().block_bytes();
        for (u64 i = 0; i * unit_bytes < path.size(); ++i)
            TRY(this->map().take_unit(i, this->map().first_near(this->number())));
        TRY(for_each_part(path.size(),
                          [&](BlockHold& hold, u64 unit, u64 done, u64 part) -> Outcome<void> {
                              TRY(this->map().open_fresh(hold, unit));
                              memset(hold.bytes().data(), 0, hold.bytes().size());
                              memcpy(hold.bytes().data(), path.data() + done, part);
                              return {};
                          }));
        return this->save();
    }

    u64 size_bytes() override { return this->storage().size_bytes; }
    void destroy() override { this->disk().dispose(*this); }

private:
    bool has_blocks() override { return !this->map().is_path_in_room(size_bytes()); }

    /// Calls for each unit of the path that begins before `bytes`.
    template<class Call>
    Outcome<void> for_each_part(u64 bytes, Call call) {
        u32 const unit_bytes = this->disk().blocks().block_bytes();
        for (u64 done = 0; done < bytes; done += unit_bytes) {
            u64 const unit = TRY(this->map().find_unit(done / unit_bytes, Patience::waits));
            if (unit == 0) return FsError{FsError::Code::corrupt};
            BlockHold hold(this->disk(), this->disk().blocks());
            TRY(call(hold, unit, done, min<u64>(bytes - done, unit_bytes)));
        }
        return {};
    }
};

} // namespace flat::fs
