// SPDX-License-Identifier: BSD-2-Clause
// What programs ask about users and groups, and through which directories they may go.
#pragma once

#include <unix/credentials.hpp>
#include <unix/users/users.flat.hpp>

namespace flat::unix::users {

/// Tells and sets for whom a process acts, by the rules of its `Credentials`.
class Users : public UsersComponent {
public:
    using UsersComponent::UsersComponent;

    // UserCalls
    i64 getuid(Task& task) override;
    i64 geteuid(Task& task) override;
    i64 getgid(Task& task) override;
    i64 getegid(Task& task) override;
    i64 setuid(Task& task, u32 user) override;
    i64 setgid(Task& task, u32 group) override;
    i64 setreuid(Task& task, u32 real, u32 effective) override;
    i64 setregid(Task& task, u32 real, u32 effective) override;
    i64 setresuid(Task& task, u32 real, u32 effective, u32 saved) override;
    i64 setresgid(Task& task, u32 real, u32 effective, u32 saved) override;
    i64 getresuid(Task& task, vaddr real, vaddr effective, vaddr saved) override;
    i64 getresgid(Task& task, vaddr real, vaddr effective, vaddr saved) override;
    i64 setfsuid(Task& task, u32 user) override;
    i64 setfsgid(Task& task, u32 group) override;
    i64 getgroups(Task& task, u32 room, vaddr groups) override;
    i64 setgroups(Task& task, u32 count, vaddr groups) override;

    // SearchRule
    bool may_search(fs::Directory& directory) override;

private:
    i64 tell(Identities const& of, vaddr real, vaddr effective, vaddr saved);
};

} // namespace flat::unix::users
