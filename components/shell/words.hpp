// SPDX-License-Identifier: BSD-2-Clause
// The words of a command.
#pragma once

#include <core/text.hpp>

namespace flat::shell {

/// What blanks separate, five at most; a word that is not there is empty.
class Words {
public:
    explicit Words(Text line) {
        usize begin = 0;
        for (usize i = 0; i <= line.size() && count_ < words_max; ++i) {
            if (i < line.size() && line[i] != ' ') continue;
            if (i > begin) words_[count_++] = line.after(begin).first(i - begin);
            begin = i + 1;
        }
    }

    Text operator[](usize index) const { return index < count_ ? words_[index] : Text(); }
    usize size() const { return count_; }

private:
    static constexpr usize words_max = 5;

    Text words_[words_max];
    usize count_ = 0;
};

} // namespace flat::shell
