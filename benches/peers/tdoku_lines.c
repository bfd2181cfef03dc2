// A driver of tdoku, linked with its static library: `tdoku_lines solve < LINES` proves each sudoku and prints its solution,
// `tdoku_lines generate N` makes minimal ones.
#include "tdoku.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void keep(const char *solution, void *place) { memcpy(place, solution, 81); }

int main(int count, char **words) {
    char line[1024];
    if (count == 2 && strcmp(words[1], "solve") == 0) {
        while (fgets(line, sizeof line, stdin)) {
            char solution[82] = {0};
            for (int at = 0; at < 81; at++) {
                if (line[at] == '0') line[at] = '.';
            }
            line[81] = 0;
            switch (TdokuEnumerate(line, 2, keep, solution)) {
            case 0: puts("none"); break;
            case 1: printf("unique %s\n", solution); break;
            default: puts("several");
            }
        }
        return 0;
    }
    if (count == 3 && strcmp(words[1], "generate") == 0) {
        for (int made = atoi(words[2]); made > 0; made--) {
            memset(line, '.', 81);
            line[81] = 0;
            TdokuConstrain(false, line);
            TdokuMinimize(false, false, line);
            puts(line);
        }
        return 0;
    }
    fputs("tdoku_lines solve | generate N\n", stderr);
    return 2;
}
