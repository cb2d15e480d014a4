import {
  agentTool,
  audio,
  Bind,
  CallHistory,
  Complete,
  clientTool,
  createCallRequest,
  definePrompt,
  defineResource,
  Field,
  file,
  image,
  offload,
  Param,
  Prompt,
  Resource,
  resource,
  respond,
  serveTasks,
  shareSession,
  Tool,
  ToolFormatter,
  Toolkit,
  ToolSpec,
  text,
  tool,
  toSSE,
  video,
} from 'toolwright';
import {
  cache,
  callLimit,
  circuitBreaker,
  guard,
  logging,
  maxOutput,
  rateLimit,
  redact,
  repairLimit,
} from 'toolwright/middleware';
import { MemorySnapshotStore } from 'toolwright/sandbox';
import {
  MemoryEffectLog,
  MemoryRecordStore,
  MemoryRoundStore,
  MemorySessionStore,
  MemoryTaskStore,
  RecordEffectLog,
  storeDefaults,
} from 'toolwright/stores';
import { failing, type Rows, row } from '../check-rows.js';

const executor = { kind: 'test', execute: () => 1 };

/** A tool that returns what it asks its caller. */
function asking(ask: (ctx: never) => unknown): ToolSpec {
  return ToolSpec.create({ name: 'ask', executor: { kind: 'test', execute: (_args, ctx) => ask(ctx as never) } });
}

const client = {
  ask: async () => ({ kind: 'accept', data: {} }) as const,
  visit: async () => ({ kind: 'accept' }) as const,
  sample: async () => ({ text: '', content: [], model: 'm', stopReason: undefined }),
};

const find = ToolSpec.fromFunction((id: string) => id, { name: 'find', params: { id: { type: String } } });
const call = { name: 'find', input: { id: '1' } };
const inputSchema = { type: 'object', properties: { id: { type: 'string' } } } as const;

/** Creates a toolkit with a tool `find`. */
export function kit(options?: object): Toolkit {
  const toolkit = new Toolkit(options);
  toolkit.register(find);
  return toolkit;
}

async function pending(): Promise<{ readonly toolkit: Toolkit; readonly token: string }> {
  const toolkit = new Toolkit({ approvalKey: 'k'.repeat(32), approver: () => 'later' });
  toolkit.register(ToolSpec.create({ name: 'pay', executor, needsApproval: true }));
  const { metadata } = await toolkit.execute('pay');
  return { toolkit, token: (metadata as { readonly approval: { readonly token: string } }).approval.token };
}

const retry = { maxRetries: 1 };
const callOptions = { retry, signal: new AbortController().signal, auth: 'ann', timeoutMs: 1_000, state: { a: 1 } };
const many = { timeoutMs: 1_000, retry };
const definition = {
  name: 'find',
  retry,
  annotations: { readOnlyHint: true },
  examples: [{ input: { id: '1' } }],
  ui: { visibility: ['model'] },
};
const bind = { id: { stateKey: 'user.id', default: '1' } };
const select = { auth: 'ann', groups: [], include: ['find'] };

/** The rows of the main entry point: definitions of tools, toolkits and calls. */
const add = tool((part?: string) => part ?? 'added', {
  name: 'add',
  params: { part: { type: String, optional: true } },
});
const completion = { ref: { prompt: 'add' }, argument: 'part', value: '' } as const;

/** Creates a toolkit with a resource and a prompt. */
function offers(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register([
    defineResource(
      'a://b',
      tool(() => 'b', { name: 'b' }),
    ),
    definePrompt(add),
  ]);
  return toolkit;
}

export const coreRows: Rows = {
  'new ToolFormatter(options)': row((options) => new ToolFormatter(options), { function_calling: true }),
  'ToolFormatter#formatTools(filter)': row(
    (options) => new ToolFormatter().formatTools(kit(), 'openai', options),
    select,
  ),
  'ToolFormatter#format(options)': row((options) => new ToolFormatter().format(find, {}, options), { id: '1' }),
  'Bind(options)': row(
    (options) => {
      class Shop {
        @Tool()
        find(@Bind('user.id', options) id: string): string {
          return id;
        }
      }
      return new Shop().find('1');
    },
    { optional: true },
  ),
  'Field(options)': row(
    (options) => {
      class Item {
        @Field(options)
        name = '';
      }
      return new Item().name;
    },
    { description: 'The name' },
  ),
  'Param(options)': row(
    (options) => {
      class Shop {
        @Tool()
        find(@Param(options) id: string): string {
          return id;
        }
      }
      return new Shop().find('1');
    },
    { description: 'The ID' },
  ),
  'Resource(options)': row(
    (options) => {
      class Shop {
        @Resource('shop://start', options)
        start(): string {
          return '';
        }
      }
      return new Shop().start();
    },
    { mimeType: 'text/plain', annotations: { priority: 1 } },
  ),
  'Prompt(options)': row(
    (options) => {
      class Shop {
        @Prompt(options)
        greet(): string {
          return '';
        }
      }
      return new Shop().greet();
    },
    { description: 'A greeting' },
  ),
  'Complete(options)': row(
    (options) => {
      class Shop {
        @Complete('id', options)
        ids(): string[] {
          return [];
        }
      }
      return new Shop().ids();
    },
    { of: ['order'] },
  ),
  'defineResource(options)': row(
    (options) =>
      defineResource(
        'a://b',
        tool(() => 'b', { name: 'b' }),
        options,
      ),
    { mimeType: 'text/plain' },
  ),
  'Tool(options)': row(
    (options) => {
      class Shop {
        @Tool(options)
        find(id: string): string {
          return id;
        }
      }
      return new Shop().find('1');
    },
    { ...definition, params: { id: { description: 'The ID' } } },
    { ...definition, bind },
  ),
  'createCallRequest(parts)': row((parts) => createCallRequest(parts), { headers: {}, method: 'GET', path: '/' }),
  'toSSE(options)': row((options) => toSSE(find.iterate({ id: '1' }), options).cancel(), { heartbeatMs: 1_000 }),
  'ToolContext#ask(options)': row(
    (options) =>
      asking((ctx: { ask(schema: object, given: object): unknown }) => ctx.ask(inputSchema, options)).call(
        {},
        { client },
      ),
    { message: 'Which?', key: 'which' },
  ),
  'ToolContext#visit(options)': row(
    (options) =>
      asking((ctx: { visit(url: string, given: object): unknown }) => ctx.visit('https://a.example', options)).call(
        {},
        { client },
      ),
    { message: 'Pay.', key: 'pay' },
  ),
  'ToolContext#sample(request)': row(
    (request) => asking((ctx: { sample(given: object): unknown }) => ctx.sample(request)).call({}, { client }),
    { messages: [{ role: 'user', content: 'Hello' }], maxTokens: 10 },
  ),
  'audio(options)': row((options) => audio('AAAA', 'audio/wav', options), { annotations: { priority: 1 } }),
  'file(options)': row((options) => file('AAAA', options), {
    mimeType: 'application/pdf',
    annotations: { priority: 1 },
  }),
  'image(options)': row((options) => image('AAAA', 'image/png', options), { annotations: { priority: 1 } }),
  'resource(options)': row((options) => resource({ uri: 'a:b', text: '' }, options), { annotations: { priority: 1 } }),
  'text(options)': row((options) => text('', options), { annotations: { priority: 1 } }),
  'video(options)': row((options) => video('AAAA', 'video/mp4', options), { annotations: { priority: 1 } }),
  'respond(parts)': row((parts) => respond(parts), { content: [text('')], metadata: {} }),
  'ToolSpec.fromFunction(options)': row(
    (options) => ToolSpec.fromFunction((id: string) => id, options),
    { ...definition, params: { id: { type: String } } },
    { ...definition, bind },
  ),
  'tool(options)': row((options) => tool((id: string) => id, options), {
    ...definition,
    params: { id: { type: String } },
  }),
  'ToolSpec.create(options)': row((options) => ToolSpec.create(options), {
    ...definition,
    executor,
    inputSchema,
    bind,
  }),
  'ToolSpec#bind(target)': row((target) => find.bind('id', target), { stateKey: 'user.id' }),
  'ToolSpec#with(given)': row((given) => find.with(given), { ...definition, title: 'Find' }),
  'ToolSpec#call(options)': row((options) => find.call({ id: '1' }, options), callOptions),
  'ToolSpec#exec(options)': row((options) => find.exec({ id: '1' }, options), callOptions),
  'ToolSpec#stream(options)': row((options) => find.stream({ id: '1' }, options), callOptions),
  'ToolSpec#iterate(options)': row((options) => find.iterate({ id: '1' }, options), callOptions),
  'ToolSpec#validate(options)': row((options) => find.validate({ id: '1' }, options), { coerce: false }),
  'ToolSpec#toOpenAI(options)': row((options) => find.toOpenAI(options), { api: 'chat', strict: true }),
  'ToolSpec#toAnthropic(options)': row((options) => find.toAnthropic(options), { deferLoading: false }),
  'ToolSpec#toGemini(options)': row((options) => find.toGemini(options), { deferLoading: false }),
  'new stores: MemoryEffectLog(limits)': row((limits) => new MemoryEffectLog(limits), { maxRecords: 10 }),
  'stores: RecordEffectLog#claim(options)': row((options) => new MemoryEffectLog().claim('key', options), { by: 'me' }),
  'new stores: RecordEffectLog(limits)': row((limits) => new RecordEffectLog(new MemoryRecordStore(limits), limits), {
    maxAgeMs: 1_000,
    maxBytes: 1_000,
    maxValueBytes: 1_000,
  }),
  'new stores: MemoryRecordStore(defaults)': row((defaults) => new MemoryRecordStore(defaults), {
    maxAgeMs: 1_000,
    maxBytes: 1_000,
    maxValueBytes: 1_000,
  }),
  'new stores: MemoryRecordStore(limits)': row(
    (limits) => new MemoryRecordStore({ maxAgeMs: 1_000, maxBytes: 1_000, maxValueBytes: 1_000 }, limits),
    { maxRecords: 10 },
  ),
  'new stores: MemoryRoundStore(limits)': row((limits) => new MemoryRoundStore(limits), { maxRecords: 10 }),
  'new stores: MemorySessionStore(limits)': row((limits) => new MemorySessionStore(limits), { maxRecords: 10 }),
  'new stores: MemoryTaskStore(limits)': row((limits) => new MemoryTaskStore(limits), { maxRecords: 10 }),
  'agentTool(options)': row((options) => agentTool(options), {
    ...definition,
    input: inputSchema,
    run: () => '',
    budget: { calls: 2 },
    bind,
  }),
  'clientTool(options)': row((options) => clientTool(options), { name: 'pick', annotations: { readOnlyHint: true } }),
  'new sandbox: MemorySnapshotStore(limits)': row((limits) => new MemorySnapshotStore(limits), { maxBytes: 1_000 }),
  'serveTasks(options)': row((options) => serveTasks(new Toolkit(), options), { store: new MemoryTaskStore() }),
  'middleware: cache(options)': row((options) => cache(options), { ttlMs: 1_000 }),
  'middleware: callLimit(options)': row((options) => callLimit(options), { max: 1, per: 'session' }),
  'middleware: circuitBreaker(options)': row((options) => circuitBreaker(options), { failures: 1, coolMs: 1_000 }),
  'middleware: guard(options)': row((options) => guard(options), { name: 'guard', input: () => undefined }),
  'middleware: logging(options)': row((options) => logging(console, options), { level: 'info' }),
  'middleware: maxOutput(options)': row((options) => maxOutput(options), { maxChars: 10 }),
  'middleware: rateLimit(options)': row((options) => rateLimit(options), { points: 1, perMs: 1_000 }),
  'middleware: redact(options)': row((options) => redact('secret', options), { window: 10 }),
  'middleware: repairLimit(options)': row((options) => repairLimit(options), { max: 1 }),
  'offload(options)': row((options) => offload(options), { overChars: 1_000 }),
  'new CallHistory(options)': row((options) => new CallHistory(options), { maxEntries: 10 }),
  'CallHistory#query(query)': row((query) => new CallHistory().query(query), { toolName: 'find' }),
  'shareSession(options)': row(
    (options) => shareSession(new Toolkit().session({ id: 's' }), new MemorySessionStore(), options),
    { onError: () => {} },
  ),
  'ToolScope#list(filter)': row((filter) => kit().list(filter), { active: true }),
  'ToolScope#cost(options)': row((options) => kit().cost(options), select),
  'ToolScope#getJsonSchemas(options)': row((options) => kit().getJsonSchemas(options), select),
  'ToolScope#toOpenAI(options)': row((options) => kit().toOpenAI(options), { ...select, api: 'chat' }),
  'ToolScope#toAnthropic(options)': row((options) => kit().toAnthropic(options), select),
  'ToolScope#toGemini(options)': row((options) => kit().toGemini(options), select),
  'ToolScope#toPrompt(options)': row((options) => kit().toPrompt(options), select),
  'ToolScope#callTool(options)': row((options) => kit().callTool(call, options), callOptions),
  'ToolScope#iterate(options)': row((options) => kit().iterate(call, options), callOptions),
  'ToolScope#callTools(options)': row((options) => kit().callTools([call], options), { ...many, concurrency: 1 }),
  'ToolScope#execute(options)': row((options) => kit().execute('find', { id: '1' }, options), {
    ...callOptions,
    references: ['a'],
  }),
  'ToolScope#needsApproval(options)': row((given) => kit().needsApproval(call, given), callOptions),
  'ToolScope#resumeApproval(options)': row(
    async (given) => {
      const { toolkit, token } = await pending();
      return toolkit.resumeApproval(token, 'approve', given);
    },
    { timeoutMs: 1_000, retry },
  ),
  'ToolScope#supplyResult(options)': row(
    async (given) => {
      const toolkit = new Toolkit();
      toolkit.register(clientTool({ name: 'pick' }));
      await toolkit.execute('pick', {}, { callId: 'c1' });
      return toolkit.supplyResult('c1', { data: 1 }, given);
    },
    { timeoutMs: 1_000, retry },
  ),
  'ToolScope#listResources(options)': row((options) => kit().listResources(options), { auth: 'ann' }),
  'ToolScope#readResource(options)': row((options) => offers().readResource('a://b', options), { auth: 'ann' }),
  'ToolScope#watchResource(options)': row((options) => offers().watchResource('a://b', options), { auth: 'ann' }),
  'ToolScope#listPrompts(options)': row((options) => kit().listPrompts(options), { auth: 'ann' }),
  'ToolScope#getPrompt(options)': row((options) => offers().getPrompt('add', {}, options), { auth: 'ann' }),
  'ToolScope#completeArgument(request)': row((request) => offers().completeArgument(request), completion),
  'ToolScope#completeArgument(options)': row((options) => offers().completeArgument(completion, options), {
    auth: 'ann',
  }),
  'ToolScope#get(options)': row((options) => kit().get('find', options), { auth: 'ann' }),
  'ToolScope#warmUp(filter)': row((filter) => kit().warmUp(filter), select),
  'new Toolkit(options)': row((options) => new Toolkit(options), {
    history: { maxEntries: 1 },
    search: {
      language: 'de',
      limit: 5,
      timeoutMs: 100,
      embed: () => [],
      rerank: () => [],
      store: new MemoryRecordStore(storeDefaults.sessions),
    },
    permissions: [{ tool: 'find', action: 'allow' }],
  }),
  'Toolkit#createGroup(options)': row((options) => new Toolkit().createGroup('mail', options), { active: true }),
  'Toolkit#register(options)': row((options) => new Toolkit().register(find, options), {
    prefix: 'a',
    overrides: { find: { description: 'Finds' } },
  }),
  'Toolkit#registerSource(options)': row(
    (options) => new Toolkit().registerSource({ name: 's', specs: async () => [find], close: async () => {} }, options),
    { prefix: 'a', overrides: { find: { description: 'Finds' } } },
  ),
  'Toolkit#unregister(options)': failing(
    /no version of 'find' matches/,
    (options) => kit().unregister('find', options),
    {
      version: '1.x',
    },
  ),
  'Toolkit#enableMetaTool(options)': row((options) => kit().enableMetaTool(options), { search: { fromGroups: 2 } }),
  'Toolkit#enableBackground(options)': row((options) => kit().enableBackground(options), { maxTasks: 1 }),
  'Toolkit#enableCodeMode(options)': row((options) => kit().enableCodeMode(options), {
    engine: { run: async () => ({}), resume: async () => ({}) },
    budgets: { calls: 1 },
    declarations: { tokens: 1 },
  }),
  'Toolkit#addSkills(skills)': row(
    (skills) => kit().addSkills(skills),
    [{ name: 'write', description: 'Writes', text: 'Write.' }],
  ),
  'Toolkit#addSkills(options)': row((options) => kit().addSkills([], options), { group: 'basic' }),
  'Toolkit#finishTool(options)': row((options) => kit().finishTool(inputSchema, options), { name: 'done' }),
  'ToolkitSession#saw(seen)': row((seen) => new Toolkit({ flow: {} }).session().saw(seen), {
    trust: 'untrusted',
    readers: ['ann@example.com'],
    text: 'a page',
  }),
  'Toolkit#session(options)': row((options) => kit().session(options), { id: 's' }),
};
