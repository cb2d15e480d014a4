import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { latestOnly } from '../server/latest-only.js';
import type { DetailedTask } from '../server/wire-task.js';
import type { ClientTasks } from './client-tasks.js';
import type { WireRequest } from './message.js';
import { serverMeta } from './results.js';
import type { ServedRequest } from './served-request.js';
import { supportsTasks, taskFields } from './task-methods.js';

const idKey = 'io.modelcontextprotocol/subscriptionId';

// Each one has a running method. Of a longer list, the first ones are followed.
const maxFollowedResources = 100;

/** The lists whose changes are reported, and the methods without which a server has none. */
const listChanges = [
  { change: 'toolsListChanged', notification: 'notifications/tools/list_changed', method: undefined },
  { change: 'promptsListChanged', notification: 'notifications/prompts/list_changed', method: 'prompts/list' },
  { change: 'resourcesListChanged', notification: 'notifications/resources/list_changed', method: 'resources/list' },
] as const;

// Each one is looked up. Of a longer list, the first ones are followed.
const maxFollowedTasks = 1_000;

/** The changes that a client can subscribe to. */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean | undefined;
  readonly promptsListChanged?: boolean | undefined;
  readonly resourcesListChanged?: boolean | undefined;
  readonly resourceSubscriptions?: readonly string[] | undefined;
  /** The tasks whose status the client follows (SEP-2663). */
  readonly taskIds?: readonly string[] | undefined;
  readonly [change: string]: unknown;
}

/** The settings of a subscription. */
export interface SubscriptionParts extends Pick<ServedRequest, 'request' | 'envelope' | 'client' | 'caller'> {
  /** The tasks of the client. */
  readonly tasks: ClientTasks;
  /** Sends a message to the client. Resolves when the client can receive more. */
  readonly send: (message: Readonly<Record<string, unknown>>) => Promise<void>;
}

/**
 * The subscription of a client to changes (specification 2026-07-28, basic/subscriptions). Of the changes that a client
 * asks for, the first message names those that are reported.
 */
export class Subscription {
  readonly #parts: SubscriptionParts;
  readonly #stops: (() => void)[] = [];

  private constructor(parts: SubscriptionParts) {
    this.#parts = parts;
  }

  /**
   * Opens a subscription, whose first message names the changes that are reported.
   *
   * @throws McpProtocolError if the request does not say which changes the client subscribes to.
   */
  static async open(parts: SubscriptionParts): Promise<Subscription> {
    const filter = readFilter(parts.request);
    const { taskIds = [], resourceSubscriptions: uris = [] } = filter;
    const subscription = new Subscription(parts);
    const ownIds = supportsTasks(parts.envelope) ? await subscription.#ownOf(taskIds) : [];
    const lists = listChanges.filter(({ change, method }) => {
      return filter[change] === true && (method === undefined || parts.client.tools.offers.has(method));
    });
    const followed = await subscription.#followResources(uris);
    const notifications = {
      ...Object.fromEntries(lists.map(({ change }) => [change, true])),
      ...(followed.length > 0 ? { resourceSubscriptions: followed } : {}),
      ...(ownIds.length > 0 ? { taskIds: ownIds } : {}),
    };
    void subscription.#notify('notifications/subscriptions/acknowledged', { notifications });
    for (const { notification } of lists) subscription.#followList(notification);
    for (const id of ownIds) subscription.#followTask(id);
    return subscription;
  }

  /** Whether the subscription reports changes. */
  get isActive(): boolean {
    return this.#stops.length > 0;
  }

  /** Ends the subscription, and answers the client. */
  end(): void {
    this.cancel();
    const { request, client, send } = this.#parts;
    const meta = { [idKey]: request.id, ...serverMeta(client.identity) };
    void send({ jsonrpc: '2.0', id: request.id, result: { resultType: 'complete', _meta: meta } });
  }

  /** Ends the subscription of a client that has cancelled it. */
  cancel(): void {
    for (const stop of this.#stops) stop();
  }

  /** Returns the IDs of the tasks that the client has. */
  async #ownOf(taskIds: readonly string[]): Promise<readonly string[]> {
    const ids = [...new Set(taskIds)].slice(0, maxFollowedTasks);
    const found = await Promise.all(ids.map((id) => this.#parts.tasks.get(id)));
    return ids.filter((_, index) => found[index] !== undefined);
  }

  #followList(notification: string): void {
    const changes = this.#parts.client.tools.onListChanged(() => void this.#notify(notification));
    this.#stops.push(() => changes.unsubscribe());
  }

  /** Follows resources. Returns the URIs of those that report changes. */
  async #followResources(uris: readonly string[]): Promise<readonly string[]> {
    const wanted = [...new Set(uris)].slice(0, maxFollowedResources);
    const following = wanted.map((uri) => this.#followResource(uri));
    const followed = await Promise.all(following).catch(async (error: unknown) => {
      // Those that have begun meanwhile would never be stopped.
      await Promise.allSettled(following);
      this.cancel();
      throw error;
    });
    return wanted.filter((_, index) => followed[index]);
  }

  async #followResource(uri: string): Promise<boolean> {
    const { client, caller } = this.#parts;
    const report = latestOnly(() => this.#notify('notifications/resources/updated', { uri }));
    try {
      const stop = await client.tools.watchResource(uri, caller, report);
      if (stop === undefined) return false;
      this.#stops.push(stop);
      return true;
    } catch (error) {
      if (error instanceof McpProtocolError) return false;
      throw error;
    }
  }

  #followTask(id: string): void {
    let latest: DetailedTask | undefined;
    const report = latestOnly(async () => {
      if (latest !== undefined) await this.#notify('notifications/tasks', taskFields(latest));
    });
    const stop = this.#parts.tasks.watch(id, (task) => {
      latest = task;
      report();
    });
    this.#stops.push(stop);
  }

  #notify(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const { request, send } = this.#parts;
    return send({ jsonrpc: '2.0', method, params: { ...params, _meta: { [idKey]: request.id } } });
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
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions, taskIds } = value;
  return (
    [toolsListChanged, promptsListChanged, resourcesListChanged].every(isOptionalBoolean) &&
    [resourceSubscriptions, taskIds].every(isOptionalTexts)
  );
}

function isOptionalBoolean(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}

function isOptionalTexts(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}
