// Whole processes by the clock: starts each command in turn, waits for it, and does so N times, so
// that noise meets all of them alike. Prints each one's median in microseconds, in order.
//
//   spawn N COMMAND ... -- COMMAND ... -- COMMAND ...

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { MAX_COMMANDS = 8 };
extern char **environ;

static double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

int main(int argc, char **argv) {
    int rounds = argc > 2 ? atoi(argv[1]) : 0, count = 0;
    char **commands[MAX_COMMANDS];
    for (int i = 2; i < argc; i++) {
        if (i > 2 && strcmp(argv[i], "--") == 0) argv[i++] = NULL;
        else if (i > 2) continue;
        if (i < argc && count < MAX_COMMANDS) commands[count++] = &argv[i];
    }
    if (rounds < 1) return fprintf(stderr, "usage: spawn N COMMAND ... -- COMMAND ...\n"), 2;

    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    double *times = malloc(sizeof *times * count * rounds);
    for (int round = 0; round < rounds; round++) {
        for (int c = 0; c < count; c++) {
            pid_t pid;
            int status;
            double began = now_us();
            int error = posix_spawn(&pid, commands[c][0], &quiet, NULL, commands[c], environ);
            if (error != 0) return fprintf(stderr, "spawn: %s: %s\n", commands[c][0], strerror(error)), 1;
            waitpid(pid, &status, 0);
            times[c * rounds + round] = now_us() - began;
            if (status != 0) return fprintf(stderr, "spawn: %s failed, status %d\n", commands[c][0], status), 1;
        }
    }
    for (int c = 0; c < count; c++) {
        qsort(times + c * rounds, rounds, sizeof *times, by_value);
        printf("%.1f ", times[c * rounds + rounds / 2]);
    }
    printf("\n");
    return 0;
}
