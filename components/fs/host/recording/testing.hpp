// SPDX-License-Identifier: BSD-2-Clause
// A disk that remembers what it was asked for, and what it may have had when it lost its power.
#pragma once

#include <block/testing.hpp>
#include <fs/testing.hpp>

#include <random>

namespace flat::fs::testing {

/// What a disk was asked to write, and when to flush, from some contents on.
struct Recording {
    /// Without bytes it is a flush.
    struct Event {
        u64 sector;
        Bytes bytes;
    };

    Bytes before;
    std::vector<Event> events;

    /// What the disk may have after a cut before event `end`: all up to the last flush, and of what
    /// came after that any sectors of any requests.
    Bytes cut(usize end, u32 sector_bytes, std::mt19937& random) const {
        usize flushed = end;
        while (flushed > 0 && !events[flushed - 1].bytes.empty())
            --flushed;
        Bytes disk = before;
        for (usize i = 0; i < flushed; ++i)
            put(disk, events[i], 0, events[i].bytes.size(), sector_bytes);
        u32 const how = random() % 3; // all of it, whole requests, sectors
        for (usize i = flushed; i < end; ++i) {
            Bytes const& bytes = events[i].bytes;
            if (how != 2) {
                if (how == 0 || random() % 2 == 0)
                    put(disk, events[i], 0, bytes.size(), sector_bytes);
                continue;
            }
            for (usize at = 0; at < bytes.size(); at += sector_bytes)
                if (random() % 2 == 0) put(disk, events[i], at, sector_bytes, sector_bytes);
        }
        return disk;
    }

private:
    static void put(Bytes& disk, Event const& event, usize from, usize size, u32 sector_bytes) {
        auto const source = event.bytes.begin() + static_cast<long>(from);
        std::copy(source, source + static_cast<long>(size),
                  disk.begin() + static_cast<long>(event.sector * sector_bytes + from));
    }
};

/// A disk in memory that records.
class RecordingDisk final : public block::testing::TestDisk {
public:
    /// Records from now on.
    void start() {
        recording.before = contents;
        recording.events.clear();
        is_recording_ = true;
    }

    void submit(DiskRequest& request) override {
        if (is_recording_ && request.kind() == DiskRequest::Kind::flush)
            recording.events.push_back({0, {}});
        if (is_recording_ && request.kind() == DiskRequest::Kind::write) {
            Recording::Event event{request.sector(), {}};
            for (auto const& each : request.segments())
                event.bytes.insert(event.bytes.end(), each.begin, each.begin + each.bytes);
            recording.events.push_back(std::move(event));
        }
        TestDisk::submit(request);
    }

    Recording recording;

private:
    bool is_recording_ = false;
};

} // namespace flat::fs::testing
