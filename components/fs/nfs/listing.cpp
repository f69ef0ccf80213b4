// SPDX-License-Identifier: BSD-2-Clause
// The names that a server has sent last.
#include <fs/nfs/listing.hpp>

#include <fs/nfs/nfs3_client.x.hpp>
#include <fs/nfs/nfs_directory.hpp>
#include <fs/nfs/plain_names.hpp>
#include <fs/nodes/held_node.hpp>

namespace flat::fs::nfs {

namespace {

/// A call for names. What an attempt before has left half decoded is given back first.
class NamesAttempt final : public ServerCalls::Attempt {
public:
    NamesAttempt(nfs3::Readdirplus3args& asked, nfs3::Readdirplus3res& names, bool is_plain)
        : asked_(asked), names_(names), is_plain_(is_plain) {}

    Result<void, rpc::RpcError> make(rpc::Client& client, u64 timeout_ns) override {
        nfs3::Readdirplus3resPlace place(names_);
        client.free_results(place);
        names_ = {};
        if (!is_plain_) return nfs3::nfsproc3_readdirplus_3(client, asked_, names_, timeout_ns);
        nfs3::Readdir3args plain{asked_.dir, asked_.cookie, {}, asked_.maxcount};
        memcpy(plain.cookieverf, asked_.cookieverf, sizeof plain.cookieverf);
        nfs3::Readdir3argsPlace arguments(plain);
        PlainNames results(names_);
        constexpr auto procedure = static_cast<u32>(nfs3::NfsV3Procedure::nfsproc3_readdir);
        return client.call(procedure, arguments, results, timeout_ns);
    }
    nfs3::Nfsstat3 status() const override { return names_.status; }

private:
    nfs3::Readdirplus3args& asked_;
    nfs3::Readdirplus3res& names_;
    bool is_plain_;
};

} // namespace

Outcome<Directory::Entry> Listing::entry_at(NfsDirectory& of, u64 place, Span<u8> name) {
    bool const is_old = volume_.calls().now_ns() - fetched_ns_ > volume_.terms().age_ns;
    bool const is_other = directory_ != of.number() || (place == 0 && is_old);
    nfs3::Entryplus3 const* found = is_other ? nullptr : after(place);
    bool const is_end = !is_other && !found && names_.resok.reply.eof && has(place);
    if (!found && !is_end) {
        TRY(fetch(of, place));
        found = names_.resok.reply.entries;
        if (!found && !names_.resok.reply.eof) return FsError{FsError::corrupt};
    }
    if (!found) return Directory::Entry{place, 0, Node::Kind::file, 0};
    return given(of, *found, place, name);
}

/// The entry that follows a place: mostly the one after that which was given last.
nfs3::Entryplus3 const* Listing::after(u64 place) const {
    if (last_ && last_->cookie == place) return last_->nextentry;
    nfs3::Entryplus3 const* each = names_.resok.reply.entries;
    if (place == begin_) return each;
    while (each && each->cookie != place)
        each = each->nextentry;
    return each ? each->nextentry : nullptr;
}

/// Whether an iteration can be at a place of what is here.
bool Listing::has(u64 place) const {
    if (place == begin_) return true;
    for (auto const* each = names_.resok.reply.entries; each; each = each->nextentry)
        if (each->cookie == place) return true;
    return false;
}

Outcome<void> Listing::fetch(NfsDirectory& of, u64 place) {
    forget();
    auto outcome = fetch_by(of, place, is_plain_);
    if (outcome.is_error() && outcome.error().code == FsError::not_supported && !is_plain_) {
        is_plain_ = true;
        outcome = fetch_by(of, place, is_plain_);
    }
    if (outcome.is_error()) {
        forget();
        return outcome;
    }
    directory_ = of.number();
    begin_ = place;
    fetched_ns_ = volume_.calls().now_ns();
    memcpy(of.verifier(), names_.resok.cookieverf, sizeof names_.resok.cookieverf);
    of.learn(names_.resok.dir_attributes, fetched_ns_);
    return {};
}

Outcome<void> Listing::fetch_by(NfsDirectory& of, u64 place, bool is_plain) {
    u32 const bytes = volume_.terms().listing_bytes;
    nfs3::Readdirplus3args asked{of.handle().argument(), place, {}, bytes, bytes};
    if (place != 0) memcpy(asked.cookieverf, of.verifier(), sizeof asked.cookieverf);
    NamesAttempt attempt(asked, names_, is_plain);
    return volume_.calls().perform(attempt);
}

Outcome<Directory::Entry> Listing::given(NfsDirectory& of, nfs3::Entryplus3 const& entry, u64 place,
                                         Span<u8> name) {
    Span<u8 const> const bytes(entry.name.data, entry.name.size);
    if (name_in(bytes).is_error() || entry.cookie == place || !of.counts_name(place))
        return FsError{FsError::corrupt};
    memcpy(name.data(), bytes.data(), bytes.size());
    Directory::Entry given{entry.cookie, entry.fileid, Node::Kind::file, entry.name.size};
    last_ = &entry;
    if (entry.name_attributes.attributes_follow) {
        given.kind = facts_of(entry.name_attributes.attributes).kind;
        return given;
    }
    auto const kind = of.kind_of(Text::from_bytes(name.first(given.name_bytes)));
    if (kind.is_ok()) given.kind = kind.value(); // it may have gone meanwhile
    return given;
}

nfs3::Entryplus3 const* Listing::last_given(NfsDirectory const& of, Text name) const {
    if (!last_ || directory_ != of.number()) return nullptr;
    if (volume_.calls().now_ns() - fetched_ns_ > volume_.terms().age_ns) return nullptr;
    bool const is_it = Text::from_bytes(Span<u8 const>(last_->name.data, last_->name.size)) == name;
    return is_it && last_->name_handle.handle_follows ? last_ : nullptr;
}

void Listing::forget() {
    nfs3::Readdirplus3resPlace place(names_);
    volume_.calls().client().free_results(place);
    names_ = {};
    directory_ = 0;
    last_ = nullptr;
}

} // namespace flat::fs::nfs
