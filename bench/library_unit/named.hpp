// SPDX-License-Identifier: BSD-2-Clause
// The common base: what has a name.
#pragma once

#include <iostream>
#include <string>
#include <vector>

namespace catalogue {

class Named {
public:
    virtual ~Named() = default;
    virtual std::string name() const { return name_; }
    virtual std::vector<std::string> words() const { return {name()}; }
    void print(std::ostream& out) const {
        for (std::string const& word : words())
            out << word << ' ';
        out << '(' << name() << ')';
    }

    void rename(std::string name) { name_ = std::move(name); }

protected:
    std::string name_ = "unnamed";
};

} // namespace catalogue
