import { lastValueFrom, toArray } from 'rxjs';
import {
  DefinitionError,
  file,
  image,
  RateLimitError,
  resource,
  resourceLink,
  respond,
  ToolExecutionError,
  Toolkit,
  type ToolResponse,
  text,
} from 'toolwright';
import { redact } from 'toolwright/middleware';
import { expectCpuMsBelow } from '../../support/cpu-time.js';

const key = /sk-[a-z0-9]{8,}/;

function kitOf(tool: () => unknown, ...given: Parameters<typeof redact>): Toolkit {
  const toolkit = new Toolkit().use(redact(...given));
  toolkit.register(function run() {
    return tool();
  });
  return toolkit;
}

function resultOf(tool: () => unknown, ...given: Parameters<typeof redact>) {
  return kitOf(tool, ...given).execute('run', {});
}

async function chunksOf(texts: readonly unknown[], ...given: Parameters<typeof redact>): Promise<readonly string[]> {
  function* stream(): Generator<unknown> {
    yield* texts;
  }
  const responses = await lastValueFrom(
    kitOf(stream, ...given)
      .callTool({ name: 'run', input: {} })
      .pipe(toArray()),
  );
  return responses.map(shownText);
}

function shownText({ content }: ToolResponse): string {
  return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('|');
}

describe('redact', () => {
  it('replaces all matches of patterns', async () => {
    const result = await resultOf(() => 'use sk-abcdefgh1 or sk-abcdefgh2 at db.internal', [key, 'db.internal']);
    expect(result.data).toBe('use [redacted] or [redacted] at [redacted]');
    expect(result.toText()).toBe('use [redacted] or [redacted] at [redacted]');
  });

  it('treats a string literally, not as a pattern', async () => {
    expect((await resultOf(() => 'a.b axb', 'a.b')).data).toBe('[redacted] axb');
  });

  it('accepts a function', async () => {
    expect(
      (
        await resultOf(
          () => 'Ann and Bob',
          (shown) => shown.replaceAll('Ann', 'A.'),
        )
      ).data,
    ).toBe('A. and Bob');
  });

  it('uses another replacement literally', async () => {
    expect((await resultOf(() => 'sk-abcdefgh1', key, { replacement: '$&' })).data).toBe('$&');
  });

  it('returns a response unchanged that has nothing to redact', async () => {
    const data = { at: new Date(0), list: ['x'] };
    const result = await resultOf(() => data, key);
    expect(result.data).toBe(data);
  });

  it('cleans data in keys and values, and metadata', async () => {
    const tool = (): object =>
      respond({
        content: [text('ok')],
        structuredContent: { list: [{ 'sk-abcdefgh1': 1, token: 'sk-abcdefgh2' }], count: 3 },
        metadata: { from: 'sk-abcdefgh3' },
      });
    const result = await resultOf(tool, key);
    expect(result.structuredContent).toEqual({ list: [{ '[redacted]': 1, token: '[redacted]' }], count: 3 });
    expect(result.data).toEqual(result.structuredContent);
    expect(result.metadata).toEqual({ from: '[redacted]' });
    expect(result.attempts).toBe(1);
  });

  it('cleans resources, links and names, and does not change bytes', async () => {
    const blob = Buffer.from('x').toString('base64');
    const tool = (): object =>
      respond({
        content: [
          resource({ uri: 'a:sk-abcdefgh1', text: 'sk-abcdefgh1' }),
          resource({ uri: 'b:', blob }),
          resourceLink({ uri: 'c:', name: 'sk-abcdefgh1' }),
          resourceLink({ uri: 'd:', name: 'fine' }),
          file('c2s=', { mimeType: 'text/csv', name: 'sk-abcdefgh1.csv' }),
          image({ url: 'https://a.example/?key=sk-abcdefgh1' }),
          image({ url: 'https://a.example/' }),
        ],
      });
    expect((await resultOf(tool, key)).content).toEqual([
      { type: 'resource', resource: { uri: 'a:[redacted]', text: '[redacted]' } },
      { type: 'resource', resource: { uri: 'b:', blob } },
      { type: 'resource_link', uri: 'c:', name: '[redacted]' },
      { type: 'resource_link', uri: 'd:', name: 'fine' },
      { type: 'file', data: 'c2s=', mimeType: 'text/csv', name: '[redacted].csv' },
      { type: 'media_link', media: 'image', url: 'https://a.example/?key=[redacted]' },
      { type: 'media_link', media: 'image', url: 'https://a.example/' },
    ]);
  });

  it('cleans the message, the details and the cause of an error', async () => {
    const fail = (): never => {
      throw new ToolExecutionError('no sk-abcdefgh1', { details: { key: 'sk-abcdefgh1' }, cause: 'sk-abcdefgh1' });
    };
    const { error, content } = await resultOf(fail, key);
    expect(error).toMatchObject({ code: 'execution', message: 'no [redacted]', details: { key: '[redacted]' } });
    expect(error?.cause).toBeUndefined();
    expect(content).toEqual([text('no [redacted]')]);
  });

  it('removes a cause that appears only in logs', async () => {
    const fail = (): never => {
      throw new ToolExecutionError('broken', { cause: { headers: { authorization: 'sk-abcdefgh1' } } });
    };
    const { error } = await resultOf(fail, key);
    expect([error?.message, error?.cause]).toEqual(['broken', undefined]);
  });

  it('preserves the details of a rate limit', async () => {
    const fail = (): never => {
      throw new RateLimitError('slow down, sk-abcdefgh1', { retryAfterMs: 50 });
    };
    const { error } = await resultOf(fail, key);
    expect(error).toMatchObject({ code: 'rate_limit', message: 'slow down, [redacted]', retryAfterMs: 50 });
  });

  describe('in a stream', () => {
    it('finds a match that spans chunks', async () => {
      const shown = await chunksOf(['use sk-', 'abcd', 'efgh1 now'], key);
      expect(shown).toEqual(['use [redacted] now', 'use [redacted] now']);
    });

    it('releases text as soon as none of it can become part of a match', async () => {
      const texts = Array.from({ length: 10 }, (_, at) => `line ${at} `);
      const shown = await chunksOf(texts, key, { window: 16 });
      expect(shown.length).toBeGreaterThan(5);
      expect(shown.slice(0, -1).join('')).toBe(texts.join(''));
    });

    it('shows no part of a match, however the text is cut', async () => {
      const secretText = 'sk-abcdefgh12345678abcdefgh12345678';
      const whole = `${'before '.repeat(6)}${secretText} ${'after '.repeat(6)}`;
      for (let size = 1; size < 30; size++) {
        const texts = whole.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
        const shown = await chunksOf(texts, key, { window: 12 });
        const expected = whole.replace(secretText, '[redacted]');
        expect(shown.slice(0, -1).join('')).toBe(expected);
        expect(shown.at(-1)).toBe(expected);
      }
    });

    it('matches text before and after a cut', async () => {
      const texts = [...'Authorization: Bearer abcdefghijklmnopqrstuvwxyz and more of it'];
      const shown = await chunksOf(texts, /(?<=Bearer )[a-z]+/, { window: 20 });
      expect(shown.slice(0, -1).join('')).toBe('Authorization: Bearer [redacted] and more of it');
    });

    it('holds back at least the length of its longest string', async () => {
      const hidden = 'the whole of this sentence';
      const shown = await chunksOf([...`It says: ${hidden}.`], hidden, { window: 1 });
      expect(shown.slice(0, -1).join('')).toBe('It says: [redacted].');
    });

    it('takes linear time for a match that does not end', async () => {
      const parts = Array.from({ length: 5_000 }, () => 'a'.repeat(50));
      await expectCpuMsBelow(15_000, async () => {
        expect(await chunksOf(parts, /a+/)).toEqual(['[redacted]', '[redacted]']);
      });
    });

    it('splits no character', async () => {
      const shown = await chunksOf(['😀😀😀😀😀', '😀😀😀😀😀'], key, { window: 3 });
      for (const one of shown) expect(one).toMatch(/^(😀)+$/u);
    });

    it('cleans chunks of data separately, in their position', async () => {
      const shown = await chunksOf(['a ', { token: 'sk-abcdefgh1' }, 'b'], key);
      expect(shown).toEqual(['a ', '{"token":"[redacted]"}', 'b', 'a b|[{"token":"[redacted]"}]']);
    });

    it('releases the remaining text before a failure', async () => {
      async function* stream(): AsyncGenerator<string> {
        yield 'so far sk-abcdefgh1';
        throw new TypeError('broken sk-abcdefgh1');
      }
      const responses = await lastValueFrom(kitOf(stream, key).callTool({ name: 'run', input: {} }).pipe(toArray()));
      expect(responses.map(shownText)).toEqual(['so far [redacted]', 'so far [redacted]|broken [redacted]']);
    });

    it('numbers the emitted chunks', async () => {
      const kit = kitOf(function* () {
        yield 'a';
        yield 'b';
      }, key);
      const responses = await lastValueFrom(kit.callTool({ id: 'c', name: 'run', input: {} }).pipe(toArray()));
      expect(responses.map(({ id }) => id)).toEqual(['c:0', 'c']);
    });
  });

  it('fails the call, and shows nothing, if the function fails', async () => {
    const { error, content } = await resultOf(
      () => 'private',
      () => {
        throw new TypeError('no cleaning today');
      },
    );
    expect(error?.message).toBe('no cleaning today');
    expect(JSON.stringify(content)).not.toContain('private');
  });

  it('shows nothing to listeners of events', async () => {
    const kit = kitOf(() => 'sk-abcdefgh1', key);
    const seen: string[] = [];
    kit.events$.subscribe((event) => seen.push(JSON.stringify(event)));
    await kit.execute('run', {});
    expect(seen.length).toBe(2);
    expect(seen.join('')).not.toContain('sk-abcdefgh1');
  });

  it('rejects an invalid pattern', () => {
    expect(() => redact('')).toThrow(DefinitionError);
    expect(() => redact([])).toThrow('no pattern was passed');
    expect(() => redact([5 as unknown as string])).toThrow(
      'a pattern must be a non-empty string or a regular expression, not 5',
    );
    expect(() => redact(key, { window: 0 })).toThrow('window must be a number above 0');
  });
});
