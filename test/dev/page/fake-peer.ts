import { setTimeout as delay } from 'node:timers/promises';
import { Ajv } from 'ajv';
import type {
  CallParams,
  DevChecks,
  DevContent,
  DevEvent,
  DevExplanation,
  DevFlow,
  DevIssue,
  DevRecord,
  DevScope,
  DevStateValue,
  DevTool,
  ModelView,
  SearchHit,
} from '../../../src/integrations/dev/protocol.js';
import { fakeTools, manyTools, png, wav } from './fake-tools.js';

interface Scope {
  readonly active: Set<string>;
  readonly state: Map<string, unknown>;
}

interface Decision {
  readonly decision: string;
  readonly input?: unknown;
  readonly reason?: string;
  readonly remember?: boolean;
}

const secrets = new Set(['user.apiKey']);

/** Answers the requests of the page by tools whose results are known. */
export class FakePeer {
  readonly records: DevRecord[] = [];
  readonly #listeners = new Set<(record: DevRecord) => void>();
  readonly #tools: readonly DevTool[];
  readonly #scopes = new Map<string, Scope>();
  readonly #remembered = new Set<string>();
  readonly #running = new Map<string, AbortController>();
  readonly #decisions = new Map<string, (decision: Decision) => void>();
  readonly #ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });

  constructor(tools: number) {
    this.#tools = [...fakeTools, ...manyTools(tools)];
    this.#scopes.set('toolkit', this.#newScope());
    this.emit({ type: 'ready', title: 'fake' });
  }

  onRecord(listener: (record: DevRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: DevEvent): void {
    const record = { seq: this.records.length + 1, at: Date.now(), event };
    this.records.push(record);
    for (const listener of this.#listeners) listener(record);
  }

  async restart(): Promise<void> {
    this.emit({ type: 'starting' });
    await delay(50);
    this.emit({ type: 'ready', title: 'fake' });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the parameters of each method are those of the protocol.
  async request(method: string, params: any): Promise<unknown> {
    switch (method) {
      case 'describe':
        return this.#describe(params.scope);
      case 'tool':
        return this.#tool(params.name, params.scope);
      case 'views':
        return this.#views(this.#tool(params.name, 'toolkit'));
      case 'checks':
        return { findings: this.#findings() };
      case 'validate':
        return this.#validate(params.name, params.input);
      case 'call':
        await this.#call(params);
        return { callId: params.callId };
      case 'cancel':
        this.#running.get(params.callId)?.abort();
        return null;
      case 'decide':
        this.#decisions.get(params.id)?.(params);
        return null;
      case 'explain':
        return explanation;
      case 'search':
        return this.#tools
          .filter(({ name }) => name.includes(params.query))
          .slice(0, 10)
          .map((tool): SearchHit => ({ ...tool, matched: [params.query] }));
      case 'parse':
        return [JSON.parse(params.text)]
          .flat()
          .map((call) => ({ ...call, known: this.#tools.some(({ name }) => name === call.name) }));
      default:
        return this.#change(method, params);
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the parameters of each method are those of the protocol.
  #change(method: string, params: any): unknown {
    const scope = this.#scopes.get(params.scope ?? 'toolkit') ?? this.#newScope();
    switch (method) {
      case 'groups':
        for (const name of params.names)
          if (params.active) scope.active.add(name);
          else scope.active.delete(name);
        break;
      case 'setState':
        if ('value' in params) scope.state.set(params.key, params.value);
        else scope.state.delete(params.key);
        break;
      case 'createSession': {
        const id = params.id ?? `s${this.#scopes.size}`;
        this.#scopes.set(id, this.#newScope());
        this.emit({ type: 'changed' });
        return { id };
      }
      case 'closeSession':
        this.#scopes.delete(params.id);
        break;
      case 'snapshot':
        return { active: [...scope.active] };
      case 'restore':
        scope.active.clear();
        for (const name of params.snapshot.active) scope.active.add(name);
        break;
      default:
        throw new Error(`There is no method '${method}'.`);
    }
    this.emit({ type: 'changed' });
    return null;
  }

  #newScope(): Scope {
    return {
      active: new Set(this.#tools.map(({ group }) => group)),
      state: new Map<string, unknown>([
        ['user.id', 42],
        ['user.apiKey', 'hunter2'],
      ]),
    };
  }

  #describe(id: string): DevScope {
    const scope = this.#scopes.get(id) ?? this.#newScope();
    const names = [...new Set(this.#tools.map(({ group }) => group))];
    const tools = this.#tools.map((tool) => ({ ...tool, active: scope.active.has(tool.group) }));
    const tokensOf = (list: readonly DevTool[]): number => list.reduce((sum, { tokens }) => sum + tokens, 0);
    return {
      scope: id,
      title: 'fake shop',
      version: '1.0.0',
      groups: names.map((name) => {
        const own = tools.filter(({ group }) => group === name);
        return {
          name,
          active: scope.active.has(name),
          fixed: name === 'shop',
          tools: own.length,
          tokens: tokensOf(own),
        };
      }),
      tools: tools.map(({ name, title, description, group, active, kind, tokens, approval }) => ({
        name,
        ...(title ? { title } : {}),
        description,
        group,
        active,
        kind,
        tokens,
        approval,
      })),
      tokens: tokensOf(tools.filter(({ active }) => active)),
      sessions: [...this.#scopes.keys()].filter((name) => name !== 'toolkit'),
      state: [...scope.state.keys()].map((key) => this.#stateValue(scope, key)),
      warnings: ["The export 'helper' is no tool."],
    };
  }

  #stateValue(scope: Scope, key: string): DevStateValue {
    if (!scope.state.has(key)) return { key, kind: 'missing' };
    return secrets.has(key) ? { key, kind: 'secret' } : { key, kind: 'json', value: scope.state.get(key) };
  }

  #tool(name: string, scopeId: string): DevTool {
    const tool = this.#tools.find((known) => known.name === name);
    if (tool === undefined) throw new Error(`There is no tool '${name}'.`);
    const scope = this.#scopes.get(scopeId) ?? this.#newScope();
    return {
      ...tool,
      hidden: tool.hidden.map((hidden) => ({ ...hidden, value: this.#stateValue(scope, hidden.key) })),
    };
  }

  #findings(): DevChecks['findings'] {
    const [{ name: tool } = { name: '' }] = this.#tools;
    return [{ rule: 'missing-description', level: 'error', tool, message: 'It has no description.' }];
  }

  #views({ name, description, inputSchema, tokens }: DevTool): readonly ModelView[] {
    const formats = ['openai', 'openai-strict', 'anthropic', 'gemini', 'mcp'] as const;
    return [
      ...formats.map((format) => ({
        format,
        value: { name, description, inputSchema },
        tokens,
        warnings: format === 'gemini' ? ['The keyword oneOf is published as anyOf.'] : [],
      })),
      { format: 'prompt', value: `${name}: ${description}`, tokens: 12, warnings: [] },
    ];
  }

  #validate(name: string, input: unknown): readonly DevIssue[] {
    const validate = this.#ajv.compile(this.#tool(name, 'toolkit').inputSchema);
    if (validate(input)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '', params, keyword }) => ({
      path: keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath,
      message,
    }));
  }

  async #call({ scope, name, input, callId, timeoutMs }: CallParams, parentCallId?: string): Promise<void> {
    const call = { scope, callId, toolName: name, ...(parentCallId === undefined ? {} : { parentCallId }) };
    const controller = new AbortController();
    this.#running.set(callId, controller);
    const start = Date.now();
    this.emit({ type: 'started', ...call, input });
    const end = (
      type: 'completed' | 'failed' | 'denied' | 'interrupted',
      output: DevContent,
      error?: { code: string; message: string },
    ): void => {
      this.#running.delete(callId);
      this.emit({
        type,
        ...call,
        durationMs: Date.now() - start,
        attempts: name === 'plan' ? 2 : 1,
        output,
        ...(error ? { error } : {}),
        ...(name === 'hostile' ? { flow } : {}),
      });
    };
    if (timeoutMs !== undefined) setTimeout(() => controller.abort('timeout'), timeoutMs);
    const issues = this.#validate(name, input);
    if (issues.length > 0)
      return end('failed', text('Invalid'), {
        code: 'invalid_arguments',
        message: `${issues[0]?.path} ${issues[0]?.message}`,
      });
    switch (name) {
      case 'stream_words': {
        const count = isCount(input) ? input.count : 3;
        for (let index = 1; index <= count; index += 1) {
          if (count <= 10) await delay(30);
          else if (index % 1_000 === 0) await delay(0);
          this.emit({ type: 'chunk', ...call, chunk: text(`word ${index} `) });
          this.emit({ type: 'progress', ...call, value: index, total: count });
        }
        return end('completed', text('done'));
      }
      case 'wait':
        await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
        return end('interrupted', text('Canceled'), { code: 'aborted', message: 'The call was canceled.' });
      case 'pay':
        return this.#pay({ scope, name, input, callId }, end);
      case 'plan':
        this.emit({
          ...{
            type: 'step',
            ...call,
            kind: 'rule',
            name: 'permissions[0]',
            text: 'allow, by the rule {"tool":"plan"}',
          },
          ...{ startMs: 0.2, durationMs: 0.3 },
        });
        this.emit({
          type: 'retried',
          ...call,
          attempt: 1,
          delayMs: 20,
          error: { code: 'unavailable', message: 'Busy.' },
        });
        await Promise.all(
          ['a', 'b'].map((id) =>
            this.#call({ scope, name: 'stream_words', input: { count: 3 }, callId: `${callId}-${id}` }, callId),
          ),
        );
        this.emit({
          ...{ type: 'step', ...call, kind: 'middleware', name: 'audit', text: '0.1 ms before next, 0.2 ms after' },
          ...{ startMs: 0.1, durationMs: Date.now() - start },
        });
        return end('completed', text('planned'));
      case 'show_media':
        return end('completed', media);
      case 'hostile':
        return end('completed', text('<img src=x onerror="window.attacked=true"><b>bold</b>'));
      default:
        await delay(20);
        return end('completed', {
          content: [],
          text: JSON.stringify(input),
          structuredContent: {
            order: { id: 7, input },
            list: Array.from({ length: 250 }, (_, index) => ({ index, name: `n${index}` })),
          },
        });
    }
  }

  async #pay(
    { scope, name, input, callId }: CallParams,
    end: (type: 'completed' | 'denied', output: DevContent, error?: { code: string; message: string }) => void,
  ): Promise<void> {
    const id = `approval-${callId}`;
    const askedAt = Date.now();
    const paid = (sent: unknown): DevContent => ({ content: [], text: 'paid', structuredContent: { paid: sent } });
    if (this.#remembered.has(JSON.stringify(input))) return end('completed', paid(input));
    const decided = new Promise<Decision>((resolve) => this.#decisions.set(id, resolve));
    const against = isLarge(input) ? { concerns: flow.concerns } : {};
    this.emit({ type: 'approval', id, callId, scope, toolName: name, input, hidden: ['user.id'], ...against });
    const { decision, input: edited, reason, remember } = await decided;
    if (remember === true) this.#remembered.add(JSON.stringify(edited ?? input));
    this.emit({ type: 'decided', id, callId, decision });
    this.emit({
      ...{ type: 'step', scope, callId, toolName: name, kind: 'approval', name: 'approver', text: decision },
      ...{ startMs: 1, durationMs: Date.now() - askedAt },
    });
    if (decision === 'deny') return end('denied', text('Denied'), { code: 'denied', message: reason ?? 'Denied.' });
    return end('completed', paid(edited ?? input));
  }
}

const media: DevContent = {
  text: 'media',
  content: [
    { type: 'text', text: 'An image, a sound, a video, a file and links.' },
    { type: 'image', data: png, mimeType: 'image/png' },
    { type: 'audio', data: wav, mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'file:///clip.webm', mimeType: 'video/webm', blob: 'GkXfow==' } },
    { type: 'resource', resource: { uri: 'file:///report.pdf', mimeType: 'application/pdf', blob: 'JVBERg==' } },
    { type: 'resource_link', uri: 'https://example.com/page', name: 'page' },
    { type: 'resource_link', uri: 'javascript:window.attacked=true', name: 'script' },
    { type: 'media_link', media: 'image', url: 'https://example.com/image.png' },
  ],
};

const markup = '<img src=x onerror="window.attacked=true">';
const source = { origin: `the result of 'hostile' (call ${markup}) at /0/${markup}`, callId: 'hostile-1' };

/** A call with arguments that others have written. */
const flow: DevFlow = {
  trust: 'untrusted',
  readers: [markup, 'ann@example.com'],
  decision: 'asked',
  concerns: [
    { kind: 'untrusted', argument: `/to/${markup}`, text: JSON.stringify(markup), ...source },
    { kind: 'undecided', origin: 'the model' },
  ],
};

const explanation: DevExplanation = {
  arguments: [{ argument: `/to/${markup}`, text: JSON.stringify(markup), trust: 'untrusted', ...source }],
  omitted: 3,
};

function text(value: string): DevContent {
  return { content: [{ type: 'text', text: value }], text: value };
}

/** Checks whether a payment is one that the fake tools have something against. */
function isLarge(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'amount' in input && Number(input.amount) >= 1_000;
}

function isCount(input: unknown): input is { readonly count: number } {
  return typeof input === 'object' && input !== null && 'count' in input;
}
