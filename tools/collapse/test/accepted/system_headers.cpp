// SPDX-License-Identifier: BSD-2-Clause
// The standard library beside and inside the hierarchy.
// RUN: %same_output --class Index %s
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

class Dictionary {
public:
    virtual ~Dictionary() = default;
    virtual std::string normal(std::string const& word) const = 0;
    void insert(std::string const& word, int line) { lines_[normal(word)].push_back(line); }
    friend std::ostream& operator<<(std::ostream& out, Dictionary const& dictionary) {
        for (auto const& [word, lines] : dictionary.lines_) {
            out << word << ':';
            std::for_each(lines.begin(), lines.end(), [&out](int line) { out << ' ' << line; });
            out << '\n';
        }
        return out;
    }

protected:
    std::map<std::string, std::vector<int>> lines_;
};

class Index : public Dictionary {
public:
    std::string normal(std::string const& word) const override {
        std::string result = word;
        std::transform(result.begin(), result.end(), result.begin(), [](char letter) {
            return letter >= 'A' && letter <= 'Z' ? letter + 32 : letter;
        });
        return result;
    }
    std::size_t size() const { return lines_.size(); }
};

int main() {
    auto index = std::make_shared<Index>();
    std::shared_ptr<Dictionary> dictionary = index;
    dictionary->insert("Kernel", 3);
    dictionary->insert("flat", 1);
    index->insert("kernel", 9);
    std::cout << *index << index->size() << '\n';
    std::vector<std::unique_ptr<Dictionary>> all;
    all.push_back(std::make_unique<Index>());
    all.front()->insert("X", 1);
    std::cout << *all.front();
}

// PRINTS: flat: 1
// PRINTS: kernel: 3 9
// PRINTS: 2
// PRINTS: x: 1
