// SPDX-License-Identifier: BSD-2-Clause
// Templates are instantiated with the class; members of bases are found in their instances.
// RUN: %same_output --class Item %s
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

struct Weighted {
    using Weight = long;
    virtual ~Weighted() = default;
    virtual Weight weight() const = 0;
    Weight twice() const { return 2 * weight(); }
};

struct Item : Weighted {
    explicit Item(int number) : number(number) {}
    Weight weight() const override { return number * 10; }
    int number;
};

template<class Kind>
class Bag {
public:
    void add(Kind const& kind) { kinds_.push_back(kind); }
    typename Kind::Weight sum() const {
        typename Kind::Weight result = 0;
        for (Kind const& kind : kinds_)
            result += kind.weight() + kind.Weighted::twice();
        return result;
    }

private:
    std::vector<Kind> kinds_;
};

template<class Kind, long (Kind::*member)() const>
long apply(Kind const& kind) {
    return (kind.*member)();
}

int main() {
    Bag<Item> bag;
    bag.add(Item(1));
    bag.add(Item(2));
    std::optional<Item> maybe;
    maybe.emplace(7);
    std::unique_ptr<Weighted> owned = std::make_unique<Item>(5);
    std::printf("%ld %ld %ld %ld\n", bag.sum(), maybe->twice(), owned->weight(),
                apply<Item, &Item::weight>(*maybe));
}

// PRINTS: 90 140 50 70
