// SPDX-License-Identifier: BSD-2-Clause
// Runs a program of Java: the boot words say which, an archive of files has its classes and those
// of the class library.
#pragma once

#include <core/image/archive.hpp>
#include <java/machine/linking/image.hpp>
#include <java/machine/machine.hpp>
#include <java/machine/threads/managed_threads.hpp>
#include <java/machine/virtual_machine.flat.hpp>

namespace flat::java::machine {

/// The file `modules` of the archive is the class library as OpenJDK packages it; what is below
/// `classes/` are the program's own classes. The boot word `program` has the name of the class
/// whose `main` runs, and its arguments. A program's status is written to the console as a record,
/// as `flat run` expects it.
class VirtualMachine : public VirtualMachineComponent,
                       private Platform,
                       private ClassSource,
                       NonCopyable {
public:
    using VirtualMachineComponent::VirtualMachineComponent;

    void run() override;

private:
    void* take(u64 bytes) override;
    void write(u32 file, Span<u8 const> bytes) override;
    u64 now_ns() override;
    u64 now_ms() override;
    void report(Text line) override;
    Span<u8 const> find(Text name, bool& is_trusted) override;

    bool open_archive();
    u32 run_in_thread();
    u32 run_machine();
    void say_costs(Machine& machine);
    Span<u8 const> file_of_archive(Text folder, Text name, Text suffix) const;

    Span<u8 const> archive_;
    Image image_;
    ManagedThreads* threads_ = nullptr;
    u64 begin_ns_ = 0;
    u64 first_output_ns_ = 0;
};

} // namespace flat::java::machine
