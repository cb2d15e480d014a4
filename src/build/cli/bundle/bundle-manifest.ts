import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { keyOf, type ServerIdentity } from '../hosts/server-identity.js';
import { CommandFailure, exitCodes } from '../shared/exit-codes.js';

/** An environment variable of a server, which a host asks its user for. */
export interface BundleVariable {
  readonly name: string;
  /** The value if the user sets none. Undefined for a value that the user has to set, which is treated as a secret. */
  readonly value: string | undefined;
}

/** What a host replaces by the folder of an unpacked bundle. */
export const bundleFolder = `\${__dirname}`;

/** The manifest of a bundle, with the fields that this command reads. */
export interface BundleManifest {
  readonly name: string;
  readonly server: {
    readonly mcp_config: { readonly args: readonly string[]; readonly [field: string]: unknown };
    readonly [field: string]: unknown;
  };
  readonly tools: readonly { readonly name: string; readonly description?: string }[];
  readonly [field: string]: unknown;
}

/** What the manifest of a bundle is created from. */
export interface ManifestParts {
  readonly identity: ServerIdentity;
  /** The content of the `package.json` file. */
  readonly packageJson: Readonly<Record<string, unknown>>;
  readonly tools: readonly { readonly name: string; readonly description?: string | undefined }[];
  /** Whether clients can see further tools while the server runs. */
  readonly hasFurtherTools: boolean;
  readonly variables: readonly BundleVariable[];
  /** The path of the server in the bundle. */
  readonly entryPoint: string;
  /** The arguments of node, in which `bundleFolder` is the folder of the bundle. */
  readonly args: readonly string[];
  /** The versions of Node.js that can run the server. */
  readonly node: string;
}

/**
 * Creates the manifest of an MCP bundle, in version 0.4 of its format.
 *
 * @throws CommandFailure if the package.json lacks a field that the format requires.
 */
export function createManifest(parts: ManifestParts): BundleManifest {
  const { identity, packageJson, tools, hasFurtherTools, variables, entryPoint, args, node } = parts;
  const { description, keywords, license } = packageJson;
  const author = authorOf(packageJson.author);
  const lacking = [...(isText(description) ? [] : ['description']), ...(author === undefined ? ['author'] : [])];
  if (lacking.length > 0) {
    throw new CommandFailure(
      `A bundle needs more than the package.json of '${identity.name}' says. Add to it: ${lacking.join(', ')}.`,
      exitCodes.module,
    );
  }
  return {
    manifest_version: '0.4',
    name: keyOf(identity),
    display_name: identity.name,
    version: identity.version,
    description,
    author,
    ...optional('repository', repositoryOf(packageJson.repository)),
    ...optional('homepage', urlOf(packageJson.homepage)),
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: { command: 'node', args, ...optional('env', environmentOf(variables)) },
    },
    tools: tools.map(({ name, description: text }) => ({ name, ...optional('description', text) })),
    tools_generated: hasFurtherTools,
    ...optional('keywords', Array.isArray(keywords) && keywords.every(isText) ? keywords : undefined),
    ...optional('license', isText(license) ? license : undefined),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node } },
    ...optional('user_config', userConfigOf(variables)),
  };
}

function environmentOf(variables: readonly BundleVariable[]): Readonly<Record<string, string>> | undefined {
  if (variables.length === 0) return undefined;
  return Object.fromEntries(variables.map(({ name }) => [name, `\${user_config.${name}}`]));
}

function userConfigOf(variables: readonly BundleVariable[]): Readonly<Record<string, unknown>> | undefined {
  if (variables.length === 0) return undefined;
  return Object.fromEntries(
    variables.map(({ name, value }) => {
      const shared = { type: 'string', title: name, description: `The environment variable ${name} of the server.` };
      const rest = value === undefined ? { required: true, sensitive: true } : { required: false, default: value };
      return [name, { ...shared, ...rest }];
    }),
  );
}

/** Reads the author of a package, which is an object or a text: `Ada <ada@example.com> (https://example.com)`. */
function authorOf(author: unknown): Readonly<Record<string, string>> | undefined {
  const read = typeof author === 'string' ? (/^([^<(]*)(?:<([^>]*)>)?\s*(?:\(([^)]*)\))?/.exec(author) ?? []) : [];
  const [, ...texts] = read;
  const fields: Readonly<Record<string, unknown>> = isRecord(author)
    ? author
    : { name: texts[0]?.trim(), email: texts[1], url: texts[2] };
  if (!isText(fields.name)) return undefined;
  const email = isText(fields.email) && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(fields.email) ? fields.email : undefined;
  return { name: fields.name, ...optional('email', email), ...optional('url', urlOf(fields.url)) };
}

function repositoryOf(repository: unknown): Readonly<Record<string, string>> | undefined {
  const fields: Readonly<Record<string, unknown>> = isRecord(repository) ? repository : { url: repository };
  const url = urlOf(isText(fields.url) ? fields.url.replace(/^git\+/, '') : undefined);
  return url === undefined ? undefined : { type: isText(fields.type) ? fields.type : 'git', url };
}

function urlOf(value: unknown): string | undefined {
  return isText(value) && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function optional<Value>(name: string, value: Value | undefined): Readonly<Record<string, Value>> {
  return value === undefined ? {} : { [name]: value };
}
