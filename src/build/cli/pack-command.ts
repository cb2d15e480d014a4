import type { BundleVariable } from './bundle/bundle-manifest.js';
import { defineCommand, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument, moduleExit, readToolPlace, toolPlaceOptions } from './tool-place-options.js';

/** The command `toolwright pack`. */
export const pack = defineCommand({
  name: 'pack',
  summary: 'write a bundle with a server of tools, for desktop hosts',
  description:
    'Writes an MCP bundle (.mcpb), which a desktop host installs with one click: a server of the tools of a module, with the ' +
    'packages that its package.json lists as dependencies. The bundle is started once, to check it.',
  arguments: [moduleArgument],
  options: {
    out: {
      kind: 'value',
      flags: '-o, --out <file>',
      description: 'the bundle to write (default: the name of the package with .mcpb)',
      isPath: true,
    },
    env: {
      kind: 'list',
      flags: '--env <variable>',
      description:
        'an environment variable that the host asks its user for: <name> for a secret, or <name>=<default>; may be repeated',
    },
    include: {
      kind: 'list',
      flags: '--include <path>',
      description: 'a further file or folder of the package that the tools read; may be repeated',
      isPath: true,
    },
    ...toolPlaceOptions,
  },
  examples: ['pack ./dist/shop.js', 'pack ./dist/shop.js --env SHOP_TOKEN --include data --out shop.mcpb'],
  exits: [
    [exitCodes.ok, 'success'],
    [exitCodes.usage, 'invalid usage, a module in TypeScript, or a package that is not installed'],
    moduleExit,
  ],
  prepare({ operands: [modulePath = ''], values }) {
    const { out, env, include } = values;
    const place = readToolPlace(modulePath, values);
    if (/^https?:\/\//i.test(modulePath)) throw new UsageFailure("'pack' needs a file or a folder, not a URL.");
    if (out !== undefined && !out.endsWith('.mcpb')) throw new UsageFailure('--out must end with .mcpb.');
    const asked = (place.document?.credentials ?? []).map(({ variable }) => ({ name: variable, value: undefined }));
    const command = { place, out, variables: [...asked, ...env.map(readVariable)], include };
    return { run: async ({ report }) => (await import('./pack.js')).pack(command, report) };
  },
});

function readVariable(text: string): BundleVariable {
  const [, name, , value] = /^([A-Za-z_]\w*)(=([\s\S]*))?$/.exec(text) ?? [];
  // The text is not repeated, because it may be a secret.
  if (name === undefined) throw new UsageFailure('--env must be the name of a variable, or <name>=<default>.');
  return { name, value };
}
