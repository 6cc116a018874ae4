export const HELP = `taxiway rehearse: give an agent scripted tasks, and judge what it did

  taxiway rehearse <file | folder | core> --agent <command> [options]
      Plays every scenario. The command is run by a shell in an empty folder, with TAXIWAY_MCP_URL, TAXIWAY_MCP_CONFIG
      (a file with mcpServers), TAXIWAY_BRIEF and TAXIWAY_BRIEF_FILE in its environment and the brief on its stdin.
      It may write { "input_tokens", "output_tokens", "usd" } to TAXIWAY_USAGE_FILE. Built-in agents: gold, canary:<name>.
        --trials <n>        runs of each scenario (default 1)
        --jobs <n>          runs at the same time (default 1)
        --timeout <s>       of one run of the command, in seconds (default 300)
        --category <name>   only scenarios of this category
        --seed <text>       another generated world
        --report <kind>=<path>   json, junit or md: a file; journal: a folder. May be repeated
        --fail-under <n>    the least share of runs that must pass, as a mean over tasks (default 1)
  taxiway rehearse check <file | folder | core>
      Proves that gold passes, every canary fails by its check, and each check is needed.
  taxiway rehearse list [--category <name>]
      Lists the scenarios that come with Taxiway.
  taxiway rehearse show <journal>, taxiway rehearse diff <journal> <journal>
      Tells the story of a run, and where two runs part, from files of --report journal=<folder>.
  taxiway rehearse serve [--port <n>] [--json]
      Starts the server alone, for test frameworks: prints its address and a token for the admin API.
  taxiway --scenario <file> [--verdict <file>]
      One run for one client on stdin and stdout. The verdict is written when it disconnects.

Exit codes: 0 enough passed, 1 not enough, 2 wrong usage or scenario, 3 invalid runs (a defect of Taxiway or of a scenario).
`;
