// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.vaddr;

/**
 * The system calls of Linux on users and groups (credentials(7)); as `ProcessCalls`. All threads of
 * a process act for the same user.
 */
@Version(1)
public interface UserCalls extends Top {
    /** Leaves an identity as it is, in calls that set several. */
    int UNCHANGED = -1;

    /** The user who has started the process. */
    i64 getuid(Task task);

    /** The user whose rights it has. */
    i64 geteuid(Task task);

    /** The group of who has started it. */
    i64 getgid(Task task);

    /** The group whose rights it has. */
    i64 getegid(Task task);

    /** Sets the effective user; of a process of the superuser, all. */
    i64 setuid(Task task, u32 user);

    /** The same for groups. */
    i64 setgid(Task task, u32 group);

    /** Sets the real and the effective user. */
    i64 setreuid(Task task, u32 real, u32 effective);

    /** The same for groups. */
    i64 setregid(Task task, u32 real, u32 effective);

    /** Sets the real, the effective and the saved user. */
    i64 setresuid(Task task, u32 real, u32 effective, u32 saved);

    /** The same for groups. */
    i64 setresgid(Task task, u32 real, u32 effective, u32 saved);

    /** Tells them, each at its place. */
    i64 getresuid(Task task, vaddr real, vaddr effective, vaddr saved);

    /** The same for groups. */
    i64 getresgid(Task task, vaddr real, vaddr effective, vaddr saved);

    /** Sets the user for whom files are accessed, if that is allowed; returns the one before. */
    i64 setfsuid(Task task, u32 user);

    /** The same for groups. */
    i64 setfsgid(Task task, u32 group);

    /** Tells the groups that it belongs to besides; how many, if there is room for none. */
    i64 getgroups(Task task, u32 room, vaddr groups);

    /** Sets them. */
    i64 setgroups(Task task, u32 count, vaddr groups);
}
