import { batch, computed, signal } from '@preact/signals';
import type { DevMethod, DevRecord, DevScope, DevTool, ParamsOf, ResultOf, ScopeId } from '../../protocol.js';
import { History } from '../model/history.js';
import type { Api } from './api.js';
import { type Draft, Drafts } from './draft.js';

/** The views of the page. */
export type ViewName = 'call' | 'models' | 'checks' | 'history' | 'sessions';

/** What is known of the process of the tools. */
export type ProcessState =
  | { readonly type: 'starting' | 'ready' }
  | { readonly type: 'stopped'; readonly reason: string };

/** A call that a tab made. */
export interface LastCall {
  readonly toolName: string;
  readonly callId: string;
}

/** What the page shows. Views read the signals, and call the methods. */
export class Store {
  readonly connection = signal<'connecting' | 'open' | 'lost' | 'denied'>('connecting');
  readonly process = signal<ProcessState>({ type: 'starting' });
  /** Where calls are made. */
  readonly scopeId = signal<ScopeId>('toolkit');
  readonly scopes = signal<ReadonlyMap<ScopeId, DevScope>>(new Map());
  readonly scope = computed(() => this.scopes.value.get(this.scopeId.value));
  readonly view = signal<ViewName>('call');
  readonly selectedTool = signal<string | undefined>(undefined);
  readonly tool = signal<DevTool | undefined>(undefined);
  readonly selectedCall = signal<string | undefined>(undefined);
  /** The last call that the tab made. */
  readonly lastCall = signal<LastCall | undefined>(undefined);
  /** A counter of what could have changed the definitions of tools. */
  readonly revision = signal(0);
  /** Why the last request of the user failed. */
  readonly failure = signal('');
  /** What a screen reader announces. */
  readonly announcement = signal('');
  readonly drafts: Drafts;
  readonly #api: Api;
  readonly #history = new History();
  readonly #historyChanges = signal(0);
  #isRenderPlanned = false;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
    this.drafts = new Drafts(api);
  }

  /** The calls so far. A view that reads the property is rendered again when an event arrives, once per frame. */
  get history(): History {
    void this.#historyChanges.value;
    return this.#history;
  }

  /** Reads events and what the process has, until the page is closed. */
  start(): void {
    void this.#api.listen({
      since: () => this.#history.lastSeq,
      onRecords: (records) => this.#add(records),
      onConnection: (connection) => {
        this.connection.value = connection;
        if (connection === 'open') this.refresh();
      },
    });
  }

  /** Calls a method for the user. Shows why it failed. Returns undefined then. */
  async ask<Method extends DevMethod>(method: Method, params: ParamsOf<Method>): Promise<ResultOf<Method> | undefined> {
    try {
      const result = await this.#api.request(method, params);
      this.failure.value = '';
      return result;
    } catch (error) {
      this.failure.value = messageOf(error);
      return undefined;
    }
  }

  /** Reads the toolkit and the sessions again, soon. */
  refresh(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => void this.#describe(), 50);
  }

  /** Chooses a tool, and shows it in the view that is open if the view shows one. */
  select(name: string): void {
    batch(() => {
      this.selectedTool.value = name;
      if (this.view.value !== 'models') this.view.value = 'call';
    });
  }

  /** Reads the chosen tool. */
  async loadTool(): Promise<void> {
    const name = this.selectedTool.value;
    if (name === undefined) return;
    const scope = this.scopeId.value;
    try {
      const tool = await this.#api.request('tool', { scope, name });
      if (this.selectedTool.value === name) this.tool.value = tool;
    } catch (error) {
      if (this.selectedTool.value !== name) return;
      this.tool.value = undefined;
      if (this.process.value.type === 'ready') this.failure.value = messageOf(error);
    }
  }

  /** Fills the form of a tool with arguments, and shows it. */
  fillForm(name: string, input: unknown): void {
    batch(() => {
      this.drafts.fill(name, input ?? {});
      this.selectedTool.value = name;
      this.view.value = 'call';
    });
  }

  /** Returns the draft of a tool, which shows the last call of the tab also after the page was loaded again. */
  draftOf(tool: DevTool): Draft {
    const draft = this.drafts.of(tool);
    const last = this.lastCall.peek();
    if (last?.toolName === tool.name && draft.callId.peek() === undefined) draft.callId.value = last.callId;
    return draft;
  }

  /** Calls a tool with the arguments of its draft. */
  async run(name: string, draft: Draft): Promise<void> {
    const callId = crypto.randomUUID();
    const seconds = Number(draft.timeLimit.value);
    batch(() => {
      this.lastCall.value = { toolName: name, callId };
      draft.callId.value = callId;
      draft.failure.value = '';
    });
    const limit = draft.timeLimit.value !== '' && seconds > 0 ? { timeoutMs: Math.round(seconds * 1_000) } : {};
    try {
      await this.#api.request('call', { scope: this.scopeId.value, name, input: draft.value.value, callId, ...limit });
    } catch (error) {
      if (draft.callId.value === callId) draft.failure.value = messageOf(error);
    }
  }

  async #describe(): Promise<void> {
    try {
      const toolkit = await this.#api.request('describe', { scope: 'toolkit' });
      const ids: readonly ScopeId[] = toolkit.sessions;
      const sessions = await Promise.all(ids.map((scope) => this.#api.request('describe', { scope })));
      batch(() => {
        this.scopes.value = new Map([toolkit, ...sessions].map((scope) => [scope.scope, scope]));
        if (!this.scopes.value.has(this.scopeId.value)) this.scopeId.value = 'toolkit';
        this.process.value = { type: 'ready' };
        this.revision.value += 1;
      });
    } catch {
      // The process is not ready. An event follows when it is.
    }
  }

  #add(records: readonly DevRecord[]): void {
    let isChanged = false;
    for (const record of records) {
      this.#history.add(record);
      const { event } = record;
      if (event.type === 'starting' || event.type === 'stopped') this.process.value = event;
      if (event.type === 'ready' || event.type === 'changed') isChanged = true;
      if (event.type === 'approval') this.announcement.value = `${event.toolName} waits for approval.`;
      if (event.type === 'completed' || event.type === 'failed') {
        this.announcement.value = `${event.toolName} ${event.type}.`;
      }
    }
    if (isChanged) this.refresh();
    this.#planRender();
  }

  #planRender(): void {
    if (this.#isRenderPlanned) return;
    this.#isRenderPlanned = true;
    requestAnimationFrame(() => {
      this.#isRenderPlanned = false;
      this.#historyChanges.value += 1;
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
