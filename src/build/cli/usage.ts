/** The output of `toolwright --help`. */
export const usage = `Usage:
  toolwright list <module> [--cost [--budget 20000]]
  toolwright call <module> <tool> [json] [--stream] [--answers file.json]
  toolwright serve <module> [--stdio | --http [--host 127.0.0.1] [--port 3000]] [--era 2026-07-28]
  toolwright serve <module> --nats nats://localhost:4222 [--subject toolwright] [--queue default]
  toolwright generate [--project tsconfig.json] [--out src/toolwright.gen.ts] [--types <file>]
                      [--no-closed] [--check | --watch]
  toolwright install <module> --host <host> [--name <name>] [--project | --file <file>] [--env <variable>]
                     [--url <url>] [--dry-run] [--yes]
  toolwright uninstall <module> --host <host> [--name <name>] [--project | --file <file>] [--dry-run] [--yes]
  toolwright doctor [module]

Commands:
  list      print the tools of a module: name, group, description and signature
  call      run one tool with the arguments [json], an object; '-' reads them from standard input
  serve     serve the tools of a module over the Model Context Protocol or NATS, until Ctrl-C
  generate  write a module with the schemas of a project's tools, generated from their TypeScript types
  install   add a server of the tools of a module to the configuration of a host: claude, claude-code, cursor, vscode
  uninstall remove the server from the configuration of a host
  doctor    print what is installed and configured, what is wrong with it, and how to fix it

<module> is a JavaScript or TypeScript file. Its tools are those of every ToolRegistry instance, ToolRegistry subclass
(constructed without arguments), Toolkit and ToolSpec that it exports, and of arrays and records of specs. It may also
be an OpenAPI document, a file in JSON or YAML, or a URL; or a folder with modules and definitions of tools, or its
toolwright.config.{ts,js,json,yaml}.

Options:
  --cost         list: print the bytes and the estimated tokens of each tool
  --budget       list --cost: exit with 1 if the active tools have more tokens
  --json         print one line of JSON: { ok, command, exitCode, data or error, warnings }
  --stream       call: print each chunk as it arrives
  --answers      call: a file with answers to what the tool asks, for use without a terminal
  --base-url     list, call, serve: the server of an OpenAPI document, in place of those that it names
  --auth         list, call, serve: the environment variable with the credential for an OpenAPI document: <variable>
                 for a bearer token, or <security scheme>=<variable>, which may be repeated
  --agent        list, call, serve: only the tools of this agent of a folder
  --stdio        serve: over standard input and output, to one client (default)
  --http         serve: over Streamable HTTP, to many clients
  --host, --port serve: where to listen (default: 127.0.0.1 and 3000)
  --era          serve: only the protocol version 2025-11-25 or 2026-07-28 (default: with --http, both)
  --nats         serve: as a worker of the NATS server at this URL
  --subject      serve --nats: the prefix of all subjects (default: toolwright)
  --queue        serve --nats: the queue group, whose workers share the calls (default: default)
  -p, --project  generate: the project's tsconfig.json, or its folder
  -o, --out      generate: the module to write (default: src/toolwright.gen.ts, relative to tsconfig.json)
  --types        generate: the file to write with the types of the tools, for typed toolkits and clients
  --no-closed    generate: accept properties that the types do not declare, below the top level
  --check        generate: write nothing, and exit with 1 if the module is stale
  -w, --watch    generate: rewrite the module whenever the project changes, until Ctrl-C;
                 serve: update the tools whenever a file of the folder changes
  --host         install, uninstall: the host, one of claude, claude-code, cursor and vscode
  --name         install, uninstall: the name of the server (default: the name of the package)
  --project      install, uninstall: change the file of the project in the current folder (default: that of the user)
  --file         install, uninstall: the file to change, in place of those that the host documents
  --env          install: an environment variable of the server: <name>=<value>, or <name> to read it where the host
                 runs; may be repeated
  --url          install: the URL of a server that runs already
  --dry-run      install, uninstall: print the difference, and write nothing
  -y, --yes      install, uninstall: write without asking
  -h, --help     print this
  -v, --version  print the version

Results are printed to standard output, errors and progress to standard error. Ctrl-C cancels a call.

Exit codes:
  0    success
  1    invalid usage, an unknown tool, a stale module, tools beyond the budget, or an error that doctor has found
  2    a module or project that does not exist, cannot be loaded, exports no tools, or has types without a schema
  5    the tool failed, rejected its arguments, or asked a question that was not answered
  130  interrupted
`;
