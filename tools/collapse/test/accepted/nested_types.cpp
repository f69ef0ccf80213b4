// SPDX-License-Identifier: BSD-2-Clause
// Classes nested in bases, one of which looks into the privacy of its surroundings.
// RUN: %same_output --class List %s
#include <cstdio>

class Container {
public:
    struct Node {
        int value;
        Node* next;
        static int const none = -1;
    };

    class Cursor {
    public:
        explicit Cursor(Container const& container) : node_(container.head_) {}
        bool done() const { return !node_; }
        int take() {
            int value = done() ? Node::none : node_->value;
            node_ = node_ ? node_->next : nullptr;
            return value;
        }

    private:
        Node* node_;
    };

    virtual ~Container() = default;
    virtual void add(Node& node) {
        node.next = head_;
        head_ = &node;
    }

private:
    Node* head_ = nullptr;
};

class List : public Container {
public:
    void add(Node& node) override {
        Container::add(node);
        ++size_;
    }
    int size() const { return size_; }

private:
    int size_ = 0;
};

int main() {
    List list;
    Container::Node first{1, nullptr};
    List::Node second{2, nullptr};
    list.add(first);
    list.add(second);
    for (List::Cursor cursor(list); !cursor.done();)
        std::printf("%d\n", cursor.take());
    List::Cursor empty{List()};
    std::printf("%d %d\n", list.size(), empty.take());
}

// PRINTS: 2
// PRINTS: 1
// PRINTS: 2 -1
