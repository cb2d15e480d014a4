import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type ServerResult,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { latestOnly } from '../server/latest-only.js';
import { type OfferMethod, offerCapabilities, offerExtensions } from '../server/offer-server.js';
import { handlesMethod } from '../server/sdk-server.js';
import type { ToolServer } from '../server/tool-server.js';
import { type HandlerExtra, type RequestContext, toExchange } from './server-exchange.js';

/** The settings for attaching what a server offers besides tools. */
export interface OfferAttachParts {
  readonly server: Server;
  /** The tools of the only client of the server. Undefined if it has several clients. */
  readonly changes: ToolServer | undefined;
  readonly offered: readonly OfferMethod[];
  /** Returns the context of a request. Throws an McpProtocolError if the request has been cancelled. */
  readonly pendingContext: (extra: HandlerExtra) => RequestContext;
  readonly sendsLogs: boolean;
}

// The SDK parses only the method, as for tools.
const schemas = {
  'resources/list': ListResourcesRequestSchema.pick({ method: true }).loose(),
  'resources/templates/list': ListResourceTemplatesRequestSchema.pick({ method: true }).loose(),
  'resources/read': ReadResourceRequestSchema.pick({ method: true }).loose(),
  'prompts/list': ListPromptsRequestSchema.pick({ method: true }).loose(),
  'prompts/get': GetPromptRequestSchema.pick({ method: true }).loose(),
  'completion/complete': CompleteRequestSchema.pick({ method: true }).loose(),
} as const;

const subscribe = SubscribeRequestSchema.pick({ method: true }).loose();
const unsubscribe = UnsubscribeRequestSchema.pick({ method: true }).loose();

// Each one has a running method.
const maxSubscriptions = 100;

/**
 * Attaches the methods that the server of the SDK does not handle itself. Returns a function that ends the subscriptions to
 * resources.
 */
export function attachOffers(parts: OfferAttachParts): () => void {
  const { server, changes, offered, pendingContext, sendsLogs } = parts;
  const methods = offered.filter((method) => !handlesMethod(server, method));
  const extensions = offerExtensions(methods);
  server.registerCapabilities({
    ...offerCapabilities(methods, changes !== undefined),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  } as Parameters<Server['registerCapabilities']>[0]);
  const handlerOf =
    (method: OfferMethod) =>
    async ({ params }: Readonly<Record<string, unknown>>, extra: HandlerExtra): Promise<ServerResult> => {
      const context = pendingContext(extra);
      const { tools } = context;
      if (!tools.offers.has(method)) throw new McpProtocolError(rpcErrorCodes.methodNotFound, 'Method not found');
      // A server with several clients does not know whose capabilities it has.
      const capabilities = changes === undefined ? undefined : server.getClientCapabilities();
      const exchange = toExchange(server, extra, { ...context, sendsLogs, capabilities, readsResources: false });
      const { result } = await tools.handleOffer(method, isRecord(params) ? params : {}, exchange);
      return result as ServerResult;
    };
  for (const method of methods) {
    if (isKnown(method)) server.setRequestHandler(schemas[method], handlerOf(method));
  }
  handleOthers(server, new Map(methods.filter((one) => !isKnown(one)).map((method) => [method, handlerOf(method)])));
  return changes !== undefined && methods.includes('resources/read') ? attachSubscriptions(parts) : () => {};
}

function isKnown(method: OfferMethod): method is keyof typeof schemas {
  return Object.hasOwn(schemas, method);
}

type Fallback = NonNullable<Server['fallbackRequestHandler']>;

/** Handles the methods of extensions, for which the SDK has no schemas. */
function handleOthers(server: Server, handlers: ReadonlyMap<string, Fallback>): void {
  if (handlers.size === 0) return;
  const { fallbackRequestHandler: others } = server;
  server.fallbackRequestHandler = async (request, extra) => {
    const handle = handlers.get(request.method) ?? others;
    if (handle === undefined) throw new McpProtocolError(rpcErrorCodes.methodNotFound, 'Method not found');
    return handle(request, extra);
  };
}

function attachSubscriptions({ server, pendingContext }: OfferAttachParts): () => void {
  const watching = new Map<string, () => void>();
  server.setRequestHandler(subscribe, async ({ params }, extra) => {
    const { tools, auth, http } = pendingContext(extra);
    const uri = uriIn(params);
    if (watching.has(uri)) return {};
    if (watching.size >= maxSubscriptions) {
      const message = `This session has ${maxSubscriptions} subscriptions already. End one first.`;
      throw new McpProtocolError(rpcErrorCodes.refused, message);
    }
    // Reserved, so that requests that arrive meanwhile count it.
    const reserved = (): void => {};
    watching.set(uri, reserved);
    try {
      const report = latestOnly(() => server.sendResourceUpdated({ uri }));
      const stop = await tools.watchResource(uri, { auth, http }, report);
      // The client may have ended the subscription meanwhile, and even begun it again.
      if (watching.get(uri) !== reserved) stop?.();
      else if (stop !== undefined) watching.set(uri, stop);
      return {};
    } catch (error) {
      if (watching.get(uri) === reserved) watching.delete(uri);
      throw error;
    }
  });
  server.setRequestHandler(unsubscribe, ({ params }) => {
    const uri = uriIn(params);
    watching.get(uri)?.();
    watching.delete(uri);
    return {};
  });
  const stopAll = (): void => {
    for (const stop of watching.values()) stop();
    watching.clear();
  };
  const { onclose } = server;
  server.onclose = () => {
    stopAll();
    onclose?.();
  };
  return stopAll;
}

function uriIn(params: unknown): string {
  const { uri } = isRecord(params) ? params : {};
  if (typeof uri === 'string') return uri;
  throw new McpProtocolError(rpcErrorCodes.invalidParams, 'A subscription requires the URI of a resource.');
}
