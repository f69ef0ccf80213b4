// SPDX-License-Identifier: BSD-2-Clause
// What whoever exports an object holds: its release takes the name away.
#pragma once

#include <core/memory.hpp>
#include <core/served.hpp>
#include <core/utility.hpp>
#include <flat/core/naming_graph.hpp>
#include <naming/path.hpp>

namespace flat::naming {

/// A name in a context, and one hold of what it designates.
class Exported final : public core::AbstractResource, NonCopyable {
public:
    /// The text has at most `text_max` bytes.
    Exported(ServedStore& store, core::NamingGraph& context, Text text, Served& served)
        : store_(store), context_(context), served_(served), size_(text.size()) {
        memcpy(text_, text.data(), size_);
    }

    void release() override;
    void* narrow(InterfaceId wanted) override;

private:
    ServedStore& store_;
    core::NamingGraph& context_;
    Served& served_;
    usize const size_;
    char text_[text_max];
};

} // namespace flat::naming
