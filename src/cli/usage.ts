/** What `toolwright --help` prints. */
export const usage = `Usage:
  toolwright list <module> [--json]
  toolwright call <module> <tool> [json] [--stream]
  toolwright serve <module> [--stdio | --http [--host 127.0.0.1] [--port 3000]]
  toolwright generate [--project tsconfig.json] [--out src/toolwright.gen.ts] [--check | --watch]

Commands:
  list      print the tools of a module: name, group, description and signature
  call      run one tool with the arguments [json], an object; '-' reads them from standard input
  serve     give the tools of a module out over the Model Context Protocol, until Ctrl-C
  generate  write a module with the schemas of a project's tools, made from their TypeScript types

<module> is a compiled JavaScript file. Its tools are those of every ToolRegistry instance, ToolRegistry subclass
(made without arguments), Toolkit and ToolSpec that it exports, and of arrays and records of specs.

Options:
  --json         list: print what toJsonSchema() gives for each tool, as one JSON array
  --stream       call: print each chunk as it comes
  --stdio        serve: over standard input and output, to one client; so it is by default
  --http         serve: over Streamable HTTP, to many clients
  --host, --port serve: where to listen; by default 127.0.0.1 and 3000
  -p, --project  generate: the project's tsconfig.json, or its folder
  -o, --out      generate: the module to write; by default src/toolwright.gen.ts beside the tsconfig.json
  --check        generate: write nothing, and exit with 1 if the module is stale
  -w, --watch    generate: write the module anew whenever the project changes, until Ctrl-C
  -h, --help     print this
  -v, --version  print the version

The result goes to standard output, errors and progress to standard error. Ctrl-C stops a call.

Exit codes:
  0    success
  1    wrong usage, no such tool, or a stale module
  2    no such module or project, or one that cannot be loaded, exports no tools, or has types without a schema
  5    the tool failed or refused its arguments
  130  interrupted
`;
