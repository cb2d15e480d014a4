import { sleep } from '../../../base/async/schedule.js';
import { withTimeout } from '../../../base/async/with-timeout.js';
import { NotFoundError } from '../../../base/errors/errors.js';
import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { ResourceBlock } from '../../../call/response/content.js';
import { respond, type ToolResponse } from '../../../call/response/tool-response.js';
import type { ToolContext } from '../../../call/tool-context.js';
import { UriTemplate } from '../../../features/offers/uri-template.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { ResourceAnnotations, ResourceOffer } from '../../../tool/metadata/offer-options.js';
import { createSpec, type ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { OfferSpecParts } from './offer-spec-parts.js';
import { readContents } from './read-contents.js';
import type { RequestSender } from './remote-executor.js';
import { textOf } from './remote-spec.js';
import { sendRequest } from './send-request.js';
import { UpdateFeed } from './update-feed.js';

// A server may report changes at any rate. A resource is read at most once in this interval. In milliseconds.
const changeIntervalMs = 50;

/** A resource or a template as a server lists it. Fields of type `unknown` have not been validated. */
export interface RemoteResource {
  /** The URI, or the URI template. */
  readonly uri: string;
  readonly name?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly mimeType?: unknown;
  readonly size?: unknown;
  readonly annotations?: unknown;
  readonly _meta?: unknown;
}

/** The settings of the spec of one resource. */
export interface ResourceSpecParts extends OfferSpecParts {
  /** The name of the spec. */
  readonly name: string;
  /** Whether the server reports changes of resources. */
  readonly isLive: boolean;
}

/** Creates the spec of a resource that a server lists. @throws DefinitionError if it cannot be imported. */
export function createResourceSpec(remote: RemoteResource, parts: ResourceSpecParts): ToolSpec {
  const { name, maxChars, limitsOfCalls, owner, isLive } = parts;
  const template = new UriTemplate(remote.uri, 'the resource');
  const { timeoutMs, ...limits } = limitsOfCalls;
  const variable: JsonSchema = { type: 'string' };
  const spec = createSpec(
    {
      name,
      title: textOf(remote.title, maxChars),
      description: textOf(remote.description, maxChars),
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(template.names.map((one) => [one, variable])),
        required: [...template.required],
      },
      annotations: { readOnlyHint: true },
      ...(isRecord(remote._meta) ? { meta: remote._meta } : {}),
      // Limits of a call would end the subscription to a live resource.
      ...(isLive ? {} : { timeoutMs, ...limits }),
      executor: {
        kind: 'mcp',
        execute: (args, context) => {
          const uri = template.expand(textsIn(args));
          if (uri === undefined) throw new NotFoundError(`A value of '${remote.uri}' is malformed text.`);
          const reader = new ResourceReader(uri, parts, context);
          return isLive ? reader.follow() : reader.respondOnce();
        },
      },
    },
    undefined,
  );
  return spec.offering(offerOf(remote, { owner, isLive, maxChars }));
}

function textsIn(args: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]));
}

function offerOf(
  { uri, name, mimeType, size, annotations }: RemoteResource,
  { owner, isLive, maxChars }: Pick<ResourceSpecParts, 'owner' | 'isLive' | 'maxChars'>,
): ResourceOffer {
  const hints = annotationsOf(annotations);
  return Object.freeze({
    kind: 'resource',
    uri,
    owner,
    listedName: textOf(name, maxChars) ?? uri,
    mimeType: textOf(mimeType, maxChars),
    size: Number.isInteger(size) && Number(size) >= 0 ? Number(size) : undefined,
    annotations: hints,
    live: isLive || undefined,
  });
}

function annotationsOf(value: unknown): ResourceAnnotations | undefined {
  if (!isRecord(value)) return undefined;
  const { audience, priority, lastModified } = value;
  const isAudience = Array.isArray(audience) && audience.every((one) => one === 'user' || one === 'assistant');
  return {
    ...(isAudience ? { audience } : {}),
    ...(typeof priority === 'number' ? { priority } : {}),
    ...(typeof lastModified === 'string' ? { lastModified } : {}),
  };
}

/** Reads one resource for a call. */
class ResourceReader {
  readonly #uri: string;
  readonly #parts: ResourceSpecParts;
  readonly #context: ToolContext;

  constructor(uri: string, parts: ResourceSpecParts, context: ToolContext) {
    this.#uri = uri;
    this.#parts = parts;
    this.#context = context;
  }

  async respondOnce(): Promise<ToolResponse> {
    return respond({ content: await this.#read() });
  }

  /** Emits the contents, and those that follow, until the call ends. */
  async *follow(): AsyncGenerator<ToolResponse, ToolResponse | undefined> {
    const { signal } = this.#context;
    const first = await this.#read();
    let isReported = false;
    yield respond({ content: first });
    const feed = new UpdateFeed();
    const following = this.#send('resources/subscribe', { onUpdate: () => feed.push() }).finally(() => feed.end());
    // It is awaited below, unless the call ends first.
    following.catch(() => {});
    while (await feed.next()) {
      const next = await this.#read();
      // The first report says that the subscription has begun. The resource may have changed before.
      if (isReported || JSON.stringify(next) !== JSON.stringify(first)) yield respond({ content: next });
      isReported = true;
      await sleep(changeIntervalMs, signal);
    }
    await following;
    return undefined;
  }

  async #read(): Promise<readonly ResourceBlock[]> {
    const { name: toolName, maxBytes, limitsOfCalls } = this.#parts;
    const { timeoutMs: limitMs } = limitsOfCalls;
    const answer =
      limitMs === undefined
        ? await this.#send('resources/read')
        : await withTimeout(
            {
              limitMs,
              timeoutMessage: `Reading '${this.#uri}' took longer than ${limitMs} ms.`,
              signal: this.#context.signal,
            },
            (signal) => this.#send('resources/read', { signal }),
          );
    return readContents(answer, { toolName, uri: this.#uri, maxBytes });
  }

  #send(
    method: 'resources/read' | 'resources/subscribe',
    more: { readonly signal?: AbortSignal; readonly onUpdate?: () => void } = {},
  ): ReturnType<RequestSender['request']> {
    const { name: toolName, sender } = this.#parts;
    const uri = this.#uri;
    return sendRequest(sender, { method, params: { uri }, toolName, remoteName: uri, ...more }, this.#context);
  }
}
