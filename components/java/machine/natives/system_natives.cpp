// SPDX-License-Identifier: BSD-2-Clause
// Native methods of the system: properties, files of the console, time, the
// end.
#include <java/machine/natives/natives.hpp>

namespace flat::java {

namespace native_of_system {

namespace {

using native::do_nothing;
using native::need;
using native::no;
using native::null;
using native::yes;

struct Property {
    Text name;
    Text value;
};
/// What the machine says about itself; the rest comes from the class library.
constexpr Property machine_properties[] = {
    {"java.home", "/java"},
    {"java.vm.specification.name", "Java Virtual Machine Specification"},
    {"java.vm.specification.vendor", "Oracle Corporation"},
    {"java.vm.specification.version", "17"},
    {"java.vm.name", "Flatland"},
    {"java.vm.vendor", "Flatland"},
    {"java.vm.version", "1"},
    {"java.vm.info", "interpreted mode"},
    {"java.class.path", "."},
    {"java.library.path", ""},
    {"sun.boot.library.path", ""},
    {"sun.nio.PageAlignDirectMemory", "false"},
};
/// What is below: constants of SystemProps.Raw say where each goes.
constexpr Property platform_properties[] = {
    {"_file_separator_NDX", "/"},
    {"_line_separator_NDX", "\n"},
    {"_path_separator_NDX", ":"},
    {"_os_arch_NDX", "amd64"},
    {"_os_name_NDX", "Flatland"},
    {"_os_version_NDX", "1"},
    {"_java_io_tmpdir_NDX", "/tmp"},
    {"_user_dir_NDX", "/"},
    {"_user_home_NDX", "/"},
    {"_user_name_NDX", "root"},
    {"_sun_jnu_encoding_NDX", "UTF-8"},
    {"_file_encoding_NDX", "UTF-8"},
    {"_display_language_NDX", "en"},
    {"_sun_arch_data_model_NDX", "64"},
    {"_sun_cpu_endian_NDX", "little"},
    {"_sun_io_unicode_encoding_NDX", "UnicodeLittle"},
    {"_sun_stdout_encoding_NDX", "UTF-8"},
    {"_sun_stderr_encoding_NDX", "UTF-8"},
};

void vm_properties(Call& call) {
    constexpr u32 count = sizeof machine_properties / sizeof machine_properties[0];
    Array* const made = call.machine.heap.make_array(call.machine.known.strings, 2 * count + 2);
    for (u32 i = 0; i < count; ++i) {
        made->elements<Object*>()[u64{2} * i] = call.machine.string_of(machine_properties[i].name);
        made->elements<Object*>()[u64{2} * i + 1] =
            call.machine.string_of(machine_properties[i].value);
    }
    call.give(made);
}

u32 constant_of(Call& call, Text name) {
    Class& owner = *call.method.owner;
    return at<u32>(owner.statics, call.machine.field(owner, name, "I").offset);
}
void give_platform_properties(Call& call) {
    u32 const count = constant_of(call, "FIXED_LENGTH");
    Array* const made = call.machine.heap.make_array(call.machine.known.strings, count);
    for (Property const& each : platform_properties) {
        u32 const index = constant_of(call, each.name);
        if (index < count) made->elements<Object*>()[index] = call.machine.string_of(each.value);
    }
    call.give(made);
}

void current_time_millis(Call& call) {
    call.give_long(call.machine.platform.now_ms());
}
void nano_time(Call& call) {
    call.give_long(call.machine.platform.now_ns());
}

/// A field of java.lang.System that is final for everybody else.
void set_stream(Call& call, Text name, Text descriptor) {
    Class& system = *call.method.owner;
    at<Object*>(system.statics, call.machine.field(system, name, descriptor).offset) =
        call.object(0);
}
void set_in(Call& call) {
    set_stream(call, "in", "Ljava/io/InputStream;");
}
void set_out(Call& call) {
    set_stream(call, "out", "Ljava/io/PrintStream;");
}
void set_err(Call& call) {
    set_stream(call, "err", "Ljava/io/PrintStream;");
}

/// FileOutputStream.writeBytes(byte[], offset, length, append).
void write_bytes(Call& call) {
    if (!need(call, 0) || !need(call, 1)) return;
    Array* const bytes = call.array(1);
    i64 const offset = call.integer(2);
    i64 const length = call.integer(3);
    if (offset < 0 || length < 0 || offset + length > bytes->length) {
        call.run.raise("java/lang/IndexOutOfBoundsException");
        return;
    }
    Field const& of_stream =
        call.machine.field(*call.object(0)->type, "fd", "Ljava/io/FileDescriptor;");
    Object* const descriptor = at<Object*>(call.object(0), of_stream.offset);
    u32 const file = at<u32>(descriptor, call.machine.field(*descriptor->type, "fd", "I").offset);
    call.machine.platform.write(
        file, Span<u8 const>(bytes->elements<u8>() + offset, static_cast<usize>(length)));
}
void end_of_file(Call& call) {
    call.give_int(-1);
}
void minus_one_long(Call& call) {
    call.give_long(~u64{0});
}

/// The platform's clock counts from 1970 on, by UTC.
void time_zone(Call& call) {
    call.give(call.machine.string_of("UTC"));
}

void halt(Call& call) {
    call.machine.end(static_cast<u32>(call.integer(0)));
    call.run.raise("java/lang/ThreadDeath");
}
void collect(Call& call) {
    call.machine.heap.collect();
}
void total_memory(Call& call) {
    call.give_long(call.machine.heap.size());
}
void free_memory(Call& call) {
    call.give_long(call.machine.heap.size() - call.machine.heap.used());
}
/// UnixFileSystem.canonicalize0 of an absolute path: there are no files, hence no links; `.` and
/// `..` are left out.
void canonical_path(Call& call) {
    constexpr u32 bytes_max = 512;
    if (!need(call, 1)) return;
    TextBuffer<bytes_max> path;
    call.machine.put_string(call.object(1), path);
    Text rest = path.text();
    if (rest.size() == bytes_max) {
        call.run.raise("java/io/IOException", "File name too long");
        return;
    }
    char made[bytes_max + 1] = {'/'};
    usize size = 0;
    while (!rest.is_empty()) {
        usize end = 0;
        while (end < rest.size() && rest[end] != '/')
            ++end;
        Text const part = rest.first(end);
        rest = rest.after(min(end + 1, rest.size()));
        if (part == Text("..")) {
            do
                size -= size > 0 ? 1 : 0;
            while (made[size] != '/');
        } else if (!part.is_empty() && part != Text(".")) {
            made[size++] = '/';
            memcpy(made + size, part.data(), part.size());
            size += part.size();
        }
    }
    call.give(call.machine.string_of(Text(made, max<usize>(size, 1))));
}
constexpr Text file_descriptor = "java/io/FileDescriptor";
constexpr NativeEntry entries[] = {
    {"jdk/internal/util/SystemProps$Raw", "vmProperties", {}, vm_properties},
    {"jdk/internal/util/SystemProps$Raw", "platformProperties", {}, give_platform_properties},
    {"java/lang/System", "currentTimeMillis", {}, current_time_millis},
    {"java/lang/System", "nanoTime", {}, nano_time},
    {"java/lang/System", "setIn0", {}, set_in},
    {"java/lang/System", "setOut0", {}, set_out},
    {"java/lang/System", "setErr0", {}, set_err},
    {"java/io/FileOutputStream", "writeBytes", {}, write_bytes},
    {"java/io/FileInputStream", "readBytes", {}, end_of_file},
    {"java/io/FileInputStream", "available0", {}, no},
    {"java/io/UnixFileSystem", "canonicalize0", {}, canonical_path},
    {"java/io/UnixFileSystem", "getBooleanAttributes0", {}, no},
    {file_descriptor, "getHandle", {}, minus_one_long},
    {file_descriptor, "getAppend", {}, no},
    {file_descriptor, "close0", {}, do_nothing},
    {"java/util/TimeZone", "getSystemTimeZoneID", {}, time_zone},
    {"java/lang/Shutdown", "halt0", {}, halt},
    {"java/lang/Shutdown", "beforeHalt", {}, do_nothing},
    {"java/lang/Runtime", "gc", {}, collect},
    {"java/lang/Runtime", "totalMemory", {}, total_memory},
    {"java/lang/Runtime", "maxMemory", {}, total_memory},
    {"java/lang/Runtime", "freeMemory", {}, free_memory},
    {"java/lang/Runtime", "availableProcessors", {}, yes},
    {"jdk/internal/misc/VM", "initialize", {}, do_nothing},
    {"jdk/internal/misc/VM", "initializeFromArchive", {}, do_nothing},
    {"jdk/internal/misc/VM", "latestUserDefinedLoader0", {}, null},
    {"jdk/internal/misc/CDS", "isDumpingClassList0", {}, no},
    {"jdk/internal/misc/CDS", "isDumpingArchive0", {}, no},
    {"jdk/internal/misc/CDS", "isSharingEnabled0", {}, no},
    {"jdk/internal/misc/CDS", "getRandomSeedForDumping", {}, minus_one_long},
    {"jdk/internal/misc/CDS", "initializeFromArchive", {}, do_nothing},
    {"jdk/internal/misc/CDS", "defineArchivedModules", {}, do_nothing},
    {"jdk/internal/misc/Signal", "findSignal0", {}, end_of_file},
    {"jdk/internal/misc/Signal", "handle0", {}, minus_one_long},
    {"java/security/AccessController", "getStackAccessControlContext", {}, null},
    {"java/security/AccessController", "getInheritedAccessControlContext", {}, null},
    {"java/security/AccessController", "ensureMaterializedForStackWalk", {}, do_nothing},
    {"java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", {}, yes},
};

} // namespace

} // namespace native_of_system

Span<NativeEntry const> system_natives() {
    return native_of_system::entries;
}

} // namespace flat::java
