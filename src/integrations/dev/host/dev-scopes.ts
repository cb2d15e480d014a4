import type { Observable } from 'rxjs';
import type { ToolState } from '../../../call/state/tool-state.js';
import { DefinitionError, NotFoundError, type ToolEvent, type Toolkit, type ToolkitSession } from '../../../index.js';
import type { Caller } from '../../../tool/spec/access.js';
import { stepsOf } from '../../../toolkit/call-steps.js';
import type { CallStep } from '../../../toolkit/pipeline/call-step.js';
import type { ScopeId } from '../protocol.js';

/** A toolkit or session. */
export type DevScopeTools = Toolkit | ToolkitSession;

/** What can be unsubscribed. */
interface Subscription {
  unsubscribe(): void;
}

interface OpenSession {
  readonly session: ToolkitSession;
  readonly subscriptions: readonly Subscription[];
}

const maxSessions = 100;

/** A toolkit, and the sessions that the page has created. */
export class DevScopes {
  readonly toolkit: Toolkit;
  readonly #getCaller: () => Caller;
  readonly #onChange: () => void;
  readonly #sessions = new Map<ScopeId, OpenSession>();
  readonly #subscriptions: readonly Subscription[];
  /** The sessions of events. A session emits an event before its toolkit does. */
  readonly #scopeOf = new WeakMap<ToolEvent | CallStep, ScopeId>();

  /** @param onChange - Called when the tools, the groups or the state of a scope may have changed. */
  constructor(
    toolkit: Toolkit,
    { getCaller, onChange }: { readonly getCaller: () => Caller; readonly onChange: () => void },
  ) {
    this.toolkit = toolkit;
    this.#getCaller = getCaller;
    this.#onChange = onChange;
    this.#subscriptions = this.#watch(toolkit);
  }

  get sessionIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  get states(): readonly ToolState[] {
    return [this.toolkit, ...[...this.#sessions.values()].map(({ session }) => session)].map(({ state }) => state);
  }

  /** Throws a NotFoundError if there is no such session. */
  get(id: ScopeId): DevScopeTools {
    if (id === 'toolkit') return this.toolkit;
    const open = this.#sessions.get(id);
    if (open === undefined) throw new NotFoundError(`There is no session '${id}'.`);
    return open.session;
  }

  /** Returns where a deferred call is decided: in the toolkit, or in a session with the ID of the one that made the call. */
  getFor(sessionId: string | undefined): DevScopeTools {
    if (sessionId === undefined) return this.toolkit;
    return this.#sessions.get(sessionId)?.session ?? this.toolkit.session({ id: sessionId, ...this.#getCaller() });
  }

  /** Returns the scope of an event. A session of another client counts as the toolkit. */
  scopeOf(event: ToolEvent | CallStep): ScopeId {
    return this.#scopeOf.get(event) ?? 'toolkit';
  }

  /** Throws a DefinitionError if the ID is in use, or if there are too many sessions. */
  create(id: string | undefined): string {
    if (id === 'toolkit' || (id !== undefined && this.#sessions.has(id))) {
      throw new DefinitionError(`There is a session '${id}' already. Choose another ID.`);
    }
    if (this.#sessions.size >= maxSessions) {
      throw new DefinitionError(`There are ${maxSessions} sessions. Close one of them.`);
    }
    const session = this.toolkit.session({ id, ...this.#getCaller() });
    const scope = session.id;
    const events = session.events$.subscribe((event) => this.#scopeOf.set(event, scope));
    const steps = stepsOf(session).subscribe((step) => this.#scopeOf.set(step, scope));
    this.#sessions.set(scope, { session, subscriptions: [events, steps, ...this.#watch(session)] });
    this.#onChange();
    return scope;
  }

  /** Throws a NotFoundError if there is no such session. */
  forget(id: string): void {
    const open = this.#sessions.get(id);
    if (open === undefined) throw new NotFoundError(`There is no session '${id}'.`);
    unsubscribe(open.subscriptions);
    this.#sessions.delete(id);
    this.#onChange();
  }

  close(): void {
    unsubscribe([...this.#subscriptions, ...[...this.#sessions.values()].flatMap((one) => one.subscriptions)]);
    this.#sessions.clear();
  }

  #watch({ changes$, state }: DevScopeTools): readonly Subscription[] {
    const changes: readonly Observable<unknown>[] = [changes$, state.changes$];
    return changes.map((one) => one.subscribe(this.#onChange));
  }
}

function unsubscribe(subscriptions: readonly Subscription[]): void {
  for (const one of subscriptions) one.unsubscribe();
}
