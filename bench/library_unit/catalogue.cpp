// SPDX-License-Identifier: BSD-2-Clause
// A class of a virtual base and two mix-ins, among much of the standard library.
#include "search.hpp"
#include "store.hpp"

namespace catalogue {

class Catalogue final : public Store, public Search {
public:
    std::string name() const override { return "catalogue " + Named::name(); }
    std::vector<std::string> words() const override { return entries_; }
    bool fits(std::string const& text) const override {
        return Search::fits(text) || count(text) > 1;
    }

    void add(std::string const& entry) {
        entries_.push_back(entry);
        put(entry, 1);
    }
};

} // namespace catalogue

int main(int count, char** arguments) {
    catalogue::Catalogue all;
    for (int i = 0; i < count; ++i)
        all.add(arguments[i]);
    all.look_also([](std::string const& text) { return text.empty(); });
    int fitting = 0;
    all.visit([&](std::string const& text) { fitting += all.fits(text) ? 1 : 0; });
    all.print(std::cout);
    std::cout << ' ' << fitting << ' ' << *all.label() << '\n';
}
