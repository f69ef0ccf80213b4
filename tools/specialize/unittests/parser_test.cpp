// SPDX-License-Identifier: BSD-2-Clause
// Tests what .spec files mean, and what is said of wrong ones.
#include <specialize/spec/parameter_names.hpp>
#include <specialize/spec/spec.hpp>

#include <gtest/gtest.h>

namespace specialize {
namespace {

struct Parsed {
    Spec spec;
    std::vector<std::string> errors; ///< as `S0123 2:7 the message | the help`
};

Parsed parsed(std::string_view text) {
    rewrite::Diagnostics diagnostics('S');
    Parsed result{parse_spec("x.spec", text, diagnostics), {}};
    for (rewrite::Diagnostic const& each : diagnostics.all())
        result.errors.push_back(each.code + " " + std::to_string(each.place.line) + ":" +
                                std::to_string(each.place.column) + " " + each.message +
                                (each.help.empty() ? "" : " | " + each.help));
    return result;
}

std::string only_error(std::string_view text) {
    Parsed const result = parsed(text);
    EXPECT_EQ(result.errors.size(), 1U) << (result.errors.size() > 1 ? result.errors[1] : "");
    return result.errors.empty() ? "" : result.errors.front();
}

constexpr std::string_view rpc = R"(// the contexts of Sun RPC
entry clnt_call(CLIENT *h, u_long proc, xdrproc_t xargs, ...) as min_call;
static   h->cl_private->ct_xdrs.x_op = XDR_ENCODE; /* known at
   build time */
session  h->cl_private->ct_addr until clnt_destroy, net::reconnect;
static   xargs = &xdr_pair, sizeof args = 8;
static   this->stream_ is Xdr<int, 8>, this->is = is;
dynamic  *args;
expect   flags in {0, MSG_DONTROUTE, max(1, 2)};
entry ns::Set::operator()(void) as set_call;
)";

TEST(Spec, has_all_that_the_language_can_say) {
    Parsed const result = parsed(rpc);
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    ASSERT_EQ(result.spec.entries.size(), 2U);
    Entry const& entry = result.spec.entries[0];
    EXPECT_EQ(entry.name.text, "clnt_call");
    EXPECT_EQ(entry.version.text, "min_call");
    ASSERT_EQ(entry.written.size(), 3U);
    EXPECT_EQ(entry.written[1].text, "u_long proc");
    EXPECT_TRUE(entry.leaves_out_others);
    ASSERT_EQ(entry.facts.size(), 8U);
    EXPECT_EQ(entry.facts[0].path.text, "h->cl_private->ct_xdrs.x_op");
    EXPECT_EQ(entry.facts[0].values[0].text, "XDR_ENCODE");
    EXPECT_EQ(entry.facts[1].kind, FactKind::session);
    EXPECT_EQ(entry.facts[1].values[1].text, "net::reconnect");
    EXPECT_EQ(entry.facts[3].kind, FactKind::size);
    EXPECT_EQ(entry.facts[3].path.text, "args");
    EXPECT_EQ(entry.facts[4].kind, FactKind::type);
    EXPECT_EQ(entry.facts[4].values[0].text, "Xdr<int, 8>");
    EXPECT_EQ(entry.facts[5].path.text, "this->is");
    EXPECT_EQ(entry.facts[5].values[0].text, "is");
    EXPECT_EQ(entry.facts[6].kind, FactKind::dynamic);
    ASSERT_EQ(entry.facts[7].values.size(), 3U);
    EXPECT_EQ(entry.facts[7].values[2].text, "max(1, 2)");
    EXPECT_EQ(result.spec.entries[1].name.text, "ns::Set::operator()");
    EXPECT_TRUE(result.spec.entries[1].written.empty());
    EXPECT_FALSE(result.spec.entries[1].leaves_out_others);
}

TEST(Spec, keeps_places_for_the_messages_of_clang) {
    Parsed const result = parsed(rpc);
    rewrite::Place const& path = result.spec.entries[0].facts[0].path.place;
    rewrite::Place const& value = result.spec.entries[0].facts[0].values[0].place;
    EXPECT_EQ(std::tuple(path.line, path.column), std::tuple(3U, 10U));
    EXPECT_EQ(std::tuple(value.line, value.column), std::tuple(3U, 40U));
}

TEST(Spec, takes_keywords_as_names_where_c_has_names) {
    Parsed const result = parsed("entry f(struct s *entry) as g;\n"
                                 "static entry->expect = 1 +\n  session, entry->until = 2;\n"
                                 "dynamic *entry->in;\n");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    ASSERT_EQ(result.spec.entries.size(), 1U);
    ASSERT_EQ(result.spec.entries[0].facts.size(), 3U);
    EXPECT_EQ(result.spec.entries[0].facts[1].path.text, "entry->until");
}

TEST(Spec, has_limits_of_each_entry) {
    Parsed const result = parsed("entry f(int x) as g;\nlimit depth = 7;\nstatic x = 1;\n"
                                 "limit branches = 9;\nentry h(int x) as i;\nstatic x = 2;\n");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    std::vector<SpecLimit> const& limits = result.spec.entries.at(0).limits;
    ASSERT_EQ(limits.size(), 2U);
    EXPECT_EQ(limits[0].name.text, "depth");
    EXPECT_EQ(limits[0].value, 7U);
    EXPECT_EQ(limits[1].value, 9U);
    EXPECT_TRUE(result.spec.entries.at(1).limits.empty());
}

TEST(Spec, has_promises_and_closed_programs) {
    Parsed const result = parsed("closed program;\nentry f(struct s *s) as g;\n"
                                 "promise s->x = 1, s->y is Memory;\nstatic s->z = 2;\n");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    EXPECT_TRUE(result.spec.is_closed);
    std::vector<SpecFact> const& facts = result.spec.entries.at(0).facts;
    ASSERT_EQ(facts.size(), 3U);
    EXPECT_TRUE(facts[0].is_promised && facts[0].kind == FactKind::value);
    EXPECT_TRUE(facts[1].is_promised && facts[1].kind == FactKind::type);
    EXPECT_FALSE(facts[2].is_promised);
}

TEST(Spec, leaves_values_to_be_captured_and_knows_where_each_fact_stands) {
    std::string const text = "entry f(struct s *s) as g;\n"
                             "static *s, s->x = 1 , // one\n"
                             "  s->y;  promise s->z;\n";
    Parsed const result = parsed(text);
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    std::vector<SpecFact> const& facts = result.spec.entries.at(0).facts;
    std::vector<std::string> stretches;
    for (SpecFact const& each : facts)
        stretches.push_back((each.is_captured ? "? " : "= ") +
                            text.substr(each.begin, each.end - each.begin));
    EXPECT_EQ(stretches, (std::vector<std::string>{"? static *s,", "= s->x = 1 ,", "? s->y;",
                                                   "? promise s->z;"}));
    EXPECT_EQ(facts.at(2).statement, facts.at(0).begin);
    EXPECT_EQ(facts.at(3).statement, facts.at(3).begin);
    EXPECT_TRUE(facts.at(3).is_promised);
    EXPECT_EQ(parsed("entry f(int in) as g; static in; static in = 3;").errors,
              std::vector<std::string>{});
}

TEST(Spec, has_promises_of_objects_and_expected_writes) {
    Parsed const result = parsed("entry f(struct s *s) as g;\n"
                                 "promise apart *s->next, alone *s, alone = 1;\n"
                                 "expect s->x in {1, 2} when net::begin writes it;\n");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    std::vector<SpecFact> const& facts = result.spec.entries.at(0).facts;
    ASSERT_EQ(facts.size(), 4U);
    EXPECT_TRUE(facts[0].kind == FactKind::dynamic && !facts[0].is_alone);
    EXPECT_TRUE(facts[1].kind == FactKind::dynamic && facts[1].is_alone);
    EXPECT_TRUE(facts[2].kind == FactKind::value && !facts[2].is_alone);
    EXPECT_EQ(facts[3].kind, FactKind::likely);
    EXPECT_EQ(facts[3].writer.text, "net::begin");
    EXPECT_EQ(facts[3].values.size(), 2U);
    EXPECT_EQ(only_error("entry f() as g;\nexpect x in {1} when begin;"),
              "S0124 2:27 what does `begin` do? | write `when begin writes it`");
}

TEST(Spec, takes_no_path_and_value_for_a_path) {
    EXPECT_EQ(
        only_error("entry f() as g;\nstatic x 3;"),
        "S0124 2:10 what is known of `x`? | write `static x = VALUE;` or `static x is TYPE;`");
}

TEST(Spec, names_the_keyword_that_was_probably_meant) {
    EXPECT_EQ(only_error("entry f() as g;\nstatc x = 1;"),
              "S0122 2:1 no statement begins with `statc` | write `static`");
    EXPECT_EQ(only_error("enrty f() as g;"),
              "S0122 1:1 no statement begins with `enrty` | write `entry`");
    EXPECT_EQ(only_error("entry f() as g;\nnonsense x = 1;").substr(0, 9), "S0122 2:1");
}

TEST(Spec, tells_where_a_semicolon_is_missing) {
    EXPECT_EQ(only_error("entry f(int x) as g\nstatic x = 1;"),
              "S0123 1:20 `;` is missing | write `g;`");
    EXPECT_EQ(only_error("entry f(int x) as g;\nstatic x = h(1)\nexpect y in {1};"),
              "S0123 2:16 `;` is missing | write `);`");
    EXPECT_EQ(only_error("entry f(int x) as g;\ndynamic x"),
              "S0123 2:10 `;` is missing | write `x;`");
}

TEST(Spec, refuses_halves_of_statements) {
    constexpr std::string_view entry = "entry f(int x) as g;\n";
    auto const refused = [&](std::string_view text) {
        return only_error(std::string(entry) + std::string(text)).substr(0, 5);
    };
    EXPECT_EQ(refused("static sizeof x;"), "S0124");
    EXPECT_EQ(refused("static x == 1;"), "S0124");
    EXPECT_EQ(refused("static x = ;"), "S0124");
    EXPECT_EQ(refused("static = 1;"), "S0124");
    EXPECT_EQ(refused("static x is ;"), "S0124");
    EXPECT_EQ(refused("dynamic x = 1;"), "S0124");
    EXPECT_EQ(refused("session x;"), "S0124");
    EXPECT_EQ(refused("session x until;"), "S0124");
    EXPECT_EQ(refused("expect x;"), "S0124");
    EXPECT_EQ(refused("expect x in 1, 2;"), "S0124");
    EXPECT_EQ(refused("expect x = {1, 2};"), "S0124");
    EXPECT_EQ(refused("expect x in {};"), "S0124");
    EXPECT_EQ(refused("entry g;"), "S0124");
    EXPECT_EQ(refused("entry (int) as h;"), "S0124");
    EXPECT_EQ(refused("entry h(int);"), "S0124");
    EXPECT_EQ(refused("entry h(int) as;"), "S0124");
}

TEST(Spec, wants_no_type_of_the_result) {
    EXPECT_EQ(only_error("entry unsigned f(int x) as g;"),
              "S0124 1:7 the type of the result is not written | write `entry f(`");
}

TEST(Spec, refuses_brackets_that_do_not_fit) {
    EXPECT_EQ(only_error("entry f(int x as g;\nentry f(int x) as g;").substr(0, 10), "S0126 1:8 ");
    EXPECT_EQ(only_error("entry f(int x) as g;\nstatic a[1) = 1;\ndynamic x;").substr(0, 9),
              "S0126 2:9");
    EXPECT_EQ(only_error("entry f(int x) as g;\nstatic a] = 1;").substr(0, 9), "S0126 2:9");
}

TEST(Spec, refuses_what_is_no_token) {
    EXPECT_EQ(only_error("entry f() as g; @"), "S0121 1:17 `@` means nothing here | remove it");
    EXPECT_EQ(only_error("entry f() as g; /* no end").substr(0, 10), "S0121 1:17");
    EXPECT_EQ(only_error("entry f() as g;\nstatic x = \"a;\n;").substr(0, 10), "S0121 2:12");
}

TEST(Spec, refuses_facts_before_any_entry_once) {
    EXPECT_EQ(only_error("static x = 1;\ndynamic y;").substr(0, 9), "S0125 1:1");
}

TEST(Spec, refuses_two_versions_of_one_name) {
    EXPECT_EQ(only_error("entry f() as g;\nentry h() as g;").substr(0, 10), "S0128 2:14");
    EXPECT_EQ(only_error("entry f() as f;").substr(0, 10), "S0128 1:14");
}

TEST(Spec, tells_all_independent_errors_at_once) {
    Parsed const result = parsed("entry f(int x) as g\nstatic x == 1;\nexpct x in {1};\ndynamic;\n"
                                 "static x = 2;");
    EXPECT_EQ(result.errors.size(), 4U);
    ASSERT_EQ(result.spec.entries.size(), 1U);
    EXPECT_EQ(result.spec.entries[0].facts.size(), 2U);
}

TEST(Parameters, have_the_names_that_c_gives_them) {
    EXPECT_EQ(name_of_parameter("CLIENT *h"), "h");
    EXPECT_EQ(name_of_parameter("u_long"), "");
    EXPECT_EQ(name_of_parameter("unsigned long"), "");
    EXPECT_EQ(name_of_parameter("struct rpc_msg"), "");
    EXPECT_EQ(name_of_parameter("struct rpc_msg *const m"), "m");
    EXPECT_EQ(name_of_parameter("int const"), "");
    EXPECT_EQ(name_of_parameter("char *argv[4]"), "argv");
    EXPECT_EQ(name_of_parameter("bool_t (*done)(int x)"), "done");
    EXPECT_EQ(name_of_parameter("bool_t (*)(int x)"), "");
    EXPECT_EQ(name_of_parameter("std::string"), "");
    EXPECT_EQ(name_of_parameter("std::vector<int> const &v"), "v");
    EXPECT_EQ(name_of_parameter(""), "");
}

} // namespace
} // namespace specialize
