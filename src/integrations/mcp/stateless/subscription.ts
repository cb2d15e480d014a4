import type { Subscription as RxSubscription } from 'rxjs';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { BoundClient } from '../server/binder.js';
import type { WireRequest } from './message.js';
import { serverMeta } from './results.js';

const idKey = 'io.modelcontextprotocol/subscriptionId';

/** The changes that a client can subscribe to. */
interface SubscriptionFilter {
  readonly toolsListChanged?: boolean | undefined;
  readonly promptsListChanged?: boolean | undefined;
  readonly resourcesListChanged?: boolean | undefined;
  readonly resourceSubscriptions?: readonly string[] | undefined;
  readonly [change: string]: unknown;
}

/** The settings of a subscription. */
export interface SubscriptionParts {
  readonly request: WireRequest;
  readonly client: BoundClient;
  /** Sends a message to the client. */
  readonly send: (message: Readonly<Record<string, unknown>>) => void;
}

/**
 * The subscription of a client to changes (specification 2026-07-28, basic/subscriptions). Of the changes that a client
 * asks for, the first message names those that are reported.
 */
export class Subscription {
  readonly #parts: SubscriptionParts;
  readonly #changes: RxSubscription | undefined;

  /** @throws McpProtocolError if the request does not say which changes the client subscribes to. */
  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    const { toolsListChanged } = readFilter(parts.request);
    const honored = toolsListChanged === true ? { toolsListChanged } : {};
    this.#notify('notifications/subscriptions/acknowledged', { notifications: honored });
    if (toolsListChanged !== true) return;
    this.#changes = parts.client.tools.onListChanged(() => this.#notify('notifications/tools/list_changed'));
  }

  /** Whether the subscription reports changes. */
  get isActive(): boolean {
    return this.#changes !== undefined;
  }

  /** Ends the subscription, and answers the client. */
  end(): void {
    this.cancel();
    const { request, client, send } = this.#parts;
    const meta = { [idKey]: request.id, ...serverMeta(client.identity) };
    send({ jsonrpc: '2.0', id: request.id, result: { resultType: 'complete', _meta: meta } });
  }

  /** Ends the subscription of a client that has cancelled it. */
  cancel(): void {
    this.#changes?.unsubscribe();
  }

  #notify(method: string, params: Readonly<Record<string, unknown>> = {}): void {
    const { request, send } = this.#parts;
    send({ jsonrpc: '2.0', method, params: { ...params, _meta: { [idKey]: request.id } } });
  }
}

function readFilter({ params }: WireRequest): SubscriptionFilter {
  const { notifications } = params;
  if (isRecord(notifications) && isFilter(notifications)) return notifications;
  throw new McpProtocolError(
    rpcErrorCodes.invalidParams,
    'subscriptions/listen requires notifications: an object that names the changes, such as { toolsListChanged: true }.',
  );
}

function isFilter(value: Readonly<Record<string, unknown>>): value is SubscriptionFilter {
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions: uris } = value;
  return (
    [toolsListChanged, promptsListChanged, resourcesListChanged].every((one) => isOptionalBoolean(one)) &&
    (uris === undefined || (Array.isArray(uris) && uris.every((uri) => typeof uri === 'string')))
  );
}

function isOptionalBoolean(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}
