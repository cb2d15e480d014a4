import { readDocumentOptions } from './document-options.js';
import type { ToolPlace } from './load-tools.js';
import {
  type ArgumentDeclaration,
  type OptionDeclarations,
  type OptionValues,
  UsageFailure,
} from './shared/declaration.js';
import { type ExitCode, exitCodes } from './shared/exit-codes.js';

/** The argument of the commands that load tools. */
export const moduleArgument: ArgumentDeclaration = {
  name: 'module',
  label: 'a module',
  description:
    'a JavaScript or TypeScript file, an OpenAPI document (file or URL), or a folder of tools or its configuration',
  completes: 'path',
};

/** The options of the commands that load tools. */
export const toolPlaceOptions = {
  baseUrl: {
    kind: 'value',
    flags: '--base-url <url>',
    description: 'OpenAPI: the server, in place of those that the document names',
  },
  auth: {
    kind: 'list',
    flags: '--auth <variable>',
    description:
      'OpenAPI: the environment variable with a bearer token, or <security scheme>=<variable>, which may be repeated',
  },
  agent: { kind: 'value', flags: '--agent <name>', description: 'folder: only the tools of this agent' },
} as const satisfies OptionDeclarations;

/** The exit code of a module that cannot be used, for help. */
export const moduleExit: readonly [ExitCode, string] = [
  exitCodes.module,
  'the module does not exist, cannot be loaded, or exports no tools',
];

/**
 * Reads the place of the tools of a command.
 *
 * @throws UsageFailure if an option does not fit the place.
 */
export function readToolPlace(modulePath: string, values: OptionValues<typeof toolPlaceOptions>): ToolPlace {
  const { baseUrl, auth, agent } = values;
  const document = readDocumentOptions(modulePath, { baseUrl, auth });
  if (typeof document === 'string') throw new UsageFailure(document);
  return { modulePath, document, agent };
}
