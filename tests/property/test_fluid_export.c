/* SPDX-License-Identifier: MIT
 *
 * From outside: a scene file, `wisp export`, and the dam-break front read from its NumPy files.
 */
#include "support/suite.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ACROSS = 16, COUNT = ACROSS * 2 * ACROSS * 8, POINTS = 10 };

static const double spacing = 0.05;

/* Martin and Moyce 1952: T and Z of a column twice as high as wide, a = 2.25 in. */
static const double martin_moyce[POINTS][2] = {
    {0.832, 1.217}, {1.219, 1.474}, {1.997, 2.292}, {2.547, 2.995}, {3.345, 4.134},
    {4.034, 4.944}, {4.418, 5.881}, {5.091, 6.980}, {5.685, 7.945}, {6.306, 8.966}};

static const char scene[] =
    "local a = 0.8\n"
    "return wisp.scene { title = 'dam', effects = { wisp.fluid { id = 'water', spacing = "
    "0.05,\n"
    "  size = { 10.5 * a, 3 * a, 0.4 }, fill = { a, 2 * a, 0.4 },\n"
    "  fill_position = { -4.75 * a, 0, 0 }, relaxation = 0.8, viscosity = 0.04 } } }\n";

static uint32_t load(const char *folder, int frame, float p[][3]) {
    char path[300];
    unsigned char head[10];
    snprintf(path, sizeof path, "%s/f_%d.npy", folder, frame);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(head, 1, 10, file), 10);
    ck_assert_int_eq(fseek(file, 10 + head[8] + 256 * head[9], SEEK_SET), 0);
    size_t n = fread(p, sizeof *p, COUNT, file);
    fclose(file);
    return (uint32_t)n;
}

/* As in test_fluid_motion: near the floor and in company of eight. */
static double front(float p[][3], uint32_t n) {
    double most = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        double x = (double)p[i][0] + 10.5 * 0.8 / 2;
        if ((double)p[i][1] >= 2.0 * spacing || x <= most) continue;
        int near = 0;
        for (uint32_t j = 0; j < n; j++) {
            double a = (double)(p[i][0] - p[j][0]), b = (double)(p[i][1] - p[j][1]);
            double c = (double)(p[i][2] - p[j][2]);
            near += j != i && a * a + b * b + c * c < 4.0 * spacing * spacing;
        }
        if (near >= 8) most = x;
    }
    return most + 0.5 * spacing;
}

START_TEST(export_shows_martin_and_moyces_front) {
    static float p[COUNT][3];
    char folder[] = "/tmp/wisp-fluid-XXXXXX", path[300], command[1200];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/dam.lua", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(scene, file);
    fclose(file);
    snprintf(command, sizeof command,
             "'" WISP_PROGRAM "' export '%s' --effect water --buffer pos --format npy "
             "--frames 0:80 --out '%s/f_%%d.npy'",
             path, folder);
    ck_assert_int_eq(system(command), 0);
    const double a = 0.8, unit = sqrt(a / (2.0 * 9.81));
    double squares = 0.0, z[POINTS];
    for (int k = 0; k < POINTS; k++) {
        double at = martin_moyce[k][0] * unit * 60.0;
        int frame = (int)at;
        double x0 = front(p, load(folder, frame, p)), x1 = front(p, load(folder, frame + 1, p));
        z[k] = (x0 + (x1 - x0) * (at - frame)) / a;
        squares += pow(z[k] / martin_moyce[k][1] - 1.0, 2.0);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    ck_assert_double_le(sqrt(squares / POINTS), 0.13);
    double slope = (z[9] - z[4]) / (martin_moyce[9][0] - martin_moyce[4][0]);
    ck_assert_double_eq_tol(slope, 1.63, 0.15);
}
END_TEST

SUITE_MAIN("fluid_export", TEST(export_shows_martin_and_moyces_front))
