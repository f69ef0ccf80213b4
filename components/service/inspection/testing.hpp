// SPDX-License-Identifier: BSD-2-Clause
// A domain that tells what a test wants.
#pragma once

#include <core/text.hpp>
#include <flat/service/inspected.hpp>

#include <functional>
#include <string>
#include <vector>

namespace flat::service::testing {

/// Tells as many lines as it has; after that it may be gone, or state any size.
class FakeDomain : public Inspected {
public:
    Result<u32, InspectError> tell(Question question, u32 place, Span<u8> line) override {
        asked = question;
        if (meanwhile) meanwhile();
        if (place < lines.size())
            return Text(lines[place].data(), lines[place].size()).write_to(line);
        if (is_gone) return InspectError{InspectError::Code::unreachable};
        return size_after;
    }
    void release() override { ++releases; }

    Question asked = Question::reset;
    std::vector<std::string> lines;
    std::function<void()> meanwhile;
    bool is_gone = false;
    u32 size_after = 0;
    int releases = 0;
};

} // namespace flat::service::testing
