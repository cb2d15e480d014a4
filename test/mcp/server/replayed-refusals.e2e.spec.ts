import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { type ToolContext, Toolkit, type ToolkitOptions } from 'toolwright';
import type { McpToolOptions } from 'toolwright/mcp';
import { serveMcp } from 'toolwright/mcp/v2';
import { warningsOf } from '../../support/process-warnings.js';
import { accept, answer, askCity, call, key, serve, textContent, toolkitWith } from './rounds.js';

const rome = { 'question-1': accept('Rome') };

/** Serves a tool that asks where to, and counts its runs. */
function counted(make: (run: (ctx: ToolContext) => unknown) => Toolkit = toolkitWith) {
  const counter = { runs: 0 };
  const toolkit = make((ctx) => {
    counter.runs++;
    return askCity(ctx, 'Where?');
  });
  return { toolkit, counter };
}

/** Replaces the byte at a position of a text. */
function changeAt(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
}

describe('the state of a replayed call', () => {
  const refused = { code: -32_602, message: expect.stringContaining('requestState') };

  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['its content was changed', (state: string) => changeAt(state, 40)],
    ['its signature was changed', (state: string) => changeAt(state, state.length - 3)],
    ['its purpose was changed', (state: string) => state.replace('toolwright-round-1', 'toolwright-approval-2')],
    ['it was cut', (state: string) => state.slice(0, -1)],
    ['it has no signature', (state: string) => state.slice(0, state.lastIndexOf('.'))],
    ['it is empty', () => ''],
    ['it is huge', (state: string) => state + 'A'.repeat(100_000)],
  ])('is refused, and nothing runs, if %s', async (_, change) => {
    const { toolkit, counter } = counted();
    const url = await serve(toolkit);
    const first = await call(url);
    const { error } = await answer(url, { requestState: change(first.requestState) }, rome);
    expect(error).toMatchObject(refused);
    expect(counter.runs).toBe(1);
  });

  it('is refused with other arguments, for another tool and for another client', async () => {
    const { toolkit, counter } = counted();
    toolkit.register(counted((run) => toolkitWith(run, { name: 'other' })).toolkit.list());
    const url = await serve(toolkit, { authorization: { verify: (token) => ({ subject: token }) } });
    const [ann, bob] = [{ authorization: 'Bearer ann' }, { authorization: 'Bearer bob' }];
    const first = await call(url, { headers: ann });
    expect((await answer(url, first, rome, { headers: ann, arguments: { from: 'x' } })).error).toMatchObject(refused);
    expect((await answer(url, first, rome, { headers: ann, name: 'other' })).error).toMatchObject(refused);
    expect((await answer(url, first, rome, { headers: bob })).error).toMatchObject(refused);
    expect(counter.runs).toBe(1);
    expect((await answer(url, first, rome, { headers: ann })).result).toMatchObject(textContent('Rome'));
  });

  it('is refused if the definition of the tool has changed', async () => {
    const a = await serve(counted().toolkit);
    const { toolkit, counter } = counted((run) => toolkitWith(run, { description: 'Works otherwise' }));
    const b = await serve(toolkit);
    expect((await answer(b, await call(a), rome)).error).toMatchObject(refused);
    expect(counter.runs).toBe(0);
  });

  it('is refused after ten minutes', async () => {
    const { toolkit, counter } = counted();
    const url = await serve(toolkit);
    const first = await call(url);
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 601_000);
    expect((await answer(url, first, rome)).error).toMatchObject(refused);
    clock.mockReturnValue(now + 590_000);
    expect((await answer(url, first, rome)).result).toMatchObject(textContent('Rome'));
    expect(counter.runs).toBe(2);
  });

  it('is verified with all keys and signed with the first one', async () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const first = await call(await serve(counted().toolkit, { key: old }));
    const both = await serve(counted().toolkit, { key: [next, old] });
    const onlyNext = await serve(counted().toolkit, { key: next });
    expect((await answer(both, first, rome)).result).toMatchObject(textContent('Rome'));
    expect((await answer(onlyNext, first, rome)).error).toMatchObject(refused);
    expect((await answer(onlyNext, await call(both), rome)).result).toMatchObject(textContent('Rome'));
  });

  it('contains nothing of the server but names, digests and times', async () => {
    const toolkit = toolkitWith(async (ctx) => {
      ctx.state.set('secret', 'hidden');
      await askCity(ctx, 'Where to, hidden?');
      return askCity(ctx, 'When, hidden?', 'when');
    });
    const url = await serve(toolkit, {
      authorization: { verify: () => ({ subject: 'ann', auth: { role: 'hidden' } }) },
    });
    const headers = { authorization: 'Bearer hidden' };
    const { requestState } = await answer(url, await call(url, { headers }), rome, { headers });
    const [, body = ''] = requestState.split('.');
    const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const digest = expect.stringMatching(/^[\w-]{43}$/);
    expect(content).toEqual({
      callId: expect.stringMatching(/^[\da-f-]{36}$/),
      round: 2,
      call: digest,
      issuedAt: expect.any(Number),
      expiresAt: expect.any(Number),
      questions: [
        ['question-1', { digest, answer: accept('Rome') }],
        ['when', {}],
      ],
    });
  });

  it('runs the method for each request that sends it', async () => {
    const { toolkit, counter } = counted();
    const url = await serve(toolkit);
    const first = await call(url);
    await answer(url, first, rome);
    await answer(url, first, rome);
    expect(counter.runs).toBe(3);
  });
});

describe('a replayed call', () => {
  it('fails with a ReplayError if the method is not deterministic before its question', async () => {
    let runs = 0;
    const errors: unknown[] = [];
    const toolkit = toolkitWith(async (ctx) => {
      try {
        return await askCity(ctx, `Where, in run ${++runs}?`);
      } catch (error) {
        errors.push((error as Error).name);
        return 'caught';
      }
    });
    const url = await serve(toolkit);
    const { result } = await answer(url, await call(url), rome);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("'work' is not deterministic before its question") }],
      _meta: { 'toolwright/error': { code: 'execution', details: { reason: 'not deterministic' } } },
    });
    expect(errors).toEqual(['SuspendedError', 'ReplayError']);
  });

  it('may change the words of a question that has a key', async () => {
    let runs = 0;
    const url = await serve(toolkitWith((ctx) => askCity(ctx, `Where, in run ${++runs}?`, 'where')));
    expect((await answer(url, await call(url), { where: accept('Rome') })).result).toMatchObject(textContent('Rome'));
  });

  it('fails with a ReplayError if the answers so far are too large', async () => {
    const url = await serve(toolkitWith(async (ctx) => `${await askCity(ctx, 'A?')} ${await askCity(ctx, 'B?')}`));
    const { result } = await answer(url, await call(url), { 'question-1': accept('x'.repeat(60_000)) });
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'toolwright/error': { code: 'execution', details: { reason: 'too large' } } },
    });
  });

  it('fails with a ReplayError after 32 rounds', async () => {
    const url = await serve(
      toolkitWith(async (ctx) => {
        for (;;) await askCity(ctx, 'Again?');
      }),
    );
    let asked = await call(url);
    for (let round = 1; round < 32; round++) asked = await answer(url, asked, { [`question-${round}`]: accept('x') });
    expect(Object.keys(asked.inputRequests)).toEqual(['question-32']);
    const { result } = await answer(url, asked, { 'question-32': accept('x') });
    expect(result).toMatchObject({ _meta: { 'toolwright/error': { details: { reason: 'too many rounds' } } } });
  });
});

describe('an approval in a replayed call', () => {
  const approve = { 'question-1': { action: 'accept', content: { approve: true } } };

  function guarded(options: ToolkitOptions) {
    return counted((run) => toolkitWith(run, { needsApproval: true }, options));
  }

  it('can be used once, by one of all servers', async () => {
    const used = new Set<string>();
    const claimApproval = (id: string): boolean => !used.has(id) && used.add(id).has(id);
    const [one, other] = [guarded({ claimApproval }), guarded({ claimApproval })];
    const [a, b] = [await serve(one.toolkit), await serve(other.toolkit)];
    const first = await call(a);
    const second = await answer(b, first, approve);
    expect(second.inputRequests).toMatchObject({ 'question-2': { params: { message: 'Where?' } } });
    for (const url of [a, b]) {
      expect((await answer(url, first, approve)).error).toMatchObject({
        code: -32_602,
        message: expect.stringContaining('it has been used'),
        data: { 'toolwright/error': { code: 'denied', details: { reason: 'used' } } },
      });
    }
    const last = await answer(a, second, { 'question-2': accept('Rome') });
    expect(last.result).toMatchObject(textContent('Rome'));
    expect((await answer(b, second, { 'question-2': accept('Rome') })).error).toMatchObject({ code: -32_602 });
    expect([one.counter.runs, other.counter.runs]).toEqual([1, 1]);
  });

  it.each<[string, ToolkitOptions]>([
    ['the toolkit cannot claim approvals of other processes', {}],
    ['an approver of the toolkit decides', { claimApproval: () => true, approver: () => 'approve' }],
  ])('holds the call in its process if %s', async (_, options) => {
    const { toolkit, counter } = guarded(options);
    let url = new URL('http://localhost');
    const warnings = await warningsOf(async () => {
      url = await serve(toolkit);
    });
    expect(warnings).toEqual([expect.stringMatching(/wait for answers in the process.*: 'work'\..*claimApproval/)]);
    const other = await serve(guarded(options).toolkit);
    const first = await call(url);
    const answers = { ...approve, ...(options.approver === undefined ? {} : rome) };
    expect((await answer(other, first, answers)).error).toMatchObject({ code: -32_602 });
    expect((await answer(url, first, answers)).error).toBeUndefined();
    expect(counter.runs).toBe(1);
  });
});

describe('rounds', () => {
  const port = { transport: 'http', port: 0 } as const;

  it('are held for a tool that is not idempotent, which a warning names once', async () => {
    const { toolkit, counter } = counted((run) => toolkitWith(run, { annotations: { idempotentHint: false } }));
    toolkit.register(counted((run) => toolkitWith(run, { name: 'free' })).toolkit.list());
    let url = new URL('http://localhost');
    const warnings = await warningsOf(async () => {
      url = await serve(toolkit);
    });
    expect(warnings).toEqual([expect.stringContaining(": 'work'. They are not idempotent")]);
    expect((await answer(url, await call(url), rome)).result).toMatchObject(textContent('Rome'));
    expect(counter.runs).toBe(1);
  });

  it.each<[string, Pick<McpToolOptions, 'rounds' | 'key'>]>([
    ['without a key', { key: undefined }],
    ["with rounds: 'held'", { key, rounds: 'held' }],
  ])('are held %s, without a warning', async (_, options) => {
    const { toolkit, counter } = counted((run) => toolkitWith(run, { annotations: { idempotentHint: false } }));
    let url = new URL('http://localhost');
    const warnings = await warningsOf(async () => {
      url = await serve(toolkit, options);
    });
    expect(warnings).toEqual([]);
    expect((await answer(url, await call(url), rome)).result).toMatchObject(textContent('Rome'));
    expect(counter.runs).toBe(1);
  });

  it.each<[string, object, string]>([
    ['without a key', { rounds: 'replayed' }, 'Set key to at least 32 random bytes'],
    ['of another kind', { rounds: 'stored' }, "rounds must be 'held' or 'replayed', not "],
    ['with a short key', { key: 'short' }, 'key has 5 bytes. Use at least 32 random bytes'],
    ['with something that is not a key', { key: [key, 12] }, 'key[1] must be a string or a Uint8Array, not 12'],
    ['without any key', { key: [] }, 'key is an empty list. Pass at least one key.'],
  ])('are refused early %s', async (_, options, message) => {
    await expect(serveMcp(new Toolkit(), { ...port, ...options })).rejects.toThrow(message);
  });
});
