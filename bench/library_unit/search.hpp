// SPDX-License-Identifier: BSD-2-Clause
// A mix-in that searches.
#pragma once

#include "named.hpp"

#include <algorithm>
#include <functional>
#include <regex>

namespace catalogue {

class Search : public virtual Named {
public:
    virtual bool fits(std::string const& text) const {
        std::smatch match;
        return std::regex_match(text, match, pattern_) || (also_ && also_(text));
    }

    void look_for(std::string const& pattern) { pattern_ = std::regex(pattern); }
    void look_also(std::function<bool(std::string const&)> also) { also_ = std::move(also); }

    template<class Visitor>
    void visit(Visitor visitor) {
        std::sort(entries_.begin(), entries_.end(), [](auto const& left, auto const& right) {
            return left.size() < right.size() || (left.size() == right.size() && left < right);
        });
        std::for_each(entries_.begin(), entries_.end(), visitor);
    }

protected:
    std::regex pattern_{"[a-z]+"};
    std::vector<std::string> entries_;
    std::function<bool(std::string const&)> also_;
};

} // namespace catalogue
