// SPDX-License-Identifier: BSD-2-Clause
// A mix-in that keeps counts.
#pragma once

#include "named.hpp"

#include <map>
#include <memory>
#include <unordered_map>

namespace catalogue {

class Store : public virtual Named {
public:
    virtual void put(std::string const& key, int count) {
        counts_[key] += count;
        history_[key].push_back(count);
    }

    virtual int count(std::string const& key) const {
        auto const found = counts_.find(key);
        return found == counts_.end() ? 0 : found->second;
    }

    std::shared_ptr<std::string> label() const { return std::make_shared<std::string>(name()); }

protected:
    std::map<std::string, int> counts_;
    std::unordered_map<std::string, std::vector<int>> history_;
};

} // namespace catalogue
