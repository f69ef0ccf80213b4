// SPDX-License-Identifier: BSD-2-Clause
// For tests: what a machine for Java needs of the host, with the packaged class library.
#pragma once

#include <java/machine/linking/image.hpp>
#include <java/machine/machine.hpp>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace flat::java {

inline std::vector<u8> bytes_of_file(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Memory of the host, and class files; what programs write is left out.
class HostMachine final : public Platform, public ClassSource {
public:
    explicit HostMachine(std::string const& modules) : image_(mapped(modules)) {
        if (image_.problem().is_empty()) return;
        std::fprintf(stderr, "%s is no file of modules\n", modules.c_str());
        std::exit(2);
    }

    ~HostMachine() {
        for (void* const each : taken_)
            std::free(each);
    }

    void* take(u64 bytes) override {
        taken_.push_back(std::aligned_alloc(16, align_up<u64>(bytes, 16)));
        return taken_.back();
    }
    void write(u32, Span<u8 const>) override {}
    u64 now_ns() override { return 0; }
    u64 now_ms() override { return 0; }
    void report(Text line) override {
        std::printf("%.*s\n", static_cast<int>(line.size()), line.data());
    }
    Span<u8 const> find(Text name, bool& is_trusted) override {
        Span<u8 const> const of_library = image_.find(name);
        is_trusted = !of_library.is_empty();
        if (is_trusted) return of_library;
        auto const found = classes.find(std::string(name.data(), name.size()));
        if (found == classes.end()) return {};
        return {found->second.data(), found->second.size()};
    }

    std::map<std::string, std::vector<u8>> classes; ///< of programs

private:
    /// Not read: processes that are forked share it.
    static Span<u8 const> mapped(std::string const& path) {
        int const file = open(path.c_str(), O_RDONLY);
        struct stat facts{};
        if (file < 0 || fstat(file, &facts) != 0) return {};
        auto const size = static_cast<usize>(facts.st_size);
        void* const bytes = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
        close(file);
        if (bytes == MAP_FAILED) return {};
        return {static_cast<u8 const*>(bytes), size};
    }

    Image image_;
    std::vector<void*> taken_;
};

} // namespace flat::java
