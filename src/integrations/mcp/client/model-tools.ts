import { NotFoundError } from '../../../base/errors/errors.js';
import { type ContentBlock, type ResourceBlock, text } from '../../../call/response/content.js';
import { respond } from '../../../call/response/tool-response.js';
import type { ToolContext } from '../../../call/tool-context.js';
import { UriTemplate } from '../../../features/offers/uri-template.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { isForAppsOnly } from '../../../tool/spec/is-for-apps-only.js';
import { didYouMean } from '../../../tool/spec/nearest-names.js';
import { uniqueNameOf } from '../../../tool/spec/plain-name.js';
import { createSpec, type ToolSpec } from '../../../tool/spec/tool-spec.js';
import { readMessages } from './prompt-spec.js';
import { readContents } from './read-contents.js';
import type { RequestSender } from './remote-executor.js';
import { sendRequest } from './send-request.js';

// More would fill the context of a model.
const maxListed = 100;

/** The settings of the tools with which models use what a server offers. */
export interface ModelToolsParts {
  readonly server: string;
  readonly prefix: string;
  readonly sender: RequestSender;
  readonly maxBytes: number;
  /** The imported specs. */
  readonly specs: readonly ToolSpec[];
  /** Returns the server's name of a prompt. */
  readonly promptOf: (name: string) => string | undefined;
}

/** Creates the tools with which models use the resources and prompts of a server: `read_resource` and `get_prompt`. */
export function createModelTools(parts: ModelToolsParts): readonly ToolSpec[] {
  const forModels = parts.specs.filter((spec) => !isForAppsOnly(spec));
  const resources = forModels.filter(({ offer }) => offer?.kind === 'resource' && !offer.uri.startsWith('ui:'));
  const prompts = forModels.filter(({ offer }) => offer?.kind === 'prompt');
  return [
    ...(resources.length === 0 ? [] : [readResourceTool(resources, parts)]),
    ...(prompts.length === 0 ? [] : [getPromptTool(prompts, parts)]),
  ];
}

function readResourceTool(
  resources: readonly ToolSpec[],
  { server, prefix, sender, maxBytes }: ModelToolsParts,
): ToolSpec {
  const name = uniqueNameOf('read_resource', prefix);
  const uris = resources.map((spec) => uriOf(spec));
  const templates = uris.map((uri) => new UriTemplate(uri, name));
  const read = async (uri: string, context: ToolContext): Promise<readonly ContentBlock[]> => {
    if (!templates.some((template) => template.match(uri) !== undefined)) throw notFound('resource', uri, uris);
    const request = { method: 'resources/read', params: { uri }, toolName: name, remoteName: uri } as const;
    const blocks = readContents(await sendRequest(sender, request, context), { toolName: name, uri, maxBytes });
    return blocks.map(toModelBlock);
  };
  return createSpec(
    {
      name,
      description: `Read a resource of '${server}'. Without uri, list the resources.`,
      inputSchema: {
        type: 'object',
        properties: {
          uri: { type: 'string', description: 'The URI. A URI of a template has values for its variables' },
        },
      },
      annotations: { readOnlyHint: true },
      executor: {
        kind: 'mcp',
        execute: async ({ uri }, context) =>
          typeof uri === 'string'
            ? respond({ content: await read(uri, context) })
            : listText(resources, uriOf, 'resources'),
      },
    },
    undefined,
  );
}

function getPromptTool(prompts: readonly ToolSpec[], parts: ModelToolsParts): ToolSpec {
  const { server, prefix, sender, maxBytes, promptOf } = parts;
  const name = uniqueNameOf('get_prompt', prefix);
  const names = prompts.map((spec) => spec.name);
  const get = async (prompt: string, args: unknown, context: ToolContext): Promise<readonly ContentBlock[]> => {
    const remoteName = names.includes(prompt) ? promptOf(prompt) : undefined;
    if (remoteName === undefined) throw notFound('prompt', prompt, names);
    const params = { name: remoteName, arguments: isRecord(args) ? args : {} };
    const answer = await sendRequest(sender, { method: 'prompts/get', params, toolName: name, remoteName }, context);
    const messages = readMessages(answer, { toolName: name, maxBytes });
    return messages.flatMap(({ role, content }) => [text(`${role}:`), content]);
  };
  return createSpec(
    {
      name,
      description: `Get the messages of a prompt of '${server}'. Without name, list the prompts.`,
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'The name of the prompt' },
          arguments: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      annotations: { readOnlyHint: true },
      executor: {
        kind: 'mcp',
        execute: async (args, context) =>
          typeof args.name === 'string'
            ? respond({ content: await get(args.name, args.arguments, context) })
            : listText(prompts, describePrompt, 'prompts'),
      },
    },
    undefined,
  );
}

function uriOf({ offer }: ToolSpec): string {
  return offer?.kind === 'resource' ? offer.uri : '';
}

function describePrompt({ name, inputSchema }: ToolSpec): string {
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  const args = Object.keys(properties).map((one) => (required.includes(one) ? one : `${one}?`));
  return `${name}(${args.join(', ')})`;
}

function listText(specs: readonly ToolSpec[], labelOf: (spec: ToolSpec) => string, what: string): string {
  const lines = specs.slice(0, maxListed).map((spec) => {
    const { description } = spec;
    const words = typeof description === 'string' ? description : spec.title;
    return `- ${labelOf(spec)}${words === undefined ? '' : `: ${words.replaceAll(/\s+/g, ' ')}`}`;
  });
  const more = specs.length - lines.length;
  return [...lines, ...(more > 0 ? [`There are ${more} more ${what}.`] : [])].join('\n');
}

function notFound(what: string, name: string, names: readonly string[]): NotFoundError {
  const hint = didYouMean(name, names);
  return new NotFoundError(`There is no ${what} '${name}'.${hint} Call this tool without arguments to list them.`);
}

/** A model reads text as text. */
function toModelBlock(block: ResourceBlock): ContentBlock {
  const { text: words } = block.resource;
  return typeof words === 'string' ? text(words) : block;
}
