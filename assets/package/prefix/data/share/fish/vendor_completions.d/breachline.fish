# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_breachline_global_optspecs
    string join \n assets= v/verbose log-file= h/help V/version
end

function __fish_breachline_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_breachline_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_breachline_using_subcommand
    set -l cmd (__fish_breachline_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c breachline -n "__fish_breachline_needs_command" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_needs_command" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_needs_command" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_needs_command" -s h -l help -d 'Print help'
complete -c breachline -n "__fish_breachline_needs_command" -s V -l version -d 'Print version'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "play" -d 'Opens the game, or a scene at once'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "lab" -d 'Opens the Lab: build a scene and compare odds'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "resolve" -d 'Resolves the actions of a scene step by step'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "odds" -d 'Computes the exact odds of a scene\'s action'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "sim" -d 'Simulates AI battles in parallel and reports win rates, length and causes of death'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "campaign" -d 'Lists campaigns, their stages and the progress in them'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "replay" -d 'Verifies a journal, or shows it in the window'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "check" -d 'Validates content files'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "fuzz" -d 'Plays random orders to find bugs'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "rules" -d 'Looks up rule clauses, their rulings and where they are used'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "schema" -d 'Prints JSON schemas of content files'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "language-server" -d 'Helps editors with content files: completion, documentation and errors. Started by the editor'
complete -c breachline -n "__fish_breachline_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c breachline -n "__fish_breachline_using_subcommand play" -l book -d 'Rulebook instead of the skirmish\'s own' -r -f -a "swan_song\t''
aberrant\t''
attacks_and_damage\t''
circumstances\t''
combat_checks\t''"
complete -c breachline -n "__fish_breachline_using_subcommand play" -l squad -d 'Squad saved after an earlier skirmish; replaces the side of its name, or the first' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand play" -l ai -d 'Side controlled by an AI player, by name or number, with its difficulty (easy, normal, hard, brutal, master) and optionally its personality (even, aggressive, careful, flanker, marksman, grenadier). Repeatable' -r
complete -c breachline -n "__fish_breachline_using_subcommand play" -l campaign -d 'Opens the map of a campaign instead, by id' -r
complete -c breachline -n "__fish_breachline_using_subcommand play" -l seed -d 'Random seed; by default that of a lesson, else from the clock' -r
complete -c breachline -n "__fish_breachline_using_subcommand play" -l screenshot -d 'Saves a screenshot of the first finished frame and quits' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand play" -l script -d 'Runs a script file, see `docs/scripts.md`' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand play" -l size -d 'Window size, such as 1440x900' -r
complete -c breachline -n "__fish_breachline_using_subcommand play" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand play" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand play" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand play" -s h -l help -d 'Print help'
complete -c breachline -n "__fish_breachline_using_subcommand lab" -l screenshot -d 'Saves a screenshot of the first finished frame and quits' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand lab" -l script -d 'Runs a script file, see `docs/scripts.md`' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand lab" -l size -d 'Window size, such as 1440x900' -r
complete -c breachline -n "__fish_breachline_using_subcommand lab" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand lab" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand lab" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand lab" -s h -l help -d 'Print help'
complete -c breachline -n "__fish_breachline_using_subcommand resolve" -l dice -d 'Dice faces in the order of the rolls, such as 6,5,2; exactly as many as are rolled. Narrative dice of one roll are ordered boost, setback, ability, difficulty, proficiency, challenge' -r
complete -c breachline -n "__fish_breachline_using_subcommand resolve" -l answer -d 'Answer to a prompt, one per prompt; in Swan Song `standard`, `dodge+karma`, `parry+full_defense`, `reroll`, `keep`' -r
complete -c breachline -n "__fish_breachline_using_subcommand resolve" -l seed -d 'Random seed; by default from the clock' -r
complete -c breachline -n "__fish_breachline_using_subcommand resolve" -l format -d 'Output format' -r -f -a "text\t'For people'
json\t'For programs, see `docs/json.md`'"
complete -c breachline -n "__fish_breachline_using_subcommand resolve" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand resolve" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand resolve" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand resolve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c breachline -n "__fish_breachline_using_subcommand odds" -l defence -d 'Answers to use wherever they are offered: `standard`, `dodge`, `parry`, `block`; in Swan Song each also with `+full_defense` and `+karma`' -r
complete -c breachline -n "__fish_breachline_using_subcommand odds" -l action -d 'Number of the action in a sequence, from 1; by default the last. Includes the actions before it' -r
complete -c breachline -n "__fish_breachline_using_subcommand odds" -l format -d 'Output format' -r -f -a "text\t'For people'
json\t'For programs, see `docs/json.md`'"
complete -c breachline -n "__fish_breachline_using_subcommand odds" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand odds" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand odds" -l effects -d 'Distinguish outcomes by all their effects, not only by contact, damage and casualties'
complete -c breachline -n "__fish_breachline_using_subcommand odds" -l plot -d 'Plot the main number as columns instead of a table'
complete -c breachline -n "__fish_breachline_using_subcommand odds" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand odds" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l book -d 'Rulebook instead of the skirmish\'s own; `--ladder` and `--win-chance` default to all' -r -f -a "swan_song\t''
aberrant\t''
attacks_and_damage\t''
circumstances\t''
combat_checks\t''"
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l runs -d 'Fights per variant; with `--ladder`, mirrored fights per pair, skirmish and book; with `--win-chance`, fights per book' -r
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l seed -d 'Seed of the series: the same seed gives the same fights everywhere' -r
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l jobs -d 'Threads; by default one per core' -r
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l shard -d 'Part of the series to run, such as 2/8: the second of eight' -r
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l difficulty -d 'Difficulty of the AI players, one for all sides or one per side' -r -f -a "random\t''
easy\t''
normal\t''
hard\t''
brutal\t''
master\t''"
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l personality -d 'Personality of the AI players, one for all sides or one per side. By default each unit has its own' -r -f -a "even\t''
aggressive\t''
careful\t''
flanker\t''
marksman\t''
grenadier\t''"
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l vary -d 'Runs variants on the same seeds: `field=a,b,c`, where the field is a house rule, an option, `difficulty.0`, `archetype.number` or `weapon.number`. Several form a grid' -r
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l csv -d 'Writes a row per fight; weapons go into a second table beside it' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l jsonl -d 'Writes a JSON object per fight, one per line' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l parquet -d 'Writes the tables of `--csv` as Parquet, in builds with that feature' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l svg -d 'Plots wins, rounds, losses and weapons' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l save-journal -d 'Saves the journal of a fight by number, to watch with `breachline replay --show`' -r
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l pairs -d 'Pairs of the ladder, such as hard-normal,normal-easy' -r
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l fit -d 'Fits the coefficients of the win chances to half of the fights, tests them on the others and writes them' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l positions -d 'Positions of the fights: written after they are played, or read instead of playing if the file exists' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l fog -d 'Fog of war: each side sees only what it knows, whatever the skirmish says'
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l all-books -d 'Compares the skirmish under all five books'
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l behaviour -d 'Reports what the AI players did in their turns: use of cover, explosives, distance, moves and losses, by difficulty and archetype'
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l ladder -d 'Ladder of difficulties: mirrored fights with ratings'
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l win-chance -d 'Reports how well the estimated win chances agree with the results of fights'
complete -c breachline -n "__fish_breachline_using_subcommand sim" -l json -d 'Prints the summary as one JSON object'
complete -c breachline -n "__fish_breachline_using_subcommand sim" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand sim" -s h -l help -d 'Print help'
complete -c breachline -n "__fish_breachline_using_subcommand campaign" -l format -d 'Output format' -r -f -a "text\t'For people'
json\t'For programs, see `docs/json.md`'"
complete -c breachline -n "__fish_breachline_using_subcommand campaign" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand campaign" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand campaign" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand campaign" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c breachline -n "__fish_breachline_using_subcommand replay" -l format -d 'Output format' -r -f -a "text\t'For people'
json\t'For programs, see `docs/json.md`'"
complete -c breachline -n "__fish_breachline_using_subcommand replay" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand replay" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand replay" -l show -d 'Show it in the window'
complete -c breachline -n "__fish_breachline_using_subcommand replay" -l log -d 'Print the log of the battle, with dice, modifiers and clauses'
complete -c breachline -n "__fish_breachline_using_subcommand replay" -l win-chance -d 'Print the estimated win chance at the start of each round, and the orders that changed it most'
complete -c breachline -n "__fish_breachline_using_subcommand replay" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c breachline -n "__fish_breachline_using_subcommand check" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand check" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand check" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand check" -s h -l help -d 'Print help'
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -l book -d 'Rulebook of all battles' -r -f -a "swan_song\t''
aberrant\t''
attacks_and_damage\t''
circumstances\t''
combat_checks\t''"
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -l orders -d 'Number of orders, legal or not' -r
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -l seed -d 'Seed of orders and dice' -r
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -l replay-every -d 'Orders between two replays of the battle so far' -r
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -l journal -d 'Where to save the journal of a failing battle' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -l format -d 'Output format' -r -f -a "text\t'For people'
json\t'For programs, see `docs/json.md`'"
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand fuzz" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c breachline -n "__fish_breachline_using_subcommand rules" -l fights -d 'Simulates this number of AI fights per book, and counts those that cite each clause' -r
complete -c breachline -n "__fish_breachline_using_subcommand rules" -l format -d 'Output format' -r -f -a "text\t'For people'
json\t'For programs, see `docs/json.md`'"
complete -c breachline -n "__fish_breachline_using_subcommand rules" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand rules" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand rules" -l coverage -d 'Lists for each clause the tests that prove it and the gallery scenes that show it, with totals'
complete -c breachline -n "__fish_breachline_using_subcommand rules" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c breachline -n "__fish_breachline_using_subcommand schema" -l write -d 'Writes all schemas into a folder instead, as `NAME.schema.json`' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand schema" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand schema" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand schema" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand schema" -s h -l help -d 'Print help'
complete -c breachline -n "__fish_breachline_using_subcommand language-server" -l assets -d 'Content folder to use instead of the shipped one' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand language-server" -l log-file -d 'Appends the log to a file instead' -r -F
complete -c breachline -n "__fish_breachline_using_subcommand language-server" -s v -l verbose -d 'Logs what the program does to standard error; twice for details'
complete -c breachline -n "__fish_breachline_using_subcommand language-server" -s h -l help -d 'Print help'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "play" -d 'Opens the game, or a scene at once'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "lab" -d 'Opens the Lab: build a scene and compare odds'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "resolve" -d 'Resolves the actions of a scene step by step'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "odds" -d 'Computes the exact odds of a scene\'s action'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "sim" -d 'Simulates AI battles in parallel and reports win rates, length and causes of death'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "campaign" -d 'Lists campaigns, their stages and the progress in them'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "replay" -d 'Verifies a journal, or shows it in the window'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "check" -d 'Validates content files'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "fuzz" -d 'Plays random orders to find bugs'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "rules" -d 'Looks up rule clauses, their rulings and where they are used'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "schema" -d 'Prints JSON schemas of content files'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "language-server" -d 'Helps editors with content files: completion, documentation and errors. Started by the editor'
complete -c breachline -n "__fish_breachline_using_subcommand help; and not __fish_seen_subcommand_from play lab resolve odds sim campaign replay check fuzz rules schema language-server help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
