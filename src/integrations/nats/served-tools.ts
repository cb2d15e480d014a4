import type { Msg, Subscription } from '@nats-io/transport-node';
import { hashText } from '../../base/runtime/sha256.js';
import type { Toolkit, ToolSpec } from '../../index.js';
import { registeredSpecsOf } from '../../toolkit/registered-specs.js';
import { type AnnouncedTool, announceTool } from './announced-tool.js';
import type { GuardedConnection } from './guarded-connection.js';
import { encodeToken } from './store-keys.js';
import type { Subjects } from './subjects.js';

/** The parts of the tools that a worker serves. */
export interface ServedToolsParts {
  readonly toolkit: Toolkit;
  readonly connection: GuardedConnection;
  readonly subjects: Subjects;
  readonly queue: string;
  /** Whether the worker records effects. */
  readonly logged: boolean;
  /** Called with each request of a call. */
  readonly onRequest: (toolName: string, message: Msg) => void;
}

/** The tools that a worker serves, and the subscriptions to their calls. */
export class ServedTools {
  readonly #parts: ServedToolsParts;
  readonly #subscriptions = new Map<string, Subscription>();
  #announced: readonly AnnouncedTool[] = [];
  #digest = '';

  constructor(parts: ServedToolsParts) {
    this.#parts = parts;
  }

  /** The tools as callers see them. */
  get announced(): readonly AnnouncedTool[] {
    return this.#announced;
  }

  /** The digest of all tools. */
  get digest(): string {
    return this.#digest;
  }

  /** Reads the tools of the toolkit, and subscribes to their calls. */
  update(): void {
    const { toolkit, connection, subjects, queue, logged, onRequest } = this.#parts;
    const announced = servedSpecs(toolkit).map((spec) => announceTool(spec, { logged }));
    this.#announced = announced;
    this.#digest = hashText(announced.map(({ name, fingerprint }) => `${name} ${fingerprint}`).join('\n'), 'hex');
    const wanted = new Map(announced.map((tool) => [subjects.call({ queue, ...tool }), tool.name]));
    for (const [subject, subscription] of this.#subscriptions) {
      if (wanted.has(subject)) continue;
      this.#subscriptions.delete(subject);
      void connection.drain(subscription);
    }
    for (const [subject, name] of wanted) {
      if (this.#subscriptions.has(subject)) continue;
      const onMessage = (message: Msg): void => onRequest(name, message);
      this.#subscriptions.set(subject, connection.subscribe(subject, onMessage, encodeToken(queue)));
    }
  }

  /** Takes no more calls. Resolves when those that have arrived were passed on. */
  async drain(): Promise<void> {
    const subscriptions = this.#take();
    await Promise.all(subscriptions.map((subscription) => this.#parts.connection.drain(subscription)));
  }

  /** Takes no more calls, not even those that have arrived. */
  unsubscribe(): void {
    for (const subscription of this.#take()) subscription.unsubscribe();
  }

  #take(): readonly Subscription[] {
    const subscriptions = [...this.#subscriptions.values()];
    this.#subscriptions.clear();
    return subscriptions;
  }
}

/** Returns the tools to serve: those that are active, and those whose access depends on the caller. */
function servedSpecs(toolkit: Toolkit): readonly ToolSpec[] {
  const listed = toolkit.list({ active: true });
  const names = new Set(listed.map(({ name }) => name));
  const restricted = registeredSpecsOf(toolkit).filter(({ name, isRestricted }) => isRestricted && !names.has(name));
  return [...listed, ...restricted].filter(({ runsOnClient }) => !runsOnClient);
}
