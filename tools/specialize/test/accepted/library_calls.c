// SPDX-License-Identifier: BSD-2-Clause
// Calls that stay: printf, strings, qsort with its callback, errno, inline assembly.
// RUN: %same_output %s
// SPEC: entry report(struct job *j, char *buffer) as report_known;
// SPEC: static j->count = 3, j->descending = 1;
// PRINTS: 12207 job 3 1 8 9 5
// PRINTS: 12207 job 3 1 8 9 5
// PRINTS: 12116 job 2 1 8 9 7
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    char const* name;
    int count;
    int descending;
    int values[4];
};
static int order;
static int compare(void const* a, void const* b) {
    return order * (*(int const*)a - *(int const*)b);
}

static int total(int n, ...) {
    va_list list;
    va_start(list, n);
    int sum = 0;
    while (n-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

int report(struct job* j, char* buffer) {
    order = j->descending ? -1 : 1;
    qsort(j->values, (size_t)j->count, sizeof j->values[0], compare);
    int r = order + j->values[0] + total(j->count, 1, 2, j->values[1]);
    r += sprintf(buffer, "%s %d %c", "job", j->count, j->descending + '0');
    r += (int)strlen(buffer) + strcmp(buffer, "job 3 1") + (int)strlen("four") + buffer[4];
    errno = 0;
    r += errno;
    strtol("99999999999999999999", 0, 10);
    r += errno == ERANGE ? 1000 : 0;
    char* end;
    r += (int)strtol("12x", &end, 10) + *end;
    int out = j->count;
    __asm__ volatile("addl %1, %0" : "+r"(out) : "r"(j->descending) : "cc");
    __asm__ volatile("movl $8, %0" : "=m"(j->count));
    __asm__ volatile("" : : : "memory");
    return r * 10 + out + j->count + (int)strlen(j->name ? j->name : "") +
           (strchr("abcd", 'c') != 0);
}

int report_known(struct job* j, char* buffer);

int main(void) {
    static char const fast[] = "fast";
    for (int i = 0; i < 3; ++i) {
        char buffer[32];
        struct job j = {fast, i == 2 ? 2 : 3, 1, {5, 9, 7, 8}};
        printf("%d ", report_known(&j, buffer));
        printf("%s %d %d %d\n", buffer, j.count, j.values[0], j.values[2]);
    }
}
