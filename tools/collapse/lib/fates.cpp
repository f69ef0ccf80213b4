// SPDX-License-Identifier: BSD-2-Clause
// Merged, copied or kept: what becomes of the bases of one target, and why.
#include "fates.hpp"

#include <optional>

namespace collapse {

namespace {

class FateFinder {
public:
    FateFinder(ProgramFacts const& program, std::string const& target)
        : program_(program), target_(target), bases_(program.bases(target)) {}

    std::map<std::string, FateOfBase> run() {
        for (std::string const& base : bases_)
            fates_[base] = {"merged", "only this hierarchy uses it", {}};
        while (demote_one(&FateFinder::reason_not_to_merge, "copied")) {
        }
        while (demote_one(&FateFinder::reason_to_keep, "kept")) {
        }
        return std::move(fates_);
    }

private:
    using Reason = std::optional<FateOfBase> (FateFinder::*)(std::string const&) const;

    /// Changes the fate of the first base that has a reason for it. A kept base stays kept.
    bool demote_one(Reason reason, std::string const& fate) {
        for (std::string const& base : bases_) {
            FateOfBase& now = fates_.at(base);
            if (now.fate == fate || now.fate == "kept") continue;
            std::optional<FateOfBase> found = (this->*reason)(base);
            if (!found) continue;
            found->fate = fate;
            now = std::move(*found);
            return true;
        }
        return false;
    }

    bool is_in_hierarchy(std::string const& name) const {
        return name == target_ || fates_.contains(name);
    }

    bool is_merged(std::string const& name) const {
        return name == target_ || (fates_.contains(name) && fates_.at(name).fate == "merged");
    }

    std::optional<FateOfBase> reason_not_to_merge(std::string const& base) const {
        for (std::string const& other : program_.derived(base)) {
            if (is_merged(other)) continue;
            ClassFact const* const definition = program_.definition(other);
            std::string const also = is_in_hierarchy(other) ? " derives from it and is not merged"
                                                            : " derives from it too";
            return FateOfBase{
                {}, "`" + other + "`" + also, definition ? definition->place : rewrite::Place{}};
        }
        if (UseFact const* const object = program_.use("object", base))
            return FateOfBase{{}, "an object of it exists", object->place};
        return std::nullopt;
    }

    /// Only for bases that are not merged: a merged one is the target, however it is seen.
    std::optional<FateOfBase> reason_to_keep(std::string const& base) const {
        if (is_merged(base)) return std::nullopt;
        for (std::string const& derived : program_.derived(base))
            if (fates_.contains(derived) && fates_.at(derived).fate == "kept")
                return FateOfBase{{}, "it is a base of `" + derived + "`, which is kept", {}};
        if (auto const seen = conversion_to(base)) return seen;
        if (UseFact const* const escape = program_.use("escape", base))
            return FateOfBase{{}, "its functions hand on `this`", escape->place};
        if (UseFact const* const cast = program_.use("cast", base))
            return FateOfBase{{}, "a dynamic_cast asks for it", cast->place};
        UseFact const* const thrown = program_.use("thrown", target_);
        UseFact const* const caught = program_.use("caught", base);
        if (thrown && caught)
            return FateOfBase{{}, "`" + target_ + "` is thrown, and it is caught", caught->place};
        return std::nullopt;
    }

    std::optional<FateOfBase> conversion_to(std::string const& base) const {
        std::vector<std::string> all = bases_;
        all.push_back(target_);
        for (std::string const& each : all) {
            ConversionFact const* const found =
                is_merged(each) ? program_.conversion(each, base) : nullptr;
            if (found) return FateOfBase{{}, "`" + each + "` is converted to it", found->place};
        }
        return std::nullopt;
    }

    ProgramFacts const& program_;
    std::string target_;
    std::vector<std::string> bases_;
    std::map<std::string, FateOfBase> fates_;
};

} // namespace

std::map<std::string, FateOfBase> decide_fates(ProgramFacts const& program,
                                               std::string const& target) {
    return FateFinder(program, target).run();
}

} // namespace collapse
