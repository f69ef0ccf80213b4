// SPDX-License-Identifier: BSD-2-Clause
// Tells callers at which ports the programs of this host are.
#include <rpc/portmapper.hpp>

#include <flat/rpc/call.hpp>
#include <rpc/message.hpp>

namespace flat::rpc {

namespace {

using Mapping = PortRegistry::Mapping;

/// Numbers of the procedures (RFC 1833, section 3.1).
enum class Procedure : u32 { null, set, unset, port, dump };

/// Numbers of the Internet protocols, by which callers name kinds of sockets.
constexpr u32 tcp = 6;
constexpr u32 udp = 17;

/// A mapping in external form.
class MappingPlace : public XdrValue {
public:
    MappingPlace() = default;
    explicit MappingPlace(Mapping const& mapping)
        : program_(mapping.program), version_(mapping.version),
          protocol_(mapping.kind == net::Sockets::Kind::stream ? tcp : udp), port_(mapping.port) {}

    Result<void, XdrError> transfer(XdrStream& stream) override {
        TRY(xdr_u32(stream, program_));
        TRY(xdr_u32(stream, version_));
        TRY(xdr_u32(stream, protocol_));
        return xdr_u32(stream, port_);
    }

    bool has_kind() const { return protocol_ == tcp || protocol_ == udp; }

    /// Without the port, which nobody who asks knows.
    Mapping mapping() const {
        using Kind = net::Sockets::Kind;
        return {program_, version_, protocol_ == tcp ? Kind::stream : Kind::datagram, 0};
    }

private:
    u32 program_ = 0;
    u32 version_ = 0;
    u32 protocol_ = 0;
    u32 port_ = 0;
};

class NumberPlace : public XdrValue {
public:
    explicit NumberPlace(u32 number) : number_(number) {}
    Result<void, XdrError> transfer(XdrStream& stream) override { return xdr_u32(stream, number_); }

private:
    u32 number_;
};

void answer(Call& call, XdrValue& results) {
    if (!call.reply(results)) call.refuse(Call::Refusal::system_error);
}

} // namespace

/// All mappings, each after a word that says that there is one more.
class Portmapper::List : public XdrValue {
public:
    explicit List(Portmapper const& portmapper) : portmapper_(portmapper) {}

    Result<void, XdrError> transfer(XdrStream& stream) override {
        bool has_more = true;
        for (u32 i = 0; i < portmapper_.count_; ++i) {
            TRY(xdr_bool(stream, has_more));
            TRY(MappingPlace(portmapper_.mappings_[i]).transfer(stream));
        }
        has_more = false;
        return xdr_bool(stream, has_more);
    }

private:
    Portmapper const& portmapper_;
};

bool Portmapper::add(Mapping const& mapping) {
    bool const is_elsewhere = mapping.program == program && mapping.port != own_port;
    if (is_elsewhere || find(mapping) || count_ == mappings_max) return false;
    mappings_[count_++] = mapping;
    return true;
}

PortRegistry::Mapping const* Portmapper::find(Mapping const& wanted) const {
    for (u32 i = 0; i < count_; ++i) {
        Mapping const& each = mappings_[i];
        if (each.program == wanted.program && each.version == wanted.version &&
            each.kind == wanted.kind)
            return &each;
    }
    return nullptr;
}

void Portmapper::dispatch(Call& call) {
    XdrNothing nothing;
    List list(*this);
    switch (static_cast<Procedure>(call.procedure())) {
    case Procedure::null:
        return answer(call, nothing);
    case Procedure::set:
    case Procedure::unset:
        return refuse_change(call);
    case Procedure::port:
        return serve_port(call);
    case Procedure::dump:
        return answer(call, list);
    }
    call.refuse(Call::Refusal::procedure_unavailable);
}

/// 0 where there is none.
void Portmapper::serve_port(Call& call) const {
    MappingPlace asked;
    if (!call.get_arguments(asked)) return call.refuse(Call::Refusal::garbage_arguments);
    Mapping const* const found = asked.has_kind() ? find(asked.mapping()) : nullptr;
    NumberPlace port(found ? found->port : 0u);
    answer(call, port);
}

void Portmapper::refuse_change(Call& call) {
    MappingPlace asked;
    if (!call.get_arguments(asked)) return call.refuse(Call::Refusal::garbage_arguments);
    NumberPlace is_done(0);
    answer(call, is_done);
}

} // namespace flat::rpc
