// SPDX-License-Identifier: BSD-2-Clause
// The JSON parser jsmn of Debian's libjsmn-dev, whose header is all of it.
#include <data/jsmn.flat.h>

_Static_assert((int)flat_data_Json_Kind_primitive == JSMN_PRIMITIVE, "kinds count as jsmn's do");
_Static_assert(flat_data_JsonError_no_room == -JSMN_ERROR_NOMEM, "so do errors");
_Static_assert(flat_data_JsonError_unfinished == -JSMN_ERROR_PART, "all of them");

void flat_data_Jsmn_start(flat_data_Jsmn* self) {
    self->state.count = 0;
}

flat_data_JsonError flat_data_Jsmn_json_parse(flat_data_Jsmn* self, flat_const_bytes text,
                                              flat_u32* result) {
    struct json_tokens* const known = &self->state;
    jsmn_parser parser;
    jsmn_init(&parser);
    int const count =
        jsmn_parse(&parser, (char const*)text.data, text.size, known->tokens, json_tokens_max);
    known->count = count < 0 ? 0 : count;
    if (count < 0) return (flat_data_JsonError)-count;
    *result = (flat_u32)count;
    return flat_data_JsonError_Ok;
}

void flat_data_Jsmn_json_token(flat_data_Jsmn* self, flat_u32 number, jsmntok_t* result) {
    static jsmntok_t const none;
    *result = number < (flat_u32)self->state.count ? self->state.tokens[number] : none;
}
