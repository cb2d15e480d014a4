import {
  type CodeModeOptions,
  DefinitionError,
  pendingApprovalsOf,
  Tool,
  type ToolEvent,
  Toolkit,
  type ToolkitCallOptions,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';
import { QuickJsEngine } from 'toolwright/sandbox';
import { MemoryTaskStore } from 'toolwright/stores';

class Shop extends ToolRegistry {
  readonly sold: string[] = [];

  @Tool({
    description: 'Searches the shop. Finds at most ten articles.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words' }, limit: { type: 'integer', default: 10 } },
      required: ['query'],
    },
    outputSchema: {
      type: 'object',
      properties: { items: { type: 'array', items: { type: 'string' } } },
      required: ['items'],
    },
  })
  search({ query, limit }: { query: string; limit: number }) {
    return { items: [`${query} pot`, `${query} cup`].slice(0, limit) };
  }

  @Tool({ description: 'Sells an article', needsApproval: true, params: { article: { type: String } } })
  sell(article: string): string {
    this.sold.push(article);
    return `${article} sold`;
  }

  @Tool({ description: 'Counts', params: { to: { type: Number } } })
  async *count(to: number) {
    for (let step = 1; step <= to; step++) yield `${step} `;
  }

  @Tool({
    description: 'Reads the user',
    params: { user: { type: String } },
    bind: { user: { stateKey: 'session.user' } },
  })
  whoami(user: string): string {
    return user;
  }

  @Tool({ description: 'Fails', params: {} })
  fail(): never {
    throw new Error('Out of tea');
  }
}

const engine = new QuickJsEngine();
afterAll(() => engine.close());

function createShop(options: Partial<CodeModeOptions> = {}, settings: object = {}) {
  const shop = new Shop();
  const toolkit = new Toolkit({ state: { session: { user: 'ada' } }, ...settings });
  toolkit.createGroup('shop', { active: true });
  toolkit.register(shop, { group: 'shop' });
  toolkit.register(ToolSpec.fromFunction(() => 'noon', { name: 'clock', description: 'Reads the time', params: {} }));
  toolkit.enableCodeMode({ engine, ...options });
  const run = (code: string, callOptions: object = {}) => toolkit.execute('run_code', { code }, callOptions);
  return { shop, toolkit, run };
}

describe('code mode', () => {
  describe('shows a model', () => {
    it('three tools in place of all others', () => {
      const { toolkit } = createShop();
      expect(toolkit.getJsonSchemas().map(({ name }) => name)).toEqual(['search_tools', 'describe_tools', 'run_code']);
    });

    it('the declarations of tools with their inputs and outputs', () => {
      const { toolkit } = createShop();
      const { description } = toolkit.getJsonSchemas().find(({ name }) => name === 'run_code') ?? {};
      expect(description).toContain(
        `declare namespace shop {
  /** Searches the shop. Finds at most ten articles. */
  function search(args: {
    /** Words */
    query: string;
    limit?: number;
  }): Promise<{
    items: string[];
  }>;`,
      );
      expect(description).toContain('function whoami(args?: Record<string, never>): Promise<unknown>;');
      expect(description).toContain('declare namespace tools {');
    });

    it.each([
      [true, 'Run TypeScript that calls tools'],
      [undefined, 'Run TypeScript that calls tools'],
      [false, 'Run plain JavaScript, without types, that calls tools'],
    ])('the language that an engine accepts: acceptsTypeScript is %s', (acceptsTypeScript, language) => {
      const { toolkit } = createShop({ engine: { acceptsTypeScript, run: (request) => engine.run(request) } });
      const { description } = toolkit.getJsonSchemas().find(({ name }) => name === 'run_code') ?? {};
      expect(description?.startsWith(language)).toBe(true);
    });

    it('that a program may be TypeScript if the package that removes types is installed', () => {
      expect(engine.acceptsTypeScript).toBe(true);
    });

    it('the tools whose author allows direct calls, too', () => {
      const { toolkit } = createShop();
      const both = ToolSpec.fromFunction(() => 1, { name: 'both', params: {}, allowedCallers: ['direct', 'code'] });
      const direct = ToolSpec.fromFunction(() => 1, { name: 'direct', params: {}, allowedCallers: ['direct'] });
      toolkit.register([both, direct]);
      const names = toolkit.toAnthropic().map((tool) => tool.name);
      expect(names).toEqual(['search_tools', 'describe_tools', 'run_code', 'both', 'direct']);
      const described = toolkit.getJsonSchemas().find(({ name }) => name === 'run_code')?.description;
      expect(described).toContain('function both(');
      expect(described).not.toContain('function direct(');
    });

    it('the tool that ends a run, and activate_tool_groups', () => {
      const { toolkit } = createShop();
      toolkit.finishTool({ type: 'object', properties: { answer: { type: 'string' } } });
      toolkit.enableMetaTool({ search: true });
      const names = toolkit.getJsonSchemas().map(({ name }) => name);
      expect(names).toEqual(['search_tools', 'describe_tools', 'run_code', 'finish', 'activate_tool_groups']);
    });

    it('as many declarations as fit, and the namespaces of all others', () => {
      const { toolkit } = createShop({ declarations: { tokens: 60 } });
      const described = toolkit.getJsonSchemas().find(({ name }) => name === 'run_code')?.description;
      expect(described).toContain('function search(');
      expect(described).not.toContain('function sell(');
      expect(described).toContain('Further functions are in the namespaces shop (4), tools (1).');
    });

    it('the tools that the caller may access only', async () => {
      const { toolkit } = createShop();
      const access = (auth: unknown) => auth === 'admin';
      toolkit.register(ToolSpec.fromFunction(() => 'wiped', { name: 'wipe', params: {}, canAccess: access }));
      const describedFor = (auth?: string) => JSON.stringify(toolkit.getJsonSchemas.call(toolkit, { auth }));
      expect([describedFor(), describedFor('admin')].map((text) => text.includes('wipe'))).toEqual([false, true]);
      const denied = await toolkit.execute('run_code', { code: 'await tools.wipe()' });
      expect(denied.error?.message).toContain('TypeError');
      const allowed = await toolkit.execute('run_code', { code: 'await tools.wipe()' }, { auth: 'admin' });
      expect(allowed.data).toEqual({ value: 'wiped', logs: [] });
    });
  });

  describe('finds tools', () => {
    it('states that no function can be called if no tool is in an active group', async () => {
      const toolkit = new Toolkit();
      toolkit.createGroup('shop');
      toolkit.register(new Shop(), { group: 'shop' });
      toolkit.enableCodeMode({ engine });
      const found = await toolkit.execute('search_tools', { query: 'articles' });
      expect(found.toText()).toBe('No function can be called now: no tool is in an active group.');
    });

    it('by words', async () => {
      const { toolkit } = createShop({ declarations: { tokens: 0 } });
      const found = await toolkit.execute('search_tools', { query: 'articles' });
      expect(found.toText()).toBe(
        '- shop.sell({ article }) (matches: articles): Sells an article\n' +
          '- shop.search({ query, limit? }) (matches: articles): Searches the shop.',
      );
    });

    it('and describes them', async () => {
      const { toolkit } = createShop();
      const described = await toolkit.execute('describe_tools', { names: ['shop.sell', 'clock'] });
      expect(described.toText()).toContain('function sell(args: {\n    article: string;\n  }): Promise<');
      expect(described.toText()).toContain('declare namespace tools {\n  /** Reads the time */\n  function clock(');
    });

    it('and suggests the names that are near', async () => {
      const { toolkit } = createShop();
      const described = await toolkit.execute('describe_tools', { names: ['shop.serch'] });
      expect(described.error).toMatchObject({
        code: 'not_found',
        message: "There is no function 'shop.serch'. Did you mean 'shop.search'?",
      });
    });
  });

  describe('runs a program', () => {
    it('whose calls are calls of the toolkit', async () => {
      const { toolkit } = createShop();
      const events: ToolEvent[] = [];
      toolkit.events$.subscribe((event) => events.push(event));
      const code = `
        const [tea, time]: [{ items: string[] }, string] = await Promise.all([shop.search({ query: 'tea' }), tools.clock()]);
        console.log(tea.items.length);
        [...tea.items, time, await shop.whoami()]`;
      const result = await toolkit.execute('run_code', { code }, { callId: 'outer' });
      expect(result.data).toEqual({ value: ['tea pot', 'tea cup', 'noon', 'ada'], logs: ['2'] });
      expect(result.metadata?.code).toMatchObject({ calls: 3 });
      const completed = events.filter(({ type }) => type === 'completed');
      const parents = Object.fromEntries(completed.map(({ toolName, parentCallId }) => [toolName, parentCallId]));
      expect(parents).toEqual({ search: 'outer', clock: 'outer', whoami: 'outer', run_code: undefined });
    });

    it('that reads the error of a call, and how to correct it', async () => {
      const { run } = createShop();
      const code = `const errors = [];
        for (const call of [() => shop.search({ querry: 'tea' }), () => shop.fail()]) {
          try { await call() } catch (error) { errors.push([error instanceof ToolError, error.code, error.message]) }
        }
        errors`;
      const { data } = await run(code);
      expect(data).toMatchObject({
        value: [
          [true, 'invalid_parameters', expect.stringContaining("did you mean 'query'?")],
          [true, 'execution', expect.stringContaining('Out of tea')],
        ],
      });
    });

    it('that does not see bound values, and cannot replace them', async () => {
      const { run } = createShop();
      expect((await run('await shop.whoami({ user: "eve" })')).error?.message).toContain("'user'");
      expect((await run('[Object.keys(shop).join(), typeof process].join(" ")')).data).toEqual({
        value: 'search,sell,count,whoami,fail undefined',
        logs: [],
      });
    });

    it('whose streams are accumulated, or passed chunk by chunk to a function', async () => {
      const { run } = createShop();
      const { data } = await run(
        'const chunks = []; [await shop.count({ to: 3 }), await shop.count({ to: 2 }, (chunk) => chunks.push(chunk)), chunks]',
      );
      expect(data).toMatchObject({ value: ['1 2 3 ', '1 2 ', ['1 ', '2 ']] });
    });

    it('that fails, with its console output and its own line numbers', async () => {
      const { run } = createShop();
      const result = await run('console.log("begun");\nconst x: number = 1;\nnull.y');
      expect(result.error?.code).toBe('execution');
      expect(result.toText()).toMatch(/^begun\n.*TypeError.*\(line 3, column/s);
    });

    it('that is in a code fence, as models write it', async () => {
      const { run } = createShop();
      expect((await run('```ts\nconst half: number = 21;\nhalf * 2\n```\n')).data).toEqual({ value: 42, logs: [] });
      expect((await run('```\nnull.y\n```')).toText()).toContain('(line 2, column');
      expect((await run('"```\\n".length')).data).toMatchObject({ value: 4 });
    });

    it.each([
      ['await shop.serch({ query: "tea" })', "There is no function 'shop.serch'. Did you mean 'shop.search'?"],
      ['await shop?.serch?.call({})\nshop.serch()', "There is no function 'shop.serch'. Did you mean 'shop.search'?"],
      ['await shp.search({ query: "tea" })', "There is no function 'shp.search'. Did you mean 'shop.search'?"],
      ['await search({ query: "tea" })', "There is no function 'search'. Did you mean 'shop.search'?"],
      [
        'await shop.deliver_by_air({})',
        "There is no function 'shop.deliver_by_air'. Use search_tools to find functions.",
      ],
      ['return await shop.whoami({})', "Write the result as the last expression, without 'return'."],
      [
        'const find = () => { return shop.search }; return 1',
        "Write the result as the last expression, without 'return'.",
      ],
    ])('that uses what does not exist, and suggests what does: %s', async (code, hint) => {
      const { run } = createShop();
      const text = (await run(code)).toText();
      expect(text).toContain(hint);
      expect(text).toMatch(/\(line \d+, column \d+\)/);
    });

    it.each([
      "import fs from 'node:fs';\nfs.readFileSync('a')",
      "const a = 1; import { b } from './b.js'; b",
      "import 'b'",
      "const fs = require('node:fs')",
      "const { readFile } = await import('node:fs/promises')",
    ])('that imports a module, and says that it cannot: %s', async (code) => {
      const { run } = createShop();
      const text = (await run(code)).toText();
      expect(text).toContain('A program cannot import modules: its functions are already defined.');
      expect(text).not.toContain('There is no function');
    });

    it.each(["const word = 'import'; word.a.b", 'const importer: = 1', 'absent.require()'])(
      'that fails without an import, and mentions none: %s',
      async (code) => {
        const { run } = createShop();
        expect((await run(code)).toText()).not.toContain('import modules');
      },
    );

    it.each([
      'const shops = 1; shops.search()',
      'absent + 1',
      'throw new TypeError("not a function")',
      `shop.${'a'.repeat(5_000)}()`,
    ])('that fails for another reason, and suggests no function: %s', async (code) => {
      const { run } = createShop();
      expect((await run(code)).toText()).not.toContain('There is no function');
    });

    it('with the state and the identity of its own call', async () => {
      const { toolkit } = createShop();
      const code = 'await shop.whoami()';
      const options = { state: { session: { user: 'grace' } } };
      expect((await toolkit.execute('run_code', { code }, options)).data).toEqual({ value: 'grace', logs: [] });
      const session = toolkit.session({ state: { session: { user: 'alan' } } });
      expect((await session.execute('run_code', { code })).data).toEqual({ value: 'alan', logs: [] });
    });

    it('until it is aborted, with its calls', async () => {
      const { toolkit, run } = createShop();
      const controller = new AbortController();
      let aborted: unknown;
      const wait = ToolSpec.fromFunction(
        (ctx: { signal: AbortSignal }) =>
          new Promise((resolve) => {
            ctx.signal.addEventListener('abort', () => {
              aborted = true;
              resolve(1);
            });
            controller.abort();
          }),
        { name: 'wait', params: {}, ctx: 'ctx' },
      );
      toolkit.register(wait);
      const result = await run('await tools.wait()', { signal: controller.signal });
      expect([result.error?.code, aborted]).toEqual(['interrupted', true]);
    });
  });

  describe('limits', () => {
    it('the calls of a program, by an error that it can catch', async () => {
      const { run } = createShop({ budgets: { calls: 2 } });
      const code = `let made = 0; let problem;
        try { for (;;) { await tools.clock(); made++ } } catch (error) { problem = [error.code, error.message, error.details] }
        [made, problem]`;
      const { data } = await run(code);
      expect(data).toMatchObject({
        value: [
          2,
          [
            'denied',
            expect.stringMatching(/all of its 2 calls. Left: 0 of 2 calls, \d+ of 5000 ms/),
            { budget: 'calls' },
          ],
        ],
      });
    });

    it('the calls that run at the same time', async () => {
      const { toolkit, run } = createShop({ budgets: { concurrent: 2 } });
      let running = 0;
      let most = 0;
      const step = ToolSpec.fromFunction(
        async () => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
        },
        { name: 'step', params: {} },
      );
      toolkit.register(step);
      await run('await Promise.all(Array.from({ length: 9 }, () => tools.step()))');
      expect(most).toBe(2);
    });

    it.each([
      [
        'computing',
        { computeMs: 50 },
        'for (;;) {}',
        'timeout',
        /computed longer than its limit of 50 ms\. Left: 50 of 50 calls/,
      ],
      [
        'waiting',
        { waitMs: 30 },
        'await tools.never()',
        'timeout',
        /waited for its calls longer.*Left: 49 of 50 calls.* 0 of 30 ms/,
      ],
      [
        'the result',
        { resultCharacters: 10 },
        '"x".repeat(20)',
        'invalid_output',
        /22 characters, more than its limit of 10.*Left:/,
      ],
    ])('%s', async (_, budgets, code, errorCode, message) => {
      const { toolkit, run } = createShop({ budgets });
      toolkit.register(ToolSpec.fromFunction(() => new Promise(() => {}), { name: 'never', params: {} }));
      const { error } = await run(code);
      expect(error?.code).toBe(errorCode);
      expect(error?.message).toMatch(message);
    });
  });

  describe('asks for approval', () => {
    it('of an approver, whose time is not that of the program', async () => {
      const approver = async () => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return 'approve' as const;
      };
      const { shop, run } = createShop({ budgets: { waitMs: 40 } }, { approver });
      expect((await run('await shop.sell({ article: "pot" })')).data).toEqual({ value: 'pot sold', logs: [] });
      expect(shop.sold).toEqual(['pot']);
    });

    it('and throws an error if a call is denied', async () => {
      const { run } = createShop({}, { approver: () => ({ kind: 'deny', reason: 'Not today.' }) });
      const code = 'try { await shop.sell({ article: "pot" }) } catch (error) { [error.code, error.message] }';
      expect((await run(code)).data).toMatchObject({ value: ['denied', expect.stringContaining('Not today.')] });
    });

    it('and throws an error without an approver', async () => {
      const { run } = createShop();
      const code = 'try { await shop.sell({ article: "pot" }) } catch (error) { error.code }';
      expect((await run(code)).data).toMatchObject({ value: 'denied' });
    });
  });

  describe('refuses', () => {
    it('options that are no options', () => {
      const toolkit = new Toolkit();
      const enable = (options: unknown) => () => toolkit.enableCodeMode(options as CodeModeOptions);
      expect(enable({})).toThrow(DefinitionError);
      expect(enable({})).toThrow('Pass new QuickJsEngine() of toolwright/sandbox.');
      expect(enable({ engine, budgets: { call: 1 } })).toThrow("'call'");
      expect(enable({ engine, declarations: { tokens: -1 } })).toThrow('declarations.tokens');
    });

    it('a toolkit with a tool of the same name', () => {
      const toolkit = new Toolkit();
      toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'run_code', params: {} }));
      expect(() => toolkit.enableCodeMode({ engine })).toThrow("'run_code'");
    });
  });
});

describe('a program that waits for an approval', () => {
  const key = 'k'.repeat(32);
  const settings = { approvalKey: key, approver: () => 'later' as const };

  it('continues after the decision, and repeats no call', async () => {
    const { shop, toolkit, run } = createShop({}, settings);
    const events: string[] = [];
    toolkit.events$.subscribe(({ type, toolName }) => type === 'completed' && events.push(toolName));
    const code = `console.log('begin');
      const [found, sold, time] = await Promise.all([shop.search({ query: 'tea' }), shop.sell({ article: 'pot' }), tools.clock()]);
      console.log('end');
      [found.items.length, sold, time]`;
    const paused = await run(code);
    expect(paused.error).toMatchObject({ code: 'denied', details: { reason: 'pending' } });
    expect(paused.toText()).toContain("waiting for approval of 'sell'");
    const [approval, ...others] = pendingApprovalsOf(paused);
    expect(others).toEqual([]);
    expect(approval).toMatchObject({ toolName: 'sell', input: { article: 'pot' } });
    expect(shop.sold).toEqual([]);
    const result = await toolkit.resumeApproval(approval?.token ?? '', 'approve');
    expect(result.data).toEqual({ value: [2, 'pot sold', 'noon'], logs: ['begin', 'end'] });
    expect([result.toolName, result.callId]).toEqual(['run_code', paused.callId]);
    expect(events.sort()).toEqual(['clock', 'run_code', 'search', 'sell']);
    expect(shop.sold).toEqual(['pot']);
    const again = await toolkit.resumeApproval(approval?.token ?? '', 'approve');
    expect(again.error?.code).toBe('denied');
    expect(shop.sold).toEqual(['pot']);
  });

  it('continues with edited arguments, and with an error after a denial', async () => {
    const { shop, toolkit, run } = createShop({}, settings);
    const code =
      'const ends = []; for (const article of ["pot", "cup"]) { try { ends.push(await shop.sell({ article })) } catch (error) { ends.push(error.code) } } ends';
    const first = await run(code);
    const edit = { kind: 'approve', input: { article: 'tea pot' } } as const;
    const second = await toolkit.resumeApproval(pendingApprovalsOf(first)[0]?.token ?? '', edit);
    const last = await toolkit.resumeApproval(pendingApprovalsOf(second)[0]?.token ?? '', 'deny');
    expect(last.data).toEqual({ value: ['tea pot sold', 'denied'], logs: [] });
    expect(shop.sold).toEqual(['tea pot']);
  });

  it('continues in this process if the options of calls would dispatch it to a task store', async () => {
    const store = new MemoryTaskStore();
    const callOptions = (options: ToolkitCallOptions) =>
      options.hostRequest === 'resume' ? { ...options, hostRequest: undefined, background: true } : options;
    const { shop, toolkit, run } = createShop({}, { ...settings, taskStore: store, callOptions });
    const paused = await run(
      'const ends = [await shop.sell({ article: "pot" })]; ends.push(await tools.clock()); ends',
    );
    const [approval] = pendingApprovalsOf(paused);
    const result = await toolkit.resumeApproval(approval?.token ?? '', 'approve', { hostRequest: 'resume' });
    expect(result.data).toEqual({ value: ['pot sold', 'noon'], logs: [] });
    expect(shop.sold).toEqual(['pot']);
  }, 10_000);

  it('waits until all its calls are decided, in any order', async () => {
    const { shop, toolkit, run } = createShop({}, settings);
    const paused = await run('await Promise.all(["pot", "cup"].map((article) => shop.sell({ article })))');
    const [pot, cup] = pendingApprovalsOf(paused);
    const half = await toolkit.resumeApproval(cup?.token ?? '', 'approve');
    expect(pendingApprovalsOf(half)).toEqual([pot]);
    const whole = await toolkit.resumeApproval(pot?.token ?? '', 'approve');
    expect(whole.data).toEqual({ value: ['pot sold', 'cup sold'], logs: [] });
    expect(shop.sold).toEqual(['cup', 'pot']);
  });

  it('refuses a second decision as one on any other call, also after its end', async () => {
    const { shop, toolkit, run } = createShop({}, settings);
    const paused = await run('await Promise.all(["pot", "cup"].map((article) => shop.sell({ article })))');
    const [pot, cup] = pendingApprovalsOf(paused);
    const decideAgain = async () => {
      const { error } = await toolkit.resumeApproval(cup?.token ?? '', 'approve');
      expect(error?.message).toBe("This approval of 'sell' cannot be used: it has been used.");
      expect(error?.details).toEqual({ reason: 'used' });
    };
    await toolkit.resumeApproval(cup?.token ?? '', 'approve');
    await decideAgain();
    await toolkit.resumeApproval(pot?.token ?? '', 'approve');
    await decideAgain();
    expect(shop.sold).toEqual(['cup', 'pot']);
  });

  it('has ended or is not stored for a process that has not decided on it', async () => {
    const snapshots = { put: async () => undefined, get: async () => undefined, delete: async () => undefined };
    const { toolkit, run } = createShop({ snapshots }, { approvalKey: key });
    const [approval] = pendingApprovalsOf(await run('await shop.sell({ article: "pot" })'));
    const { error } = await toolkit.resumeApproval(approval?.token ?? '', 'approve');
    expect(error?.message).toContain('the program that waited for it has ended, or is not stored any more');
    expect(error?.details).toEqual({ reason: 'program' });
  });

  it('accepts other arguments if the first edit is invalid', async () => {
    const { toolkit, run } = createShop({}, settings);
    const [approval] = pendingApprovalsOf(await run('await shop.sell({ article: "pot" })'));
    const decide = (input: object) =>
      toolkit.resumeApproval(approval?.token ?? '', { kind: 'approve', input: { ...input } });
    expect((await decide({ article: 5, more: 1 })).error?.code).toBe('invalid_parameters');
    expect((await decide({ article: 'cup' })).data).toEqual({ value: 'cup sold', logs: [] });
  });

  it('is refused if a tool that it may call has changed', async () => {
    const { toolkit, run } = createShop({}, settings);
    const [approval] = pendingApprovalsOf(await run('await shop.sell({ article: "pot" })'));
    toolkit.unregister('clock');
    const { error } = await toolkit.resumeApproval(approval?.token ?? '', 'approve');
    expect(error?.message).toContain('tools.clock');
    expect(error?.details).toEqual({ reason: 'definition' });
  });

  it('waits without an approver if there is a store', async () => {
    const stored = new Map<string, Uint8Array>();
    const snapshots = {
      put: async (id: string, bytes: Uint8Array) => void stored.set(id, bytes),
      get: async (id: string) => stored.get(id),
      delete: async (id: string) => void stored.delete(id),
    };
    const { toolkit, run } = createShop({ snapshots }, { approvalKey: key });
    const [approval] = pendingApprovalsOf(await run('await shop.sell({ article: "pot" })'));
    for (const [id, bytes] of stored)
      stored.set(
        id,
        bytes.map((byte, index) => (index === 9 ? byte ^ 1 : byte)),
      );
    const changed = await toolkit.resumeApproval(approval?.token ?? '', 'approve');
    expect(changed.error?.details).toEqual({ reason: 'program' });
    for (const [id, bytes] of stored)
      stored.set(
        id,
        bytes.map((byte, index) => (index === 9 ? byte ^ 1 : byte)),
      );
    const result = await toolkit.resumeApproval(approval?.token ?? '', 'approve');
    expect(result.data).toEqual({ value: 'pot sold', logs: [] });
    expect(stored.size).toBe(0);
  });

  it('keeps the rest of its budget', async () => {
    const { toolkit, run } = createShop({ budgets: { calls: 2 } }, settings);
    const code =
      'await tools.clock(); await shop.sell({ article: "pot" }); try { await tools.clock() } catch (error) { error.details.budget }';
    const [approval] = pendingApprovalsOf(await run(code));
    const result = await toolkit.resumeApproval(approval?.token ?? '', 'approve');
    expect(result.data).toMatchObject({ value: 'calls' });
    expect(result.metadata?.code).toMatchObject({ calls: 2 });
  });

  it('belongs to its session', async () => {
    const { toolkit } = createShop({}, settings);
    const session = toolkit.session({ id: 'one', state: { session: { user: 'alan' } } });
    const paused = await session.execute('run_code', { code: 'await shop.sell({ article: await shop.whoami() })' });
    const { token = '' } = pendingApprovalsOf(paused)[0] ?? {};
    expect((await toolkit.resumeApproval(token, 'approve')).error?.details).toEqual({ reason: 'session' });
    expect((await session.resumeApproval(token, 'approve')).data).toEqual({ value: 'alan sold', logs: [] });
  });
});
