"""Attacks the command line of a program: `attack_program.py PROGRAM` prints how many cases of each attack were tried and failed.

A case fails by a panic, an end by a signal, an exit code other than 0, 1 and 2, a refusal without a sentence, or if it does not end.
"""

import collections
import os
import re
import socket
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
ASSETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../assets")
KNIFE = os.path.join(ASSETS, "scenes/knife.ron")
TIMEOUT = 120
SHORT = ["--runs", "1", "--difficulty", "random"]
SCENE_COMMANDS = [["check"], ["resolve", "--seed", "1"], ["odds"], ["sim", "--jobs", "1", *SHORT]]
JOURNAL_COMMANDS = [["replay"], ["replay", "--format", "json"], ["replay", "--log"]]
OUTPUT_OPTIONS = [
    ["sim", "lane", *SHORT, "--csv"],
    ["sim", "lane", *SHORT, "--jsonl"],
    ["sim", "lane", *SHORT, "--save-journal", "1="],
    ["fuzz", "--orders", "10", "--journal"],
    ["rules", "SS", "--log-file"],
]
NUMBERS = ["1e400", "NaN", "-0", "-0.0", "inf", "-inf", "1e-400", "0x7fffffffffffffff", "1_000", "9" * 20, "1.5", "-2147483649"]

folder = tempfile.mkdtemp()
environment = dict(os.environ, BREACHLINE_ASSETS=ASSETS, BREACHLINE_HOME=os.path.join(folder, "home"))
environment.pop("DISPLAY", None)
tried = collections.Counter()
failures = collections.defaultdict(list)


def at(name):
    return os.path.join(folder, name)


def write(name, content):
    with open(at(name), "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return at(name)


def with_path(command, path):
    """A command with a path; a last argument that ends in `=` is written together with it."""
    return command[:-1] + [command[-1] + path] if command[-1].endswith("=") else command + [path]


def run(attack, arguments, codes=(0, 1, 2), is_quiet=False, before=(), changes=None, **streams):
    """Runs the program, and notes the failure of the case if there is one."""
    tried[attack] += 1
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **streams}
    command = [*before, PROGRAM, *arguments]
    try:
        ended = subprocess.run(command, env={**environment, **(changes or {})}, cwd=folder, timeout=TIMEOUT, **streams)
    except subprocess.TimeoutExpired:
        failures[attack].append((arguments, "it does not end"))
        return
    said = (ended.stderr or b"").decode(errors="replace")
    is_silent = ended.returncode != 0 and not said.strip() and not is_quiet
    has_failed = "panicked" in said or os.path.exists(at("home/reports"))
    if ended.returncode not in codes or has_failed or is_silent:
        failures[attack].append((arguments, ended.returncode, said[:400]))


def attack_streams(journal):
    commands = [["--help"], ["--version"], ["resolve", KNIFE, "--seed", "1"], ["odds", KNIFE], ["odds", KNIFE, "--plot"]]
    commands += [["sim", "lane", *SHORT], ["sim", "lane", "--json", *SHORT], ["replay", journal], ["replay", journal, "--log"]]
    commands += [["check"], ["fuzz", "--orders", "50"], ["rules"], ["rules", "SS-DEF-41"], ["schema"], ["schema", "journal"]]
    for command in commands:
        reader, writer = os.pipe()
        os.close(reader)
        run("closed pipe", command, (0,), stdout=writer)
        os.close(writer)
        with open("/dev/full", "wb") as full:
            run("full standard output", command, (1,), stdout=full)
            run("full output and errors", command, (1,), True, stdout=full, stderr=full)
        for closed in [">&-", "2>&-", ">&- 2>&-", "<&-"]:
            run("closed descriptors", command, (0, 1), True, ["sh", "-c", f'"$@" {closed}', "sh"])


def attack_options():
    for number in ["0", "-1", "1e3", "NaN", "", "0x10", "9" * 30]:
        for option in ["--runs", "--jobs", "--shard"]:
            run("numbers of options", ["sim", "lane", option, number], (2,))
        for option in ["--orders", "--replay-every"]:
            run("numbers of options", ["fuzz", option, number], (2,))
    for number in ["-1", "1e400", "NaN", "9" * 30]:
        run("numbers of options", ["sim", "lane", "--seed", number], (2,))
    for size in ["99999x99999", "0x0", "x", "-1x-1", "NaNxNaN"]:
        run("numbers of options", ["play", "--size", size], (2,))
    for arguments in [[b"\xff"], ["odds", b"\xff"], ["replay", b"a\xffb"], ["check", b"\xff"], ["play", b"\xff"]]:
        run("arguments of odd bytes", arguments, (1, 2))


def hostile_scenes():
    with open(KNIFE) as file:
        scene = file.read()
    for depth in [100, 5_000, 500_000]:
        for opening, closing in ["()", "[]", "{}", ("Some(", ")"), ('{"a":', "}")]:
            yield opening * depth + closing * depth
            yield f'(name: "x", units: {opening * depth}{closing * depth})'
    for text in ["", "\0" * 1000, "\ufeff" + scene, "\n" * 1_000_000, "/*" * 300_000, '"' * 500_000, "a" * 1_000_000]:
        yield text
    for text in ["r" + "#" * 100_000 + '"', '(name: "' + "x" * (3 << 20) + '")', '(map: "' + "." * 60_000 + '")']:
        yield text
    yield "(units: [" + '(name: "a", archetype: "officer"),' * 20_000 + "])"
    for number in NUMBERS:
        yield re.sub(r"cell: \(\d+", f"cell: ({number}", scene, count=1)
        yield f'(name: "x", rounds: {number}, units: [(name: "A", archetype: "officer", condition: (damage: {number}))])'


def hostile_journals(journal):
    header, first, *rest = journal.split("\n")
    for depth in [100, 128, 100_000]:
        yield '{"breachline":2,"bundle":' + "[" * depth + "]" * depth + "}"
        yield '{"a":' * depth + "1" + "}" * depth
        yield header + '\n{"order":' + "[" * depth + "]" * depth + "}\n"
    for version in ["0", "-1", "1", "3", "1.5", '"1"', "9" * 20]:
        yield f'{{"breachline":{version}}}'
    for text in ["", "null", "2\n", "[1]", '[2,"x"]', header, header + "\n" + header, journal[:-20], "\ufeff" + journal]:
        yield text
    for undo in ["5", "18446744073709551615", "9" * 30]:
        yield f'{header}\n{{"undo":{undo}}}\n'
    for line in ["x" * (3 << 20), "\0\0\0", '{"order":{"Decide":{"answer":"\\ud800"}},"hash":"0"}', first.replace('"hash":"', '"hash":"z')]:
        yield f"{header}\n{line}\n" + "\n".join(rest)


def attack_files(journal):
    for number, text in enumerate(hostile_scenes()):
        for command in SCENE_COMMANDS + JOURNAL_COMMANDS[:1]:
            run("hostile scenes", command + [write(f"scene{number}.ron", text)])
    for number, text in enumerate(hostile_journals(journal)):
        for command in JOURNAL_COMMANDS:
            run("hostile journals", command + [write(f"journal{number}.jsonl", text)], (0, 1))
    with open(at("sparse"), "wb") as file:
        file.truncate(2 << 30)
    for command in SCENE_COMMANDS + JOURNAL_COMMANDS:
        run("file of 2 GiB", command + [at("sparse")], (1,))


def attack_places():
    with open(KNIFE) as file:
        target = write("target.ron", file.read())
    os.mkfifo(at("pipe"))
    os.mkdir(at("folder"))
    bound = socket.socket(socket.AF_UNIX)
    bound.bind(at("socket"))
    for name, leads_to in [("link", target), ("zero", "/dev/zero"), ("loop", at("loop")), ("nowhere", at("nothing"))]:
        os.symlink(leads_to, at(name))
    places = [at(name) for name in ["pipe", "folder", "socket", "link", "zero", "loop", "nowhere"]]
    for place in places + ["/dev/zero", "/dev/full", "/proc/kmsg", "/proc/self/mem", "/nowhere/x", target + "/x", "", " "]:
        for command in SCENE_COMMANDS + JOURNAL_COMMANDS:
            is_content = place == at("folder") and command == ["check"]
            run("pipes, devices, links, folders", command + [place], (0,) if is_content else (1, 2))
    for place in places + ["/dev/full", "/proc/version", target + "/x", "/"]:
        for command in OUTPUT_OPTIONS:
            # A log without lines and a journal of fuzzing without a fault are not written.
            may_be_unwritten = place == "/proc/version" and command[0] in ("rules", "fuzz")
            run("outputs that cannot be written", with_path(command, place), (0, 1, 2) if may_be_unwritten else (1, 2))
    with open(target) as file, open(KNIFE) as original:
        if file.read() != original.read():
            failures["outputs that cannot be written"].append("a link was written through")


def attack_environment():
    odd = at("o\udcff\n\x1b[31m")
    changes = [{"BREACHLINE_HOME": home} for home in ["", "relative/home", "/dev/null", "/nowhere/x", odd]]
    changes += [{"BREACHLINE_HOME": "", "XDG_DATA_HOME": value, "XDG_CONFIG_HOME": value} for value in ["", "relative"]]
    changes += [{"BREACHLINE_HOME": "", "HOME": home} for home in ["", "/nowhere"]]
    changes += [{"XDG_DATA_DIRS": ":::"}, {"RUST_LOG": "=,="}, {"TERM": ""}, {"TMPDIR": "/nowhere"}, {"LC_ALL": "xx_YY"}]
    for change in changes:
        for command in [["check"], ["odds", KNIFE], ["sim", "lane", *SHORT]]:
            run("odd environments", command, (0, 2) if "RUST_LOG" in change else (0,), changes=change)
    for unset in [["-u", "HOME", "-u", "BREACHLINE_HOME"], ["-i"]]:
        run("odd environments", ["odds", KNIFE], (0,), before=["env", *unset])


def main():
    journal = at("fight.jsonl")
    run("recording a battle", ["sim", "lane", *SHORT, "--save-journal", "1=" + journal], (0,))
    with open(journal) as file:
        text = file.read()
    attack_places()
    attack_environment()
    attack_options()
    attack_files(text)
    attack_streams(journal)
    for attack, count in tried.items():
        print(f"{attack:36}{count:6} tried{len(failures[attack]):6} failed")
    for attack in failures:
        for failure in failures[attack]:
            print(attack, failure)
    sys.exit(1 if any(failures.values()) else 0)


main()
