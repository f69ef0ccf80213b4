// SPDX-License-Identifier: BSD-2-Clause
// Executes statements of SQL on a database, and shows the rows that they give.
#include <sqlite3.h>
#include <stdio.h>

static int show(void* nothing, int count, char** values, char** names) {
    (void)nothing;
    (void)names;
    for (int i = 0; i < count; ++i)
        printf("%s%s", i ? "|" : "", values[i] ? values[i] : "");
    puts("");
    return 0;
}

int main(int count, char** arguments) {
    sqlite3* database = 0;
    char* problem = 0;
    if (count < 2 || sqlite3_open(arguments[1], &database) != SQLITE_OK) return 2;
    for (int i = 2; i < count; ++i)
        if (sqlite3_exec(database, arguments[i], show, 0, &problem) != SQLITE_OK)
            printf("error: %s\n", problem);
    return sqlite3_close(database) != SQLITE_OK;
}
