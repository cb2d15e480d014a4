import { setTimeout as pause } from 'node:timers/promises';
import { DefinitionError, sseHeaders, Toolkit, toSSE } from 'toolwright';
import { toolOf } from './tools.js';

/** Reads a stream of events to its end, or up to a number of chunks. */
async function readAll(stream: ReadableStream<Uint8Array>, count = Number.POSITIVE_INFINITY): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let at = 0; at < count; at++) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}

function dataOf(text: string): readonly unknown[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as unknown);
}

const words = toolOf(async function* () {
  yield 'one ';
  yield 'two\n\nthree';
});

describe('toSSE', () => {
  it('sends one event for each response, with its ID', async () => {
    const text = await readAll(toSSE(words.iterate({}, { callId: 'c1' })));
    expect(text).toMatch(/^id: c1:0\ndata: \{.*\}\n\nid: c1:1\ndata: \{.*\}\n\nid: c1\ndata: \{.*\}\n\n$/);
    expect(dataOf(text)).toMatchObject([
      { id: 'c1:0', isLast: false, content: [{ type: 'text', text: 'one ' }] },
      { id: 'c1:1', isLast: false },
      { id: 'c1', isLast: true, state: 'success', content: [{ type: 'text', text: 'one two\n\nthree' }] },
    ]);
  });

  it('sends the responses of an Observable, and whatever they are mapped to', async () => {
    const toolkit = new Toolkit();
    toolkit.register([words]);
    const responses = toolkit.callTool({ id: 'c1', name: words.name, input: {} });
    expect(dataOf(await readAll(toSSE(responses)))).toHaveLength(3);
    async function* texts() {
      for await (const response of words.iterate()) if (!response.isLast) yield response.toText();
    }
    expect(await readAll(toSSE(texts()))).toBe('data: "one "\n\ndata: "two\\n\\nthree"\n\n');
  });

  it('pulls only what its reader requests', async () => {
    let yielded = 0;
    const endless = toolOf(function* () {
      for (;;) yield String(++yielded);
    });
    const reader = toSSE(endless.iterate()).getReader();
    await pause(10);
    expect(yielded).toBe(0);
    for (let read = 1; read <= 3; read++) {
      await reader.read();
      await pause(10);
      expect(yielded).toBe(read);
    }
    await reader.cancel();
  });

  it.each(['iterate', 'stream'] as const)('cancels the call of %s when it is cancelled', async (method) => {
    let closed = 0;
    let signal: AbortSignal | undefined;
    const endless = toolOf(async function* (context) {
      signal = context.signal;
      try {
        for (;;) {
          yield 'a';
          await pause(1);
        }
      } finally {
        closed++;
      }
    });
    await readAll(toSSE(endless[method]()), 2);
    await pause(20);
    expect({ closed, aborted: signal?.aborted }).toEqual({ closed: 1, aborted: true });
  });

  it('cancels a call that emits nothing', async () => {
    let aborted = false;
    const silent = toolOf(({ signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => {});
    });
    const reader = toSSE(silent.iterate()).getReader();
    const reading = reader.read();
    await pause(5);
    await reader.cancel();
    expect(await reading).toEqual({ done: true, value: undefined });
    expect(aborted).toBe(true);
  });

  it('sends comments while the tool emits nothing', async () => {
    const slow = toolOf(async () => {
      await pause(60);
      return 'done';
    });
    const text = await readAll(toSSE(slow.iterate(), { heartbeatMs: 10 }));
    expect(text).toMatch(/^(:\n\n)+id: .*\ndata: .*\n\n$/);
    expect(await readAll(toSSE(slow.iterate(), { heartbeatMs: Number.POSITIVE_INFINITY }))).toMatch(/^id: /);
  });

  it('ends with the error of a call with throwOnError', async () => {
    const failing = toolOf(() => {
      throw new TypeError('no such row');
    });
    await expect(readAll(toSSE(failing.iterate({}, { throwOnError: true })))).rejects.toThrow('no such row');
  });

  it('omits an ID that would begin another field', async () => {
    const text = await readAll(toSSE(words.iterate({}, { callId: 'a\ndata: "forged"\n\nb' })));
    expect(text).not.toMatch(/^id: /m);
    expect(dataOf(text)).toHaveLength(3);
    expect(text).not.toMatch(/^data: "forged"/m);
  });

  it('sends what JSON.stringify cannot, and fails by name on what has no JSON form', async () => {
    async function* values(value: unknown) {
      yield value;
    }
    expect(await readAll(toSSE(values({ rows: 12n })))).toBe('data: {"rows":"12"}\n\n');
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await expect(readAll(toSSE(values(circular)))).rejects.toThrow('contains itself');
  });

  it('refuses other values and invalid options', () => {
    expect(() => toSSE(words.exec() as never)).toThrow(DefinitionError);
    expect(() => toSSE(words.iterate(), { heartbeatMs: 0 })).toThrow('toSSE: heartbeatMs must be a number above 0');
    expect(() => toSSE(words.iterate(), { hartbeatMs: 1 } as never)).toThrow('heartbeatMs');
  });

  it('has headers that prevent buffering', async () => {
    const response = new Response(toSSE(words.iterate()), { headers: sseHeaders });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('no-transform');
    expect(dataOf(await response.text())).toHaveLength(3);
  });
});
