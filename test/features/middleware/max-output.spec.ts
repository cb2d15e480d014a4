import { lastValueFrom, of, toArray } from 'rxjs';
import { DefinitionError, image, type MiddlewareCall, respond, Tool, Toolkit, ToolRegistry, text } from 'toolwright';
import { type MaxOutputOptions, maxOutput } from 'toolwright/middleware';

const long = 'abcdefghij'.repeat(5);

class Talker extends ToolRegistry {
  @Tool()
  say(): string {
    return long;
  }

  @Tool()
  short(): string {
    return 'short';
  }

  @Tool()
  data(): object {
    return { long };
  }

  @Tool()
  picture(): object {
    return respond({ content: [text(long), image('AAAA', 'image/png')] });
  }

  @Tool()
  fail(): never {
    throw new TypeError(long);
  }

  @Tool()
  *stream(): Generator<string> {
    yield long;
    yield long;
  }
}

function shortKit(options: Partial<MaxOutputOptions>): Toolkit {
  const toolkit = new Toolkit().use(maxOutput({ maxChars: 10, ...options }));
  toolkit.register(new Talker());
  return toolkit;
}

describe('maxOutput', () => {
  it('does not change output that is short enough', async () => {
    const result = await shortKit({}).execute('short', {});
    expect(result).toMatchObject({ data: 'short', content: [{ type: 'text', text: 'short' }] });
  });

  it('truncates text, marks the cut, and preserves the data', async () => {
    const result = await shortKit({}).execute('say', {});
    expect(result.toText()).toBe('abcdefghij\n[truncated: 10 of 50 characters shown]');
    expect(result.data).toBe(long);
    const data = await shortKit({}).execute('data', {});
    expect(data.toText()).toBe('{"long":"a\n[truncated: 10 of 61 characters shown]');
    expect(data.structuredContent).toEqual({ long });
  });

  it('preserves content that is not text', async () => {
    const { content } = await shortKit({}).execute('picture', {});
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
  });

  it('truncates the text of a failure in every mode', async () => {
    for (const mode of ['truncate', 'resource', 'error'] as const) {
      const result = await shortKit({ mode }).execute('fail', {});
      expect(result.toText()).toBe('abcdefghij\n[truncated: 10 of 50 characters shown]');
      expect(result.error?.code).toBe('execution');
    }
  });

  it('applies to the final response, and not to chunks', async () => {
    const responses = await lastValueFrom(shortKit({}).callTool({ name: 'stream', input: {} }).pipe(toArray()));
    expect(responses.map(({ content }) => content.length)).toEqual([1, 1, 2]);
    expect(responses[0]?.content).toEqual([text(long)]);
    expect(responses[2]).toMatchObject({ stream: true, state: 'success', content: [{ text: 'abcdefghij' }, {}] });
  });

  it('fails in the mode error, and reports the limit', async () => {
    const result = await shortKit({ mode: 'error' }).execute('data', {});
    expect(result.error).toMatchObject({
      code: 'invalid_output',
      message: "'data' returned 61 characters; at most 10 are allowed. Request less output.",
      details: { maxChars: 10, total: 61 },
    });
    expect(result).toMatchObject({ success: false, attempts: 1, content: [{ type: 'text' }] });
    expect(JSON.stringify(result)).not.toContain('abcdefghij');
  });

  it('adds the complete text as a resource in the mode resource', async () => {
    const result = await shortKit({ mode: 'resource' }).execute('say', {}, { callId: 'c 1' });
    const uri = 'toolwright://calls/c%201/output';
    expect(result.content).toEqual([
      { type: 'text', text: 'abcdefghij' },
      { type: 'text', text: `[10 of 50 characters shown; the complete text is at ${uri}]` },
      {
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: long },
        annotations: { audience: ['user'] },
      },
    ]);
    expect(result).toMatchObject({ data: long, attempts: 1 });
  });

  it('passes the complete text to a store, and a link to the model', async () => {
    const kept: string[] = [];
    const store = async (whole: string, { name }: MiddlewareCall): Promise<string> => {
      kept.push(whole);
      return `file:///outputs/${name}.txt`;
    };
    const result = await shortKit({ mode: 'resource', store }).execute('say', {});
    expect(kept).toEqual([long]);
    expect(result.content.slice(1)).toEqual([
      { type: 'text', text: '[10 of 50 characters shown; the complete text is at file:///outputs/say.txt]' },
      { type: 'resource_link', uri: 'file:///outputs/say.txt', name: 'say output', mimeType: 'text/plain', size: 50 },
    ]);
  });

  it('truncates, and warns, if a store fails', async () => {
    const { emitWarning } = process;
    const warnings: unknown[] = [];
    process.emitWarning = (warning: unknown) => void warnings.push(warning);
    const store = (): string => {
      throw new TypeError('disk full');
    };
    try {
      const result = await shortKit({ mode: 'resource', store }).execute('say', {});
      expect(result.toText()).toBe('abcdefghij\n[truncated: 10 of 50 characters shown]');
    } finally {
      process.emitWarning = emitWarning;
    }
    expect(warnings).toEqual(["The output of 'say' could not be stored: TypeError: disk full"]);
  });

  it('applies to the results of other middleware', async () => {
    const answer = of(respond({ content: [text('123456')], metadata: { from: 'elsewhere' } }));
    const toolkit = new Toolkit().use(maxOutput({ maxChars: 5, mode: 'error' }), () => answer);
    toolkit.register(new Talker());
    expect((await toolkit.execute('say', {})).error?.code).toBe('invalid_output');
  });

  it('rejects invalid options', () => {
    expect(() => maxOutput({ maxChars: 0 })).toThrow(DefinitionError);
    expect(() => maxOutput({} as MaxOutputOptions)).toThrow('maxChars is missing');
    expect(() => maxOutput({ maxChars: 1, mode: 'cut' as 'error' })).toThrow('not "cut"');
    expect(() => maxOutput({ maxChars: 1, store: () => '' })).toThrow("requires the mode 'resource'");
  });
});
