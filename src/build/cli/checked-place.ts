import { type DevPlace, isMcpPlace } from './dev-place.js';
import { isServerUrl } from './remote-server.js';
import {
  type ArgumentDeclaration,
  type OptionDeclarations,
  type OptionValues,
  UsageFailure,
} from './shared/declaration.js';
import { moduleArgument, readToolPlace, toolPlaceOptions } from './tool-place-options.js';

/** The arguments of a command that serves or checks the tools of a module or of an MCP server. */
export const placeArguments: readonly ArgumentDeclaration[] = [
  moduleArgument,
  {
    name: 'arguments',
    label: 'arguments',
    description: 'with --mcp: the arguments of the command',
    isOptional: true,
    isRepeatable: true,
  },
];

/** The options of a command for the tools of a module or of an MCP server. */
export const placeOptions = {
  mcp: {
    kind: 'flag',
    flags: '--mcp',
    description: 'the tools of an MCP server: its URL, or its command after --',
  },
  ...toolPlaceOptions,
} as const satisfies OptionDeclarations;

/**
 * Reads the place of tools: a module, or an MCP server. A URL whose path ends with `/mcp` is that of a server.
 *
 * @throws UsageFailure if an argument or option does not fit the place.
 */
export function readPlace(
  command: string,
  operands: readonly string[],
  values: OptionValues<typeof placeOptions>,
): DevPlace {
  const [modulePath = '', ...others] = operands;
  const isServer = values.mcp || /^https?:\/\/.+\/mcp\/?$/i.test(modulePath);
  if (!isServer && others.length > 0) {
    throw new UsageFailure(`'${command}' accepts one module. Pass --mcp before the command of an MCP server.`);
  }
  if (!isServer) return readToolPlace(modulePath, values);
  const { baseUrl, auth, agent } = values;
  if (baseUrl !== undefined || agent !== undefined) {
    throw new UsageFailure('--base-url and --agent do not apply to an MCP server.');
  }
  const [variable, ...more] = auth;
  if (variable === undefined) return { mcp: operands };
  if (!isServerUrl(modulePath)) throw new UsageFailure('--auth requires the URL of an MCP server, not its command.');
  if (more.length > 0 || !/^[A-Za-z_]\w*$/.test(variable)) {
    // The text is not repeated, because it may be a credential.
    throw new UsageFailure('--auth must be the name of one environment variable for an MCP server.');
  }
  return { mcp: operands, auth: variable };
}

/** Returns the place as users know it: the path of the module, or the URL or command of the server. */
export function nameOfPlace(place: DevPlace): string {
  return isMcpPlace(place) ? place.mcp.join(' ') : place.modulePath;
}
