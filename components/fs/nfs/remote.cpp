// SPDX-License-Identifier: BSD-2-Clause
// What is known of a node that a server has.
#include <fs/nfs/remote.hpp>

namespace flat::fs::nfs {

namespace {

/// Whether contents are as they were (RFC 1813, section 2.6: weak cache consistency).
template<class A, class B>
bool is_same_state(A const& a, B const& b) {
    return a.size == b.size && a.mtime == b.mtime;
}

} // namespace

void Remote::learn(nfs3::Fattr3 const& now, u64 now_ns, Change change) {
    if (now.type != seen_.type) return forget_age();
    bool const may_be_others = change == Change::is_anybodys || node().is_directory();
    bool const is_outdated = may_be_others && !is_same_state(now, seen_);
    seen_ = now;
    seen_size_.store(now.size);
    seen_ns_.store(now_ns);
    u64 const number = node().number();
    Facts& facts = node().facts();
    bool const has_ended = facts.links == 0;
    facts = facts_of(now);
    facts.number = number;
    if (has_ended) facts.links = 0;
    if (is_outdated) outdate();
}

void Remote::learn(nfs3::WccData const& of, u64 now_ns) {
    if (!of.after.attributes_follow) return forget_age();
    bool const is_alone =
        !of.before.attributes_follow || is_same_state(of.before.attributes, seen_);
    learn(of.after.attributes, now_ns, is_alone ? Change::is_ours : Change::is_anybodys);
}

void Remote::learn(nfs3::PostOpAttr const& of, u64 now_ns) {
    if (of.attributes_follow)
        learn(of.attributes, now_ns, Change::is_anybodys);
    else
        forget_age();
}

} // namespace flat::fs::nfs
