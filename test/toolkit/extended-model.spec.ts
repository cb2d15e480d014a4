import 'toolwright/dto';
import { IsInt, IsOptional, IsString, Max, MinLength } from 'class-validator';
import { lastValueFrom, toArray } from 'rxjs';
import {
  Bind,
  DefinitionError,
  type JsonSchema,
  pendingApprovalOf,
  Tool,
  type ToolEvent,
  Toolkit,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';
import { z } from 'zod';
import { warningsOf } from '../support/process-warnings.js';

class Thought {
  @IsString()
  @MinLength(3)
  thinking!: string;

  @IsInt()
  @Max(10)
  @IsOptional()
  confidence?: number;

  get isSure(): boolean {
    return (this.confidence ?? 0) > 5;
  }
}

class Kb extends ToolRegistry {
  readonly #given: unknown[] = [];

  @Tool({ examples: [{ input: { query: 'a', user: 'ann' } }] })
  search(query: string, @Bind('user') user: string = 'nobody', limit: number = 10): string {
    this.#given.push([query, user, limit]);
    return `${query} ${user} ${limit}`;
  }

  @Tool()
  fail(): never {
    throw new TypeError('broken');
  }

  @Tool()
  *count(to: number): Generator<string> {
    for (let at = 1; at <= to; at++) yield `${at} `;
  }

  @Tool()
  data(): object {
    return this.#given;
  }
}

function extended(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Kb());
  toolkit.setExtendedModel('search', Thought);
  return toolkit;
}

describe('setExtendedModel', () => {
  it('adds the fields to every export', () => {
    const toolkit = extended();
    const expected = {
      type: 'object',
      properties: {
        query: { type: 'string' },
        limit: { type: 'number', default: 10 },
        thinking: { type: 'string', minLength: 3 },
        confidence: expect.anything(),
      },
      required: ['query', 'thinking'],
      additionalProperties: false,
    };
    expect(toolkit.get('search')?.inputSchema).toEqual(expected);
    expect(toolkit.list()[0]?.inputSchema).toEqual(expected);
    expect(toolkit.getJsonSchemas()[0]?.parameters).toEqual(expected);
    expect(toolkit.toAnthropic()[0]).toMatchObject({ input_examples: [{ query: 'a' }] });
    expect(toolkit.getJsonSchemas()[0]?.parameters).toBe(toolkit.getJsonSchemas()[0]?.parameters);
  });

  it('returns the instance, and does not pass it to the tool', async () => {
    const toolkit = extended();
    const args = { query: 'a', thinking: 'hmm', confidence: 7 };
    const result = await toolkit.execute('search', args);
    expect(result.data).toBe('a nobody 10');
    const { structuredOutput } = result.metadata as { readonly structuredOutput: Thought };
    expect(structuredOutput).toBeInstanceOf(Thought);
    expect(structuredOutput).toEqual({ thinking: 'hmm', confidence: 7 });
    expect(structuredOutput.isSure).toBe(true);
    expect((await toolkit.execute('data')).data).toEqual([['a', 'nobody', 10]]);
    const last = await lastValueFrom(toolkit.callTool({ name: 'search', input: JSON.stringify(args) }));
    expect(last.metadata?.structuredOutput).toBeInstanceOf(Thought);
    expect(args).toEqual({ query: 'a', thinking: 'hmm', confidence: 7 });
  });

  it('adds the instance only to the final response of a stream', async () => {
    const toolkit = extended();
    toolkit.setExtendedModel('count', Thought);
    const responses = await lastValueFrom(
      toolkit.callTool({ name: 'count', input: { to: 2, thinking: 'hmm' } }).pipe(toArray()),
    );
    expect(responses.map(({ isLast, metadata }) => [isLast, metadata?.structuredOutput])).toEqual([
      [false, undefined],
      [false, undefined],
      [true, { thinking: 'hmm' }],
    ]);
  });

  it('returns no instance if the tool fails', async () => {
    const toolkit = extended();
    toolkit.setExtendedModel('fail', Thought);
    const result = await toolkit.execute('fail', { thinking: 'hmm' });
    expect(result.error?.message).toBe('broken');
    expect(result.metadata).toBeUndefined();
  });

  it('reports all issues before the tool runs', async () => {
    const toolkit = extended();
    const result = await toolkit.execute('search', { limit: 'many', thinking: 'h', confidence: 11 });
    expect(result.error?.code).toBe('invalid_parameters');
    expect(result.attempts).toBe(0);
    expect(result.toText()).toMatch(
      /^Invalid arguments for 'search': .*missing argument 'query'.*\/thinking .*\/confidence /,
    );
    expect((await toolkit.execute('data')).data).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a missing field', { query: 'a' }, "missing argument 'thinking'"],
    ['no arguments', undefined, "missing argument 'query'; missing argument 'thinking'"],
    ['an unknown argument', { query: 'a', thinking: 'hmm', thinkin: 1 }, "unknown argument 'thinkin'"],
    ['a bound argument', { query: 'a', thinking: 'hmm', user: 'eve' }, "unknown argument 'user'"],
    ['a list', [], 'must be an object'],
    ['a hostile name', JSON.parse('{"query":"a","thinking":"hmm","__proto__":{}}'), '__proto__'],
  ])('rejects %s', async (_, args, message) => {
    const result = await extended().execute('search', args);
    expect(result.error?.code).toBe('invalid_parameters');
    expect(result.toText()).toContain(message);
  });

  it('repairs malformed calls with the complete schema', async () => {
    const toolkit = extended();
    const events: ToolEvent[] = [];
    toolkit.events$.subscribe((event) => events.push(event));
    const result = await toolkit.execute('search', "{query: 'a', thinking: 'hmm'");
    expect(result.metadata?.structuredOutput).toEqual({ thinking: 'hmm' });
    expect(events[0]).toMatchObject({ type: 'started', repairedInput: { query: 'a', thinking: 'hmm' } });
  });

  it.each<[string, () => Parameters<Toolkit['setExtendedModel']>[1]]>([
    ['a Standard Schema', () => z.object({ plan: z.string().transform((plan) => plan.toUpperCase()) })],
    ['a JSON Schema', () => ({ type: 'object', properties: { plan: { type: 'string' } }, required: ['plan'] })],
  ])('accepts %s', async (kind, model) => {
    const toolkit = extended();
    toolkit.setExtendedModel('search', model());
    const result = await toolkit.execute('search', { query: 'a', plan: 'go' });
    expect(result.metadata).toEqual({ structuredOutput: { plan: kind === 'a JSON Schema' ? 'go' : 'GO' } });
    expect((await toolkit.execute('search', { query: 'a' })).toText()).toContain('plan');
  });

  it('renames different definitions of the same name, and shares identical ones', () => {
    const toolkit = new Toolkit();
    const point: JsonSchema = { type: 'object', properties: { x: { type: 'number' } } };
    const inputSchema: JsonSchema = {
      type: 'object',
      properties: { from: { $ref: '#/$defs/Point' }, area: { $ref: '#/$defs/Area' } },
      $defs: { Point: point, Area: { type: 'string' } },
    };
    const execute = (): string => 'done';
    toolkit.register(ToolSpec.create({ name: 'move', inputSchema, executor: { kind: 'test', execute } }));
    toolkit.setExtendedModel('move', {
      type: 'object',
      properties: { why: { $ref: '#/$defs/Area' }, near: { $ref: '#/$defs/Point' } },
      $defs: { Area: { enum: ['fun', 'work'] }, Point: point },
    });
    expect(toolkit.get('move')?.inputSchema).toMatchObject({
      properties: {
        from: { $ref: '#/$defs/Point' },
        area: { $ref: '#/$defs/Area' },
        why: { $ref: '#/$defs/Area_2' },
        near: { $ref: '#/$defs/Point' },
      },
      $defs: { Point: { type: 'object' }, Area: { type: 'string' }, Area_2: { enum: ['fun', 'work'] } },
    });
    expect(Object.keys(toolkit.get('move')?.inputSchema.$defs ?? {})).toEqual(['Point', 'Area', 'Area_2']);
  });

  it('accepts a model that refers to itself', async () => {
    const toolkit = extended();
    toolkit.setExtendedModel('search', {
      type: 'object',
      properties: { label: { type: 'string' }, parts: { type: 'array', items: { $ref: '#' } } },
      required: ['label'],
    });
    const good = await toolkit.execute('search', { query: 'a', label: 'x', parts: [{ label: 'y' }] });
    expect(good.metadata?.structuredOutput).toEqual({ label: 'x', parts: [{ label: 'y' }] });
    const bad = await toolkit.execute('search', { query: 'a', label: 'x', parts: [{}] });
    expect(bad.error?.code).toBe('invalid_parameters');
    const compiled = toolkit.get('search');
    expect(await compiled?.validate({ query: 'a', label: 'x', parts: [{ label: 'y' }] })).toMatchObject({ ok: true });
    expect(await compiled?.validate({ query: 'a', label: 'x', parts: [{}] })).toMatchObject({ ok: false });
  });

  it.each<[string, JsonSchema, string]>([
    [
      'a field that is an argument',
      { type: 'object', properties: { query: { type: 'string' } } },
      "setExtendedModel('search'): the model has a field 'query', and the tool has an argument of that name. Rename one.",
    ],
    [
      'a field that is a bound argument',
      { type: 'object', properties: { user: { type: 'string' } } },
      "setExtendedModel('search'): the model has a field 'user', and the tool has an argument of that name. Rename one.",
    ],
    [
      'no fields',
      { type: 'object', properties: {} },
      "setExtendedModel('search'): the model must be an object with fields.",
    ],
    [
      'rules for the object itself',
      { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      "setExtendedModel('search'): the model has the keyword 'anyOf' on the object itself, which cannot be merged. " +
        'Remove the keyword, or wrap the object in a field.',
    ],
    [
      'fields of any name',
      { type: 'object', properties: { a: {} }, additionalProperties: true },
      "setExtendedModel('search'): the model has the keyword 'additionalProperties' on the object itself",
    ],
  ])('rejects %s immediately', (_, model, message) => {
    const toolkit = extended();
    const before = toolkit.get('search')?.inputSchema;
    expect(() => toolkit.setExtendedModel('search', model)).toThrow(DefinitionError);
    expect(() => toolkit.setExtendedModel('search', model)).toThrow(message);
    expect(toolkit.get('search')?.inputSchema).toBe(before);
  });

  it('rejects an unknown tool, and a class without rules', () => {
    expect(() => extended().setExtendedModel('serach', Thought)).toThrow("There is no tool named 'serach' to extend.");
    expect(() => extended().setExtendedModel('search', class Empty {})).toThrow('has no class-validator rules');
  });

  it('is replaced by another model, and removed by null', async () => {
    const toolkit = extended();
    const kb = new Kb();
    toolkit.register(kb.toolSpec('data').rename('more'));
    toolkit.setExtendedModel('search', { type: 'object', properties: { plan: { type: 'string' } } });
    expect(Object.keys(toolkit.get('search')?.params ?? {})).toEqual(['query', 'limit', 'plan']);
    toolkit.setExtendedModel('search', null);
    expect(Object.keys(toolkit.get('search')?.params ?? {})).toEqual(['query', 'limit']);
    expect((await toolkit.execute('search', { query: 'a' })).metadata).toBeUndefined();
    toolkit.setExtendedModel('search', null);
  });

  it('applies to sessions, unless they have their own or none', async () => {
    const toolkit = extended();
    const [plain, own, none] = [toolkit.session(), toolkit.session(), toolkit.session()];
    own.setExtendedModel('search', { type: 'object', properties: { plan: { type: 'string' } } });
    none.setExtendedModel('search', null);
    const fields = [toolkit, plain, own, none].map((scope) => Object.keys(scope.get('search')?.params ?? {}).slice(2));
    expect(fields).toEqual([['thinking', 'confidence'], ['thinking', 'confidence'], ['plan'], []]);
    const results = await Promise.all(
      [plain, own, none].map((scope) => scope.execute('search', { query: 'a', thinking: 'hmm' })),
    );
    expect(results.map(({ success }) => success)).toEqual([true, false, false]);
  });

  it('notifies changes$ that the listed tools differ', async () => {
    const toolkit = extended();
    const session = toolkit.session();
    let changes = 0;
    session.changes$.subscribe(() => changes++);
    toolkit.setExtendedModel('search', null);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(changes).toBe(1);
  });

  it('is preserved for the name when the tool is replaced', async () => {
    const toolkit = extended();
    const next = ToolSpec.fromFunction((word: string) => word, { name: 'search', params: { word: { type: String } } });
    toolkit.register(next, { onDuplicate: 'replace' });
    expect(Object.keys(toolkit.get('search')?.params ?? {})).toEqual(['word', 'thinking', 'confidence']);
    expect((await toolkit.execute('search', { word: 'a', thinking: 'hmm' })).data).toBe('a');
  });

  it('is removed when the toolkit is cleared', async () => {
    const toolkit = new Toolkit();
    const ping = ToolSpec.fromFunction(() => 'pong', { name: 'ping' });
    toolkit.register(ping);
    toolkit.setExtendedModel('ping', { type: 'object', properties: { reason: { type: 'string' } } });
    await toolkit.clear();
    toolkit.register(ping);
    expect([toolkit, toolkit.session()].map((scope) => scope.get('ping'))).toEqual([ping, ping]);
  });

  it('is removed with a warning when a new tool has such an argument', async () => {
    const toolkit = extended();
    const next = ToolSpec.fromFunction((thinking: string) => thinking, {
      name: 'search',
      params: { thinking: { type: String } },
    });
    toolkit.register(next, { onDuplicate: 'replace' });
    const warnings = await warningsOf(() => {
      expect(Object.keys(toolkit.get('search')?.params ?? {})).toEqual(['thinking']);
      toolkit.list();
    });
    expect(warnings).toEqual([expect.stringMatching(/^The extended model was removed: setExtendedModel\('search'\)/)]);
    expect((await toolkit.execute('search', { thinking: 'a' })).data).toBe('a');
  });

  it('lets the listed spec be called directly and executed', async () => {
    const toolkit = extended();
    const spec = toolkit.get('search');
    const result = await spec?.exec({ query: 'a', thinking: 'hmm' }, { state: { user: 'ann' } });
    expect(result?.metadata?.structuredOutput).toBeInstanceOf(Thought);
    expect(result?.data).toBe('a ann 10');
    if (spec !== undefined) expect((await toolkit.execute(spec, { query: 'a', thinking: 'hmm' })).success).toBe(true);
  });

  it('lets a call be aborted while its fields are validated', async () => {
    const toolkit = extended();
    const schema = { type: 'object', properties: { plan: { type: 'string' } } };
    const endless = {
      version: 1 as const,
      vendor: 'test',
      validate: () => new Promise<never>(() => {}),
      jsonSchema: { input: () => schema, output: () => schema },
    };
    toolkit.setExtendedModel('search', { '~standard': endless });
    for (const input of [{ query: 'a', plan: 'b' }, "{query: 'a', plan: 'b'"]) {
      const abort = new AbortController();
      const running = toolkit.execute('search', input, { signal: abort.signal });
      setTimeout(() => abort.abort(), 20);
      const result = await running;
      expect(result.attempts).toBe(0);
      expect(result.error?.code).toBe('interrupted');
    }
  });

  it('does not affect retries and events', async () => {
    const toolkit = new Toolkit({ history: true });
    let attempts = 0;
    const flaky = (): string => {
      attempts++;
      if (attempts < 3) throw Object.assign(new Error('busy'), { status: 503 });
      return 'done';
    };
    toolkit.register(ToolSpec.fromFunction(flaky, { name: 'flaky', retry: { maxRetries: 2, delayMs: 1 } }));
    toolkit.setExtendedModel('flaky', Thought);
    const events: string[] = [];
    toolkit.events$.subscribe(({ type }) => events.push(type));
    const result = await toolkit.execute('flaky', { thinking: 'hmm' });
    expect(result.attempts).toBe(3);
    expect(events).toEqual(['started', 'retried', 'retried', 'completed']);
  });

  it('shows the fields to the approver, and only the arguments to the tool', async () => {
    const asked: unknown[] = [];
    const toolkit = new Toolkit({
      approver: ({ input }) => {
        asked.push(input);
        return { kind: 'approve' };
      },
    });
    const needsApproval = (args: { readonly path: string }): boolean => 'path' in args && !('thinking' in args);
    toolkit.register(
      ToolSpec.fromFunction((path: string) => path, {
        name: 'remove',
        params: { path: { type: String } },
        needsApproval,
      }),
    );
    toolkit.setExtendedModel('remove', Thought);
    const result = await toolkit.execute('remove', { path: 'a', thinking: 'hmm' });
    expect(asked).toEqual([{ path: 'a', thinking: 'hmm' }]);
    expect(result.data).toBe('a');
    expect(result.metadata?.structuredOutput).toEqual({ thinking: 'hmm' });
    expect((await toolkit.execute('remove', { path: 'a', thinking: 'h' })).error?.code).toBe('invalid_parameters');
    expect(asked).toHaveLength(1);
  });

  it('preserves the fields of a deferred call', async () => {
    const approvalKey = 'k'.repeat(32);
    const toolkit = new Toolkit({ approver: () => ({ kind: 'later' }), approvalKey });
    toolkit.register(ToolSpec.fromFunction(() => 'done', { name: 'remove', needsApproval: true }));
    toolkit.setExtendedModel('remove', Thought);
    const pending = pendingApprovalOf(await toolkit.execute('remove', { thinking: 'hmm' }));
    expect(pending?.input).toEqual({ thinking: 'hmm' });
    const result = await toolkit.resumeApproval(pending?.token ?? '', { kind: 'approve' });
    expect(result.data).toBe('done');
    expect(result.metadata?.structuredOutput).toBeInstanceOf(Thought);
  });
});

describe('finishTool', () => {
  it('registers a tool whose arguments are the model', async () => {
    const toolkit = new Toolkit();
    const spec = toolkit.finishTool(Thought);
    expect(toolkit.get('finish')).toBe(spec);
    expect(spec.description).toBe('Give the final answer. Call this once, when everything that was asked for is done.');
    expect(Object.keys(spec.params)).toEqual(['thinking', 'confidence']);
    const result = await toolkit.execute('finish', { thinking: 'hmm', confidence: 9 });
    expect(result.data).toBeInstanceOf(Thought);
    expect(result.metadata?.structuredOutput).toBe(result.data);
    expect(result.structuredContent).toEqual({ thinking: 'hmm', confidence: 9 });
    expect(result.toText()).toBe('{"thinking":"hmm","confidence":9}');
    expect((await toolkit.execute('finish', { thinking: 'h' })).error?.code).toBe('invalid_parameters');
  });

  it('uses the name and description of the options, in any schema', async () => {
    const toolkit = new Toolkit();
    toolkit.finishTool(z.object({ answer: z.number() }), { name: 'answer', description: 'Answer.' });
    expect(toolkit.getJsonSchemas()[0]).toMatchObject({ name: 'answer', description: 'Answer.' });
    const last = await lastValueFrom(toolkit.callTool({ name: 'answer', input: { answer: '42' } }));
    expect(last.metadata).toEqual({ structuredOutput: { answer: 42 } });
  });

  it('does not replace another tool', () => {
    const toolkit = new Toolkit({ onDuplicate: 'skip' });
    toolkit.finishTool(Thought);
    expect(() => toolkit.finishTool(Thought)).toThrow("There is a tool named 'finish' already.");
  });
});
