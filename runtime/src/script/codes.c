/* SPDX-License-Identifier: MIT
 *
 * codes - see codes.h.
 */
#include "script/codes.h"

#include <string.h>

static const struct diag_code codes[] = {
    {"bad-choice", "a text that is not one of the choices",
     "The field takes one of a few words, which the message lists."},
    {"bad-color", "not a colour",
     "Colours are texts, \"#rgb\", \"#rrggbb\" or \"#rrggbbaa\" in sRGB, or come from "
     "wisp.rgb, "
     "wisp.hsv or wisp.kelvin."},
    {"bad-id", "an id with characters that are not allowed",
     "Ids are 1 to 63 letters, digits, '_' and '-': they appear in file names, in the timeline "
     "and on the command line."},
    {"bad-knob", "a knob that cannot be understood",
     "A knob is { name, default, ... }. The default's kind decides how it is shown: number, "
     "true "
     "or false, colour, {x, y, z}, wisp.button, or a text with choices = { ... }."},
    {"bad-stop", "a stop of a curve or gradient that is not { time, value }",
     "Over life, times run from 0 (birth) to 1 (death). Curves have numbers for values, "
     "gradients have colours."},
    {"bad-value", "a function of the scene gave a value that the field does not take",
     "The field keeps its last good value and the function goes on being called. Look for a "
     "division by zero or a missing return."},
    {"bad-vary", "'vary' of a curve is neither a part nor {lo, hi}",
     "vary = 0.2 multiplies the curve by 0.8 to 1.2 at random for each spawn; vary = {0.5, 2} "
     "says both ends."},
    {"binary-chunk", "compiled Lua instead of text",
     "Compiled chunks can crash the program, so only source text is read."},
    {"curve-order", "stops that do not rise in time",
     "Each stop of a curve or gradient must come after the one before it."},
    {"cyclic-table", "a table that holds itself",
     "A scene is a finite tree of tables; the message says where the circle closes."},
    {"deprecated-name", "an old name of a field",
     "The old name works for one more minor version. The message gives the new one."},
    {"duplicate-id", "an id that is used twice",
     "An id names one thing in the scene: reloads, the timeline, events and s:get go by it. "
     "The "
     "note says where it was used first. The words scene, camera, sky, sun, wind and post are "
     "taken."},
    {"duplicate-knob", "a knob that is declared twice", "Knobs are told apart by their names."},
    {"empty-cue", "an entry of the timeline that does nothing",
     "A cue has set, run or label, or several of them."},
    {"empty-file", "a file without a scene",
     "A scene file ends with return wisp.scene{ ... }. When an editor is still writing the "
     "file, "
     "the next save brings the scene."},
    {"file-too-large", "a script that is larger than 1 MiB",
     "Large data belongs into assets, not into scripts."},
    {"missing-asset", "a file that does not exist",
     "Pictures and meshes are looked for beneath the scene's folder, then among the program's "
     "assets. Capital letters count."},
    {"missing-field", "a field that must be given is not",
     "There is no sensible default for it."},
    {"missing-id", "an effect without an id",
     "The id keeps an effect's particles over a reload, and is what the timeline, events and "
     "s:get(id) know it by."},
    {"missing-return", "the scene is not returned",
     "The file must end with return wisp.scene{ ... }: this also tells a whole file from one "
     "that an editor has written by half."},
    {"nil-entry", "a hole in a list",
     "An entry is nil: often a comma is missing before it, or a variable is misspelt."},
    {"no-such-file", "there is no file of this name",
     "Check the path and the capital letters."},
    {"not-a-file", "a folder, pipe, socket or device instead of a file",
     "A scene is a regular file."},
    {"not-a-list", "names where a list is wanted",
     "effects, bodies, lights and timeline are lists: their order counts. Names of entries go "
     "into id = \"...\"."},
    {"not-finite", "a number that is not finite",
     "The value is nan or infinite, most often from a division by zero."},
    {"not-plain", "a table with a metatable",
     "Scenes are plain tables, so that what is read is what is written."},
    {"not-text", "a file with zero bytes", "The file is not Lua source text."},
    {"not-utf8", "a file in UTF-16", "Save the file as UTF-8; a byte order mark is fine."},
    {"out-of-memory", "the script needs more memory than it may have",
     "Scripts have 256 MiB. A loop that adds to a table for ever is the usual cause."},
    {"out-of-range", "a number outside of the hard limits",
     "Beyond its limits the value makes no sense or would ask too much of the machine."},
    {"out-of-time", "the script took too long",
     "Loading may take 2 s, one frame 250 ms. The callback that was stopped stays off until "
     "the "
     "next load."},
    {"refused-asset", "a file name that leads out of the scene's folder, or to no file",
     "Scenes read only what lies beneath their folder or among the program's assets, so that a "
     "scene from somebody else can be opened safely."},
    {"reversed-range", "a range whose first end is larger than its second",
     "Ranges are {least, largest}."},
    {"script-error", "an error while the script ran",
     "While loading it stops the load. In a callback, the callback is off until the next load "
     "and the scene goes on with the last good values. The traceback lists who called whom."},
    {"slow-frame", "the script takes much of a frame's time",
     "Above 8 ms a frame the picture begins to stutter. It is said once until it gets better."},
    {"soft-range", "a number outside of the useful range",
     "It was clamped to the end of the range."},
    {"syntax-error", "text that is not Lua", "The message is Lua's own."},
    {"too-deep", "tables that are nested too deep", "Scenes may nest tables 16 deep."},
    {"too-few-stops", "a curve or gradient with fewer than two stops",
     "One value alone is a constant: write it without wisp.curve."},
    {"too-large", "a scene with too many values", "A scene may hold 100000 values."},
    {"unknown-effect", "an effect or constructor that does not exist",
     "The message lists the effects that are installed; wisp list shows them with their "
     "fields. "
     "An effect whose plugin failed to load is missing here."},
    {"unknown-event", "an event that cannot happen",
     "Keys are written key_space, key_a. Other events are signals of the scene's effects, "
     "names "
     "of buttons, and start, loop, reload, resize, mouse_down, mouse_up, mouse_move, wheel."},
    {"unknown-field", "a field that does not exist",
     "The message lists the fields that do and the nearest one."},
    {"unknown-id", "an id that nothing in the scene has",
     "Fields such as attach, and the timeline's set, name bodies, lights and effects by id."},
    {"unknown-knob", "a knob that was not declared", "Knobs are declared with wisp.params."},
    {"unknown-preset", "a named curve or gradient that does not exist",
     "The message lists the names."},
    {"unnamed-field", "a value without a name where names are wanted",
     "Write name = value. A missing '=' or a value left over from an edit is the usual cause."},
    {"unreadable-file", "a file that cannot be read", "Check its permissions."},
    {"unused-knob", "a knob that nothing uses",
     "It would be shown and do nothing. Use it as P.name, or as s.p.name inside a function."},
    {"used-twice", "one table given to two constructors",
     "Each effect, body or light needs a table of its own."},
    {"wrong-return", "the file returns something that is not a scene",
     "The file must end with return wisp.scene{ ... }."},
    {"wrong-type", "a value of the wrong kind",
     "Kinds are strict: the text \"900\" is not the number 900. The message says what the "
     "field "
     "takes and what it got."},
};

const struct diag_code *diag_codes(size_t *count) {
    *count = sizeof codes / sizeof *codes;
    return codes;
}

const struct diag_code *diag_code_find(const char *code) {
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (!strcmp(codes[i].code, code)) return &codes[i];
    return NULL;
}
