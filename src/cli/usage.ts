/** What `toolwright --help` prints. */
export const usage = `Usage:
  toolwright list <module> [--json]
  toolwright call <module> <tool> [json] [--stream]

Commands:
  list   print the tools of a module: name, group, description and signature
  call   run one tool with the arguments [json], an object; '-' reads them from standard input

<module> is a compiled JavaScript file. Its tools are those of every ToolRegistry instance, ToolRegistry subclass
(made without arguments), Toolkit and ToolSpec that it exports, and of arrays and records of specs.

Options:
  --json         list: print what toJsonSchema() gives for each tool, as one JSON array
  --stream       call: print each chunk as it comes
  -h, --help     print this
  -v, --version  print the version

The result goes to standard output, errors and progress to standard error. Ctrl-C stops a call.

Exit codes:
  0    success
  1    wrong usage, or no such tool
  2    no such module, or one that cannot be loaded or exports no tools
  5    the tool failed or refused its arguments
  130  interrupted
`;
