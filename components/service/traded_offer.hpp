// SPDX-License-Identifier: BSD-2-Clause
// An offer of a trader.
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <core/utility.hpp>
#include <flat/service/offer.hpp>
#include <service/clauses.hpp>

namespace flat::service {

class OfferStore;

/// Lies among the offers of its store, which holds it, until it is withdrawn.
class TradedOffer final : public Offer, NonCopyable {
public:
    /// What offers are sorted by: those of a type in a row, in the order in which they were made.
    struct Key {
        u64 type;
        u64 number;

        friend constexpr bool operator<(Key a, Key b) {
            return a.type != b.type ? a.type < b.type : a.number < b.number;
        }
    };

    /// An offer with properties that are well-formed, which its store does not know yet.
    TradedOffer(OfferStore& store, Top& target, u64 type, Text properties,
                core::AbstractResource* given);

    u64 type() override { return type_; }
    u64 number() override { return number_; }
    u32 properties(Span<u8> destination) override { return text().write_to(destination); }
    Result<Top*, TradeError> target() override;
    void withdraw() override;
    u32 holders() override;
    void release() override;
    void* narrow(InterfaceId id) override;

    /// Whether its properties meet a constraint.
    bool meets(Clauses const& constraint) const { return properties_.meet(constraint); }

private:
    friend class OfferStore;

    Text text() const { return Text(characters_, size_); }
    Key key() const { return {type_, number_}; }

    OfferStore& store_;
    u64 const type_;
    u64 number_ = 0;                      // from its store
    Top* target_;                         // null when withdrawn
    u32 holders_ = 1;                     // its maker, at first
    core::AbstractResource* const given_; // released with it, or null
    TreeLink<TradedOffer> link_;
    u8 const size_;
    char characters_[clauses_text_max];
    Clauses properties_; // refers to the characters
};

} // namespace flat::service
