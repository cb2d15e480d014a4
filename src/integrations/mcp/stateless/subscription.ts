import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { DetailedTask } from '../server/wire-task.js';
import type { ClientTasks } from './client-tasks.js';
import type { WireRequest } from './message.js';
import { serverMeta } from './results.js';
import type { ServedRequest } from './served-request.js';
import { supportsTasks, taskFields } from './task-methods.js';

const idKey = 'io.modelcontextprotocol/subscriptionId';

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
export interface SubscriptionParts extends Pick<ServedRequest, 'request' | 'envelope' | 'client'> {
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
    const { toolsListChanged = false, taskIds = [] } = readFilter(parts.request);
    const subscription = new Subscription(parts);
    const ownIds = supportsTasks(parts.envelope) ? await subscription.#ownOf(taskIds) : [];
    const notifications = {
      ...(toolsListChanged ? { toolsListChanged } : {}),
      ...(ownIds.length > 0 ? { taskIds: ownIds } : {}),
    };
    void subscription.#notify('notifications/subscriptions/acknowledged', { notifications });
    if (toolsListChanged) subscription.#followTools();
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

  #followTools(): void {
    const changes = this.#parts.client.tools.onListChanged(() => void this.#notify('notifications/tools/list_changed'));
    this.#stops.push(() => changes.unsubscribe());
  }

  #followTask(id: string): void {
    let latest: DetailedTask | undefined;
    let isSending = false;
    // A client that reads slowly receives the latest status, and not every one.
    const sendLatest = async (): Promise<void> => {
      if (isSending) return;
      isSending = true;
      while (latest !== undefined) {
        const task = latest;
        latest = undefined;
        await this.#notify('notifications/tasks', taskFields(task));
      }
      isSending = false;
    };
    const stop = this.#parts.tasks.watch(id, (task) => {
      latest = task;
      void sendLatest();
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
