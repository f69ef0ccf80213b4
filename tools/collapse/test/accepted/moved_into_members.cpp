// SPDX-License-Identifier: BSD-2-Clause
// Constructors move their parameters into members; those of the class come after a base's body.
// RUN: %same_output --class Reader --class Counted %s
// RUN: %same_output --class Reader --class Counted --flag=-std=c++20 %s
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

class Bytes {
public:
    explicit Bytes(std::vector<int> bytes) : bytes_(std::move(bytes)) {
        std::printf("%zu bytes\n", bytes_.size());
    }
    virtual ~Bytes() = default;
    virtual int sum() const {
        int result = 0;
        for (int each : bytes_)
            result += each;
        return result;
    }

private:
    std::vector<int> bytes_;
};

class Reader : public Bytes {
public:
    Reader(std::string name, std::vector<int> bytes)
        : Bytes(std::move(bytes)), name_(std::move(name)), copy_(name_) {
        std::printf("%s %zu\n", name_.c_str(), name.size() + bytes.size());
    }
    int sum() const override { return 100 * Bytes::sum(); }
    std::string const& copy() const { return copy_; }

private:
    std::string name_;
    std::string copy_;
};

struct Named {
    explicit Named(std::string given) : name(std::move(given)) {}
    virtual int size() const { return 0; }
    std::string name;
};

struct Counted : Named {
    explicit Counted(std::string const& given) : Named(given), length(given.size()) {}
    int size() const override { return static_cast<int>(length); }
    std::string::size_type length;
};

// PRINTS: 3 bytes
// PRINTS: a name that is longer than any buffer 0
// PRINTS: 600 a name that is longer than any buffer
// PRINTS: 37 1
int main() {
    Reader reader("a name that is longer than any buffer", {1, 2, 3});
    Bytes const& bytes = reader;
    std::printf("%d %s\n", bytes.sum(), reader.copy().c_str());
    Counted const counted(reader.copy());
    std::printf("%d %d\n", counted.size(), counted.name == reader.copy());
}
