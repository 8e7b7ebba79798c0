/* SPDX-License-Identifier: MIT
 *
 * explain - the diagnostic codes of the program, of plugins and of graphics in words. Those of
 * scene files are in script/codes.
 */
#include "app/explain.h"

#define TABLE                                                                         \
    "The plugin's table is not one that the host can use. All faults of a table are " \
    "listed\nat once; see docs/plugins.md for what each entry must hold."
#define PARAM                                                                           \
    "One entry of the plugin's parameter table contradicts itself. Scenes, panels and " \
    "pages\nare made from that table, so a plugin with a faulty one is refused."

const struct explain_code explain_codes[] = {
    {"assets", "the asset folders could not be opened",
     "Usually the machine is out of memory."},
    {"bench", "a benchmark's child process failed",
     "Run the command that is named by hand and see what it says."},
    {"budget", "a scene asks for more than is allowed",
     "The message says how much was asked for and what the limit is."},
    {"checkpoint", "a checkpoint does not fit the scene any more",
     "The scene file was changed in the moment of a crash, so the state kept before it belongs "
     "to\n"
     "another scene. The scene begins anew."},
    {"command-duplicate", "a plugin declares two commands of one name", TABLE},
    {"command-name", "a plugin's command has no proper name", TABLE},
    {"crash", "the program crashed outside of any plugin",
     "This is a fault of wisp. Please report it with the scene and the lines above."},
    {"crash-loop", "the program crashed again and again",
     "After the fourth crash without some seconds of peace in between it gives up. The lines "
     "above\n"
     "name what crashed."},
    {"display", "no window could be opened",
     "Without a display use 'wisp render', which needs none."},
    {"exists", "a file is there already", "Nothing is written over. Choose another name."},
    {"ffmpeg", "ffmpeg is missing or failed",
     "Videos are made by ffmpeg, which runs as a child. On Debian: apt-get install ffmpeg."},
    {"file", "a file or folder could not be read", "The message says why."},
    {"graphics", "no OpenGL 3.3",
     "Everything is drawn with OpenGL 3.3 core. Update the graphics driver, or install Mesa, "
     "which\n"
     "also draws without a graphics card."},
    {"hang", "no frame was finished for a long time, outside of any plugin",
     "A graphics driver or wisp itself hangs. The program was ended."},
    {"image", "a texture cannot be used",
     "It is damaged, larger than 4096 pixels a side, or of a kind that is not read. The last "
     "good\n"
     "one, or a plain white one, is drawn in its place."},
    {"interrupted", "stopped by a signal before the end",
     "Files that were finished before stay; none is half-written."},
    {"lint-build-id", "a plugin has no build-id",
     "Two builds cannot be told apart. Link with -Wl,--build-id."},
    {"lint-constructor", "a plugin runs code while it is loaded",
     "Whatever it does there happens before the host can say anything. Do it in create."},
    {"lint-executable-stack", "a plugin asks for an executable stack",
     "Some systems refuse to load it. Usually assembly lacks a .note.GNU-stack section."},
    {"lint-exit", "a plugin registers code to run at exit",
     "That code would run after the plugin was unloaded."},
    {"lint-exported", "a plugin exports more than its table",
     "Names may clash with those of other plugins. Build with -fvisibility=hidden."},
    {"lint-nodelete", "a plugin asks never to be unloaded",
     "Each new build of it stays in memory. Drop -z nodelete."},
    {"lint-runpath", "a plugin brings a search path for libraries",
     "It is loaded from a copy elsewhere, so relative paths may not hold."},
    {"lint-static-tls", "a plugin takes from the small store of static thread storage",
     "After some reloads it cannot be loaded any more. Drop -ftls-model=initial-exec."},
    {"lint-text-relocations", "a plugin's code is changed while it is loaded",
     "Build with -fPIC."},
    {"lint-tls", "a plugin has thread-local variables",
     "They are lost over a reload, and destructors keep the plugin in memory."},
    {"lint-unique", "a plugin has unique symbols",
     "They keep it in memory after it is unloaded. Build with -fno-gnu-unique."},
    {"lint-writable", "a plugin has variables of its own that can change",
     "They are lost over a reload, shared by all instances, and part of no checkpoint. Keep "
     "state\n"
     "in buffers."},
    {"memory", "out of memory", "Make the picture smaller, or the effects' counts."},
    {"mesh", "a mesh cannot be used",
     "It is no Wavefront OBJ file, or it is damaged. Nothing is drawn in its place."},
    {"mesh-open", "a mesh is not closed",
     "Inside and outside of an open mesh are a guess, so things that touch it may look wrong."},
    {"output", "a result could not be written",
     "The folder is missing, the disk is full, or it may not be written to. Nothing is left\n"
     "half-written."},
    {"param-choices", "a parameter's choices are not proper", PARAM},
    {"param-default", "a parameter's default does not fit", PARAM},
    {"param-duplicate", "two parameters have one key", PARAM},
    {"param-flags", "a parameter's flags do not fit its type", PARAM},
    {"param-key", "a parameter's key is not proper", PARAM},
    {"param-range", "a parameter's limits contradict each other", PARAM},
    {"param-stops", "a parameter's default stops are not proper", PARAM},
    {"param-type", "a parameter's type is unknown", PARAM},
    {"paths", "the program cannot find where it is itself", "Start it by its whole path."},
    {"plugin-abi-major", "a plugin is built for another major version of the interface",
     "Build it again with the headers of this wisp."},
    {"plugin-abi-minor", "a plugin needs a newer wisp",
     "It uses something that this wisp does not have. Update wisp."},
    {"plugin-crash", "a plugin crashed",
     "The message names the plugin, what it was doing and for which effect of the scene.\n"
     "'wisp run' brings the picture back from the last checkpoint and does not load that "
     "build\n"
     "again; 'wisp render' ends with exit code 5."},
    {"plugin-create", "a plugin has no create function", TABLE},
    {"plugin-doc", "a plugin's table has no description", TABLE},
    {"plugin-elf", "a plugin is no shared object of this machine",
     "The file is cut off, damaged, or built for another kind of machine."},
    {"plugin-file", "a plugin cannot be read", "The message says why."},
    {"plugin-hang", "a plugin does not return",
     "A call into it took more than two seconds. 'wisp run' starts again without that build,\n"
     "'wisp render' ends with exit code 5."},
    {"plugin-id", "a plugin's id is not proper", TABLE},
    {"plugin-id-file", "a plugin's id and its file name differ",
     "The file <id>.so must hold the effect <id>."},
    {"plugin-instance-size", "a plugin asks for too much for each instance", TABLE},
    {"plugin-load", "the system's loader refuses a plugin",
     "The loader's own words follow; most often a symbol is missing."},
    {"plugin-magic", "a plugin's table does not begin as it must", TABLE},
    {"plugin-memory", "no memory for a plugin", "Close other programs and try again."},
    {"plugin-must-flags", "a plugin needs something that this wisp does not know", TABLE},
    {"plugin-name", "a plugin's table has no name", TABLE},
    {"plugin-passes", "a plugin asks for unknown drawing passes", TABLE},
    {"plugin-quarantined", "a build of a plugin crashed before and is not run again",
     "The effect rests until its file holds another build. Mend the plugin and build it "
     "again."},
    {"plugin-service", "a plugin needs a service that this wisp does not have", TABLE},
    {"plugin-size", "a plugin's table is smaller than it says", TABLE},
    {"plugin-stage", "a plugin could not be copied for loading",
     "Plugins are loaded from a private copy. The cache folder may be full or not writable."},
    {"plugin-stale", "the system gave the old code for a new plugin",
     "The loader returned an image that is loaded already. Build the plugin again."},
    {"plugin-symbol", "a file is no effect",
     "It does not export wisp_effect_entry_1. See docs/plugins.md."},
    {"plugin-table", "a plugin's table is not whole", TABLE},
    {"plugin-update", "a plugin has no update function", TABLE},
    {"plugin-version", "a plugin's table has no version", TABLE},
    {"plugins", "the plugin folders could not be searched",
     "Usually the machine is out of memory."},
    {"process", "a process could not be started", "The message says why."},
    {"rebuild", "the build command of --rebuild could not be run", "The message says why."},
    {"reload", "a changed scene could not take the place of the running one",
     "The running scene goes on as it was. The message says why."},
    {"scene", "a scene could not be made", "The message says why."},
    {"shader", "a shader does not compile or link",
     "The driver's words are given with file and line of your own file, included ones too. "
     "What\n"
     "uses the shader is drawn with its last good version, or not at all."},
    {"shader-file", "a shader file is missing or cannot be read",
     "Shaders are sought beside the scene and then in the program's own folder."},
    {"shader-include", "an #include of a shader is not right",
     "It names a file that is missing, includes itself, or leaves its folder."},
    {"signal-duplicate", "a plugin declares two signals of one name", TABLE},
    {"signal-name", "a plugin's signal has no proper name", TABLE},
    {"template", "a template is missing", "The installation is not whole."},
    {"threads", "threads could not be started", "Ask for fewer with --threads."},
    {"unknown-buffer", "an effect has no such state buffer",
     "'wisp export SCENE --list' prints all of them."},
    {"usage", "the command line is not right", "See 'wisp COMMAND --help'."},
    {"validate-allocation", "memory is taken in each step",
     "Ask for buffers once, of the size that is needed most."},
    {"validate-checkpoint", "a checkpoint leads to another future",
     "Something that decides the next step is in no buffer."},
    {"validate-draw", "drawing changes the state",
     "A picture more or less would be another simulation. Change state in update only."},
    {"validate-leak", "graphics objects are left after an effect's end",
     "This is a fault of the host: please report it."},
    {"validate-reload", "new code on kept buffers leads to another future",
     "create must not change buffers that it finds filled."},
    {"validate-run", "the plugin fails with its own defaults",
     "The message says in which step."},
    {"validate-seed", "the same seed gives another state",
     "Only wisp_rng_* may be a source of chance."},
    {"validate-threads", "the state depends on the number of threads",
     "A job must write only what belongs to its own chunk."},
    {"validate-values", "the plugin fails with values that its table allows",
     "Narrow the table's limits, or deal with such values."},
    {"watch", "files cannot be watched", "Use --no-watch, and F5 to reload."},
};
const size_t explain_count = sizeof explain_codes / sizeof *explain_codes;
