// SPDX-License-Identifier: BSD-2-Clause
// A call that a server executes, and the replies to it.
#pragma once

#include <flat/rpc/call.hpp>
#include <flat/rpc/reply_path.hpp>
#include <rpc/messages/message.hpp>

namespace flat::rpc {

/// The call that follows a header; the arguments are next in the message.
class ServerCall : public Call, NonCopyable {
public:
    ServerCall(CallHeader const& header, XdrStream& message, ReplyPath& path)
        : header_(header), message_(message), path_(path) {}

    u32 procedure() override { return header_.procedure; }
    Caller caller() override { return caller_; }
    bool get_arguments(XdrValue& arguments) override;
    void free_arguments(XdrValue& arguments) override;
    bool reply(XdrValue& results) override;
    void refuse(Refusal reason) override;

    /// Finds out the caller; whatever is not ok is the answer to the call.
    AuthStatus authenticate();

    /// Replies that the program does not exist, or not in this version.
    void refuse_program();
    void refuse_version(VersionRange versions);

    /// Replies that the call was not looked at.
    void deny_version();
    void deny(AuthStatus reason);

private:
    bool send(ReplyMessage& reply);
    void accept(AcceptStatus status, VersionRange versions = {});

    CallHeader const& header_;
    XdrStream& message_;
    ReplyPath& path_;
    Caller caller_{};
};

} // namespace flat::rpc
