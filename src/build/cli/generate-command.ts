import type { GenerateClientCommand } from './generate-client.js';
import { isServerUrl } from './remote-server.js';
import { defineCommand, type OptionDeclarations, type OptionValues, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';

const options = {
  project: {
    kind: 'value',
    flags: '-p, --project <file>',
    description: "the project's tsconfig file, or its folder (default: tsconfig.json)",
    isPath: true,
  },
  out: {
    kind: 'value',
    flags: '-o, --out <file>',
    description: 'the module to write (default: src/toolwright.gen.ts, next to the tsconfig file)',
    isPath: true,
  },
  types: {
    kind: 'value',
    flags: '--types <file>',
    description: 'a file to write with the types of the tools, for typed toolkits and clients',
    isPath: true,
  },
  typesOnly: { kind: 'flag', flags: '--types-only', description: 'write the file of --types, and no module' },
  closed: {
    kind: 'flag',
    flags: '--no-closed',
    description: 'accept properties that the types do not declare, below the top level',
  },
  from: {
    kind: 'value',
    flags: '--from <server>',
    description:
      'write typed calls of the tools of an MCP server to --out instead: its URL, or its command with arguments after --',
  },
  auth: {
    kind: 'value',
    flags: '--auth <variable>',
    description: 'with the URL of --from: the environment variable with a bearer token',
  },
  check: { kind: 'flag', flags: '--check', description: 'write nothing, and exit with 1 if the module is stale' },
  watch: {
    kind: 'flag',
    flags: '-w, --watch',
    description: 'rewrite the module whenever the project changes, until Ctrl-C',
  },
} as const satisfies OptionDeclarations;

/** The command `toolwright generate`. */
export const generate = defineCommand({
  name: 'generate',
  summary: "write a module with the schemas of a project's tools",
  description:
    "Writes a module with the schemas of a project's tools, generated from their TypeScript types, or one with typed calls " +
    'of the tools of an MCP server.',
  arguments: [
    {
      name: 'arguments',
      label: 'arguments',
      description: 'with --from: the arguments of the command',
      isOptional: true,
      isRepeatable: true,
    },
  ],
  options,
  examples: [
    'generate',
    'generate --project tsconfig.json --out src/toolwright.gen.ts',
    'generate --check',
    'generate --watch',
    'generate --from https://example.com/mcp --out src/shop.ts',
    'generate --from npx --out src/shop.ts -- -y example-server',
  ],
  exits: [
    [exitCodes.ok, 'success'],
    [exitCodes.usage, 'invalid usage, or a stale module'],
    [exitCodes.module, 'the project does not exist, or has types without a schema; or the server cannot be read'],
  ],
  prepare({ operands, values }) {
    if (values.check && values.watch) throw new UsageFailure("'generate' accepts --check or --watch, not both.");
    if (values.from !== undefined) {
      const client = readClient(values.from, operands, values);
      return { run: async ({ report }) => (await import('./generate-client.js')).generateClient(client, report) };
    }
    const [operand] = operands;
    if (operand !== undefined) throw new UsageFailure(refuseOperand(operand));
    if (values.auth !== undefined) throw new UsageFailure('--auth requires --from.');
    if (values.typesOnly && (values.types === undefined || values.out !== undefined)) {
      throw new UsageFailure('--types-only requires --types <file>, and no --out.');
    }
    return { run: async ({ report }) => (await import('./generate.js')).generate(values, report) };
  },
});

function readClient(
  from: string,
  args: readonly string[],
  { out, auth, check, project, types, typesOnly, closed, watch }: OptionValues<typeof options>,
): GenerateClientCommand {
  if (project !== undefined || types !== undefined || typesOnly || !closed || watch) {
    throw new UsageFailure('--from accepts only --out, --auth and --check: it reads a server, and no project.');
  }
  if (out === undefined || !/\.[cm]?ts$/.test(out)) {
    throw new UsageFailure('--from requires --out <file>, the TypeScript module to write.');
  }
  if (isServerUrl(from) && args.length > 0) throw new UsageFailure('A URL of --from has no arguments.');
  if (!isServerUrl(from) && auth !== undefined) throw new UsageFailure('--auth requires the URL of a server.');
  if (auth !== undefined && !/^[A-Za-z_]\w*$/.test(auth)) {
    // The text is not repeated, because it may be a credential.
    throw new UsageFailure('--auth must be the name of an environment variable.');
  }
  return { mcp: [from, ...args], out, auth, check };
}

function refuseOperand(operand: string): string {
  return /\.[cm]?[jt]sx?$/.test(operand)
    ? `'generate' accepts no module: it reads all that belong to the project. Run it without '${operand}'.`
    : `'generate' accepts no module. To set the project, use --project ${operand}.`;
}
