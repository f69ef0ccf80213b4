// SPDX-License-Identifier: BSD-2-Clause
// Counts what holds and what does not, and says so in the Test Anything Protocol.
#pragma once

#include <l4/syscalls.hpp>

namespace l4test {

/// All tests of one run.
class Suite {
public:
    /// States whether `sentence` is true.
    void check(bool holds, char const* sentence);

    /// States that a system call was refused, for the right reason.
    template<class T>
    void check_refused(l4::Result<T, l4::Error> const& result, l4::Error expected,
                       char const* sentence) {
        check_code(result.is_error() ? static_cast<l4::Word>(result.error()) : 0,
                   static_cast<l4::Word>(expected), sentence);
    }

    /// States that an IPC failed, in the right phase and for the right reason.
    template<class T>
    void check_failed(l4::Result<T, l4::IpcError> const& result, l4::IpcError expected,
                      char const* sentence) {
        check_code(result.is_error() ? result.error().raw() & 0xf : 0, expected.raw(), sentence);
    }

    /// Prints the plan and the verdict. Returns whether everything was true.
    bool conclude() const;

private:
    void check_code(l4::Word code, l4::Word expected, char const* sentence);

    unsigned count_ = 0;
    unsigned failed_ = 0;
};

/// The groups of tests, one in each file.
void test_interface(Suite& suite);
void test_transfer(Suite& suite);
void test_strings(Suite& suite);
void test_random_strings(Suite& suite);
void test_deputies(Suite& suite);
void test_ipc_errors(Suite& suite);
void test_threads(Suite& suite);
void test_registers(Suite& suite);
void test_spaces(Suite& suite);
void test_page_faults(Suite& suite);
void test_mappings(Suite& suite);
void test_unmapping(Suite& suite);
void test_scheduling(Suite& suite);
void test_devices(Suite& suite);
void test_ports(Suite& suite);
void test_time_control(Suite& suite);
void test_exceptions(Suite& suite);
void test_exception_registers(Suite& suite);
void test_fpu(Suite& suite);
void test_memory(Suite& suite);
void test_memory_types(Suite& suite);
void test_hostile_calls(Suite& suite);
void test_register_leaks(Suite& suite);
void test_exhaustion(Suite& suite);
void test_port_exhaustion(Suite& suite);

} // namespace l4test
