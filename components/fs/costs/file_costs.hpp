// SPDX-License-Identifier: BSD-2-Clause
// What the operations of a file system cost when all is in memory.
#pragma once

#include <core/calls/holding.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file.hpp>
#include <fs/costs/file_costs.flat.hpp>

namespace flat::fs::costs {

/// Does each operation some times on files that are in memory, below the first file system of the
/// names, and tells the least that it took.
class FileCosts : public FileCostsComponent, NonCopyable {
public:
    using FileCostsComponent::FileCostsComponent;

    void run() override;

private:
    static constexpr u32 rounds = 16;
    static constexpr usize block_bytes = 8192;
    static constexpr u32 file_order = 8;
    static constexpr usize file_bytes = 4096u << file_order;

    /// Does `act` so often, and `undo` after each time, which does not count.
    template<class Act, class Undo>
    void measure(Text operation, Act const& act, Undo const& undo);
    template<class Act>
    void measure(Text operation, Act const& act);

    void measure_names(Directory& root);
    void measure_contents(File& file, Span<u8> bytes);
    void measure_copies(File& from, File& to, Span<u8> bytes);
    Node& make(Directory& root, Text path, Directory::Beginning const& as);
};

} // namespace flat::fs::costs
