// SPDX-License-Identifier: BSD-2-Clause
// Merged, copied or kept: what becomes of the bases of one target, and why.
#include "base_decisions.hpp"

#include <optional>

namespace collapse {

namespace {

class FateFinder {
public:
    FateFinder(ProgramFacts const& program, std::string const& target)
        : program_(program), target_(target), bases_(program.bases(target)) {}

    std::map<std::string, DecidedBase> run() {
        for (std::string const& base : bases_)
            decisions_[base] = {"merged", "only this hierarchy uses it", {}};
        while (demote_one(&FateFinder::reason_not_to_merge, "copied")) {
        }
        while (demote_one(&FateFinder::reason_to_keep, "kept")) {
        }
        return std::move(decisions_);
    }

private:
    using Reason = std::optional<DecidedBase> (FateFinder::*)(std::string const&) const;

    /// Changes the decision of the first base that has a reason for it. A kept base stays kept.
    bool demote_one(Reason reason, std::string const& decision) {
        for (std::string const& base : bases_) {
            DecidedBase& now = decisions_.at(base);
            if (now.decision == decision || now.decision == "kept") continue;
            std::optional<DecidedBase> found = (this->*reason)(base);
            if (!found) continue;
            found->decision = decision;
            now = std::move(*found);
            return true;
        }
        return false;
    }

    bool is_in_hierarchy(std::string const& name) const {
        return name == target_ || decisions_.contains(name);
    }

    bool is_merged(std::string const& name) const {
        return name == target_ ||
               (decisions_.contains(name) && decisions_.at(name).decision == "merged");
    }

    std::optional<DecidedBase> reason_not_to_merge(std::string const& base) const {
        for (std::string const& other : program_.derived(base)) {
            if (is_merged(other)) continue;
            ClassFact const* const definition = program_.definition(other);
            std::string const also = is_in_hierarchy(other) ? " derives from it and is not merged"
                                                            : " derives from it too";
            return DecidedBase{
                {}, "`" + other + "`" + also, definition ? definition->place : rewrite::Place{}};
        }
        if (UseFact const* const object = program_.use("object", base))
            return DecidedBase{{}, "an object of it exists", object->place};
        return std::nullopt;
    }

    /// Only for bases that are not merged: a merged one is the target, however it is seen.
    std::optional<DecidedBase> reason_to_keep(std::string const& base) const {
        if (is_merged(base)) return std::nullopt;
        for (std::string const& derived : program_.derived(base))
            if (decisions_.contains(derived) && decisions_.at(derived).decision == "kept")
                return DecidedBase{{}, "it is a base of `" + derived + "`, which is kept", {}};
        if (auto const seen = conversion_to(base)) return seen;
        if (UseFact const* const escape = program_.use("escape", base))
            return DecidedBase{{}, "its functions hand on `this`", escape->place};
        if (UseFact const* const cast = program_.use("cast", base))
            return DecidedBase{{}, "a dynamic_cast asks for it", cast->place};
        UseFact const* const thrown = program_.use("thrown", target_);
        UseFact const* const caught = program_.use("caught", base);
        if (thrown && caught)
            return DecidedBase{{}, "`" + target_ + "` is thrown, and it is caught", caught->place};
        return std::nullopt;
    }

    std::optional<DecidedBase> conversion_to(std::string const& base) const {
        std::vector<std::string> all = bases_;
        all.push_back(target_);
        for (std::string const& each : all) {
            ConversionFact const* const found =
                is_merged(each) ? program_.conversion(each, base) : nullptr;
            if (found) return DecidedBase{{}, "`" + each + "` is converted to it", found->place};
        }
        return std::nullopt;
    }

    ProgramFacts const& program_;
    std::string target_;
    std::vector<std::string> bases_;
    std::map<std::string, DecidedBase> decisions_;
};

} // namespace

std::map<std::string, DecidedBase> decide_bases(ProgramFacts const& program,
                                                std::string const& target) {
    return FateFinder(program, target).run();
}

} // namespace collapse
