import { entryOptions, readEntry } from './entry-options.js';
import type { Host } from './hosts/host.js';
import { defineCommand, type OptionDeclarations, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument, moduleExit, readToolPlace, toolPlaceOptions } from './tool-place-options.js';

const options = {
  ...entryOptions,
  env: {
    kind: 'list',
    flags: '--env <variable>',
    description: 'an environment variable of the server: <name>=<value>, or <name> to read it where the host runs',
  },
  url: { kind: 'value', flags: '--url <url>', description: 'the URL of a server that runs already' },
  ...toolPlaceOptions,
} as const satisfies OptionDeclarations;

/** The command `toolwright install`. */
export const install = defineCommand({
  name: 'install',
  summary: 'add a server of tools to the configuration of a host',
  description:
    'Adds a server of the tools of a module to the configuration of a host, after it has shown the difference. The file ' +
    'keeps its comments and other entries, and its previous content is stored next to it.',
  arguments: [{ ...moduleArgument, isOptional: true }],
  options,
  examples: [
    'install ./shop.ts --host cursor',
    'install ./shop.ts --host vscode --project --env API_KEY',
    'install --host claude-code --name shop --url http://127.0.0.1:3000/mcp --yes',
  ],
  exits: [
    [exitCodes.ok, 'success, or no change'],
    [exitCodes.usage, 'invalid usage, a declined change, or a file that cannot be read or written'],
    moduleExit,
  ],
  prepare({ operands: [modulePath], values }) {
    const { url } = values;
    if (url !== undefined) checkUrl(url, values.env);
    const entry = readEntry('install', values);
    if (url !== undefined && !entry.host.canConnect) {
      throw new UsageFailure(`${entry.host.title} starts its servers itself. Omit --url, and pass the module.`);
    }
    if (modulePath === undefined && (url === undefined || entry.name === undefined)) {
      throw new UsageFailure("'install' needs a module, or --url and --name.");
    }
    const place = modulePath === undefined ? undefined : readToolPlace(modulePath, values);
    const command = { ...entry, place, url, env: readVariables(values.env, entry.host) };
    return { run: async (environment) => (await import('./install.js')).install(command, environment) };
  },
});

function checkUrl(url: string, env: readonly string[]): void {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageFailure(`--url must be the URL of a server, such as http://127.0.0.1:3000/mcp, not '${url}'.`);
  }
  if (env.length > 0) {
    throw new UsageFailure('--env and --url cannot be combined: the host does not start the server.');
  }
}

function readVariables(texts: readonly string[], { title, reference }: Host): ReadonlyMap<string, string | undefined> {
  const variables = new Map<string, string | undefined>();
  for (const text of texts) {
    const [, variable, , value] = /^([A-Za-z_]\w*)(=([\s\S]*))?$/.exec(text) ?? [];
    // The text is not repeated, because it may be a secret.
    if (variable === undefined) throw new UsageFailure('--env must be <name>=<value>, or the name of a variable.');
    if (value === undefined && reference === undefined) {
      throw new UsageFailure(
        `${title} cannot refer to environment variables. To store the value in its file, pass --env ${variable}="$${variable}".`,
      );
    }
    variables.set(variable, value);
  }
  return variables;
}
