/* SPDX-License-Identifier: MIT */
#include "os/file.h"
#include "plugin/assets.h"
#include "plugin/mesh_obj.h"
#include "plugin/sdf.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>

static wisp_status parse(const char *text, struct mesh *mesh, struct diag_list *diags) {
    diag_list_init(diags, allocator_default());
    return mesh_parse_obj(allocator_default(), "it.obj", text, strlen(text), mesh, diags);
}

static const char cube_text[] =
    "# a cube of side 2\r\no cube\r\n"
    "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1e0\n"
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf -4 -1 -5 -8\n";

START_TEST(a_cube_of_quads_is_twelve_triangles) {
    struct mesh mesh;
    struct diag_list diags;
    ck_assert_int_eq(parse(cube_text, &mesh, &diags), WISP_OK);
    ck_assert_uint_eq(mesh.view.index_count, 36);
    ck_assert_uint_eq(mesh.view.vertex_count, 8);
    /* The smooth normal of a corner points along its diagonal. */
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t k = 0; k < 3; k++)
            ck_assert_float_gt(mesh.normals[3 * i + k] * mesh.positions[3 * i + k], 0.2f);
    mesh_free(&mesh);
    diag_list_free(&diags);
}
END_TEST

START_TEST(corners_with_other_uvs_are_other_vertices) {
    struct mesh mesh;
    struct diag_list diags;
    const char *text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 0.25 1\nvn 0 0 2\n"
                       "f 1/1/1 2/2/1 3/1/1\nf 1/2/1 2/2/1 3//1\n";
    ck_assert_int_eq(parse(text, &mesh, &diags), WISP_OK);
    ck_assert_uint_eq(mesh.view.vertex_count, 5);
    ck_assert_float_eq(mesh.uvs[2 * mesh.indices[1]], 0.25f);
    ck_assert_float_eq(mesh.normals[2], 1.0f);
    mesh_free(&mesh);
    diag_list_free(&diags);
}
END_TEST

static const struct {
    const char *text;
    int line;
    const char *words;
} bad[] = {
    {"", 1, "there are no faces in it"},
    {"v 0 0 0\n\nv 1 x 0\n", 3, "a number was expected"},
    {"v 0 0 0\nf 1 1 2\n", 2, "a face names a vertex that is not there"},
    {"v 0 0 0\nf 1 1 0\n", 2, "a face names a vertex that is not there"},
    {"v 0 0 0\nf -1 -1 -2\n", 2, "a face names a vertex that is not there"},
    {"v 0 0 0\nf 1/1 1 1\n", 2, "a face names a vertex that is not there"},
    {"v 0 0 0\nf 1 1\n", 2, "a face has fewer than three corners"},
    {"v 0 0 1e99\n", 1, "a number was expected"},
};

START_TEST(a_bad_file_is_told_with_its_line) {
    struct mesh mesh;
    struct diag_list diags;
    ck_assert_int_eq(parse(bad[_i].text, &mesh, &diags), WISP_E_BAD_DATA);
    ck_assert_uint_eq(diags.count, 1);
    if (_i > 0) ck_assert_int_eq(diags.items[0].line, bad[_i].line);
    ck_assert_str_eq(diags.items[0].text, bad[_i].words);
    ck_assert_ptr_null(mesh.positions);
    diag_list_free(&diags);
}
END_TEST

static double cube_distance(const double p[3]) {
    double out = 0, most = -1e9;
    for (int k = 0; k < 3; k++) {
        double q = fabs(p[k]) - 1;
        if (q > 0) out += q * q;
        if (q > most) most = q;
    }
    return out > 0 ? sqrt(out) : most;
}

START_TEST(the_grid_of_a_cube_has_its_distances) {
    struct mesh mesh;
    struct diag_list diags;
    struct sdf sdf;
    ck_assert_int_eq(parse(cube_text, &mesh, &diags), WISP_OK);
    ck_assert_int_eq(sdf_build(allocator_default(), &mesh.view, 0.13f, &sdf), WISP_OK);
    ck_assert(!sdf.open);
    const wisp_sdf *v = &sdf.view;
    for (uint32_t z = 0; z < v->nz; z++)
        for (uint32_t y = 0; y < v->ny; y++)
            for (uint32_t x = 0; x < v->nx; x++) {
                double p[3] = {(double)(v->origin[0] + v->cell * (float)x),
                               (double)(v->origin[1] + v->cell * (float)y),
                               (double)(v->origin[2] + v->cell * (float)z)};
                double d = (double)v->distance[(z * v->ny + y) * v->nx + x];
                ck_assert_double_eq_tol(d, cube_distance(p), 2e-3);
            }
    sdf_free(&sdf);
    mesh_free(&mesh);
    diag_list_free(&diags);
}
END_TEST

START_TEST(an_open_mesh_is_a_shell) {
    struct mesh mesh;
    struct diag_list diags;
    struct sdf sdf;
    ck_assert_int_eq(parse("v 0 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n", &mesh, &diags), WISP_OK);
    ck_assert_int_eq(sdf_build(allocator_default(), &mesh.view, 0.1f, &sdf), WISP_OK);
    ck_assert(sdf.open);
    float least = 1;
    for (size_t i = 0; i < sdf.cells; i++)
        least = sdf.distance[i] < least ? sdf.distance[i] : least;
    ck_assert_float_le(least, 0);
    ck_assert_float_ge(least, -0.0501f);
    sdf_free(&sdf);
    mesh_free(&mesh);
    diag_list_free(&diags);
}
END_TEST

START_TEST(no_memory_leaks_nothing_at_any_request) {
    struct mesh mesh;
    struct diag_list diags;
    struct sdf sdf;
    diag_list_init(&diags, allocator_default());
    for (size_t n = 1;; n++) {
        struct allocator_failing failing;
        struct allocator_counting counting;
        allocator_counting_init(&counting, allocator_default());
        allocator_failing_init(&failing, &counting.allocator, n, 0);
        wisp_status status = mesh_parse_obj(&failing.allocator, "it.obj", cube_text,
                                            sizeof cube_text - 1, &mesh, &diags);
        if (status >= 0) status = sdf_build(&failing.allocator, &mesh.view, 0.5f, &sdf);
        if (status >= 0) sdf_free(&sdf);
        mesh_free(&mesh);
        ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
        if (atomic_load(&failing.requests) < n) break;
        ck_assert_int_eq(status, WISP_E_NOMEM);
    }
    diag_list_free(&diags);
}
END_TEST

static void write_text(const char *folder, const char *name, const char *text) {
    char path[4096];
    str_format(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(file_write(path, text, strlen(text), 0), WISP_OK);
}

START_TEST(a_changed_file_gets_a_revision_and_a_broken_one_keeps_its_content) {
    char folder[4096], path[4200];
    const char *root = folder;
    uint32_t first, second;
    struct assets *assets;
    ck_assert_int_eq(file_temp_dir("wisp-assets-", folder, sizeof folder), WISP_OK);
    str_format(path, sizeof path, "%s/cube.obj", folder);
    write_text(folder, "cube.obj", cube_text);
    struct assets_config config = {
        .allocator = allocator_default(), .roots = &root, .root_count = 1};
    ck_assert_int_eq(assets_create(&config, &assets), WISP_OK);
    ck_assert_ptr_nonnull(assets_mesh(assets, "cube.obj", &first));
    ck_assert_ptr_null(assets_mesh(assets, "../etc/passwd", NULL));
    ck_assert_ptr_null(assets_mesh(assets, "nothing.obj", NULL));
    write_text(folder, "cube.obj", "v 0 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n");
    ck_assert(assets_changed(assets, path));
    ck_assert_uint_eq(assets_mesh(assets, "cube.obj", &second)->index_count, 3);
    ck_assert_uint_ne(first, second);
    write_text(folder, "cube.obj", "v oops\n");
    ck_assert(!assets_changed(assets, path));
    ck_assert_uint_eq(assets_mesh(assets, "cube.obj", &first)->index_count, 3);
    ck_assert_uint_eq(first, second);
    assets_destroy(assets);
    file_remove_tree(folder);
}
END_TEST

SUITE_MAIN("plugin mesh", TEST(a_cube_of_quads_is_twelve_triangles),
           TEST(corners_with_other_uvs_are_other_vertices),
           TEST_LOOP(a_bad_file_is_told_with_its_line, 0, (int)(sizeof bad / sizeof *bad)),
           TEST(the_grid_of_a_cube_has_its_distances), TEST(an_open_mesh_is_a_shell),
           TEST(no_memory_leaks_nothing_at_any_request),
           TEST(a_changed_file_gets_a_revision_and_a_broken_one_keeps_its_content))
