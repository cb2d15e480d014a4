import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { firstValueFrom, lastValueFrom } from 'rxjs';
import {
  clientTool,
  DefinitionError,
  DeniedError,
  type LogLevel,
  secret,
  Tool,
  Toolkit,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';
import { type Logger, logging } from 'toolwright/middleware';

class Jobs extends ToolRegistry {
  @Tool()
  greet(name: string): string {
    return `hello ${name}`;
  }

  @Tool()
  fail(): never {
    throw new TypeError('broken');
  }

  @Tool()
  refuse(): never {
    throw new DeniedError('not today');
  }

  @Tool()
  async *count(): AsyncGenerator<string> {
    yield 'a';
    yield 'b';
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

interface Line {
  readonly level: LogLevel;
  readonly line: string;
  readonly about: object;
}

function collect(): { readonly logger: Logger; readonly lines: readonly Line[] } {
  const lines: Line[] = [];
  const at = (level: LogLevel) => (about: object, line: string) => void lines.push({ level, line, about });
  return { lines, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

function kitWith(...given: Parameters<typeof logging>): Toolkit {
  const toolkit = new Toolkit().use(logging(...given));
  toolkit.register(new Jobs());
  return toolkit;
}

describe('logging', () => {
  it('logs that a call starts, and how it ends', async () => {
    const { logger, lines } = collect();
    await kitWith(logger).execute('greet', { name: 'Ann' }, { callId: 'c1' });
    expect(lines).toEqual([
      { level: 'debug', line: 'greet started', about: { callId: 'c1', toolName: 'greet' } },
      {
        level: 'info',
        line: 'greet succeeded',
        about: { callId: 'c1', toolName: 'greet', durationMs: expect.any(Number), chunks: 0 },
      },
    ]);
  });

  it('logs a pending call at the level of successful ones', async () => {
    const { logger, lines } = collect();
    const toolkit = kitWith(logger);
    toolkit.register(clientTool({ name: 'pick' }));
    await toolkit.execute('pick', {});
    expect(lines.map(({ level, line }) => `${level} ${line}`)).toEqual(['debug pick started', 'info pick is pending']);
  });

  it('shows neither arguments nor results', async () => {
    const { logger, lines } = collect();
    await kitWith(logger).execute('greet', { name: 'Ann' });
    expect(JSON.stringify(lines)).not.toContain('Ann');
  });

  it('shows no message of an error', async () => {
    const { logger, lines } = collect();
    await kitWith(logger).execute('fail', {});
    await kitWith(logger).execute('refuse', {});
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toMatch(/broken|not today/);
  });

  it('logs failures as errors and refusals as warnings, with their codes', async () => {
    const { logger, lines } = collect();
    const toolkit = kitWith(logger);
    await toolkit.execute('fail', {});
    await toolkit.execute('refuse', {});
    await toolkit.execute('nothing', {});
    expect(lines.filter(({ level }) => level !== 'debug')).toMatchObject([
      { level: 'error', line: 'fail failed', about: { code: 'execution' } },
      { level: 'warn', line: 'refuse was denied', about: { code: 'denied' } },
      { level: 'error', line: 'nothing failed', about: { code: 'tool_not_found' } },
    ]);
  });

  it('logs arguments and results on request, with secrets redacted', async () => {
    const entries: object[] = [];
    const write = (about: object): void => void entries.push(about);
    const logger = { debug: () => {}, info: write, warn: write, error: write };
    const toolkit = new Toolkit({ state: { key: secret('hunter2-secret') } });
    toolkit.use(logging(logger, { input: true, output: true }));
    toolkit.register(
      ToolSpec.fromFunction((q: string) => ({ got: q }), { name: 'ask', params: { q: { type: String } } }),
    );
    await toolkit.execute('ask', { q: 'tea' });
    await toolkit.execute('ask', { q: 'hunter2-secret' });
    expect(entries).toMatchObject([
      { toolName: 'ask', input: { q: 'tea' }, output: { got: 'tea' }, durationMs: expect.any(Number) },
      { input: { q: '[redacted]' }, output: { got: '[redacted]' } },
    ]);
  });

  it('counts chunks', async () => {
    const { logger, lines } = collect();
    await lastValueFrom(kitWith(logger).callTool({ name: 'count', input: {} }));
    expect(lines.at(-1)).toMatchObject({ line: 'count succeeded', about: { chunks: 2 } });
  });

  it('logs a call whose consumer unsubscribes as interrupted, once', async () => {
    const { logger, lines } = collect();
    await firstValueFrom(kitWith(logger).callTool({ name: 'count', input: {} }));
    expect(lines.slice(1)).toMatchObject([{ level: 'warn', line: 'count was interrupted', about: { chunks: 1 } }]);
  });

  it('logs successful calls at another level', async () => {
    const { logger, lines } = collect();
    await kitWith(logger, { level: 'debug' }).execute('greet', { name: 'Ann' });
    expect(lines.map(({ level }) => level)).toEqual(['debug', 'debug']);
  });

  it('accepts the console', async () => {
    let printed = '';
    const stream = new Writable({
      write: (text, _encoding, done) => {
        printed += String(text);
        done();
      },
    });
    await kitWith(new Console(stream)).execute('greet', { name: 'Ann' }, { callId: 'c1' });
    expect(printed).toContain("toolName: 'greet'");
    expect(printed).toContain('greet succeeded');
  });

  it('does not fail a call if the logger throws', async () => {
    const { emitWarning } = process;
    const warnings: unknown[] = [];
    process.emitWarning = (warning: unknown) => void warnings.push(warning);
    const { logger } = collect();
    const broken: Logger = {
      ...logger,
      info: () => {
        throw new TypeError('no disk');
      },
    };
    try {
      const result = await kitWith(broken).execute('greet', { name: 'Ann' });
      expect(result.data).toBe('hello Ann');
    } finally {
      process.emitWarning = emitWarning;
    }
    expect(warnings).toEqual(["A listener for 'greet' failed: TypeError: no disk"]);
  });

  it('rejects a logger without methods, and an unknown level', () => {
    const { logger } = collect();
    expect(() => logging({ info: () => undefined } as unknown as Logger)).toThrow(DefinitionError);
    expect(() => logging(logger, { level: 'loud' as LogLevel })).toThrow(
      "level must be 'debug', 'info', 'warn' or 'error'",
    );
  });

  it("accepts a logger whose methods need their object, such as pino's", async () => {
    class Sink {
      readonly lines: string[] = [];

      // The signature of pino's methods.
      info<T extends object>(about: T, line?: string, ...values: readonly unknown[]): void {
        this.lines.push([line, ...values, 'toolName' in about && about.toolName].join(' '));
      }

      debug = this.info;
      warn = this.info;
      error = this.info;
    }
    const sink = new Sink();
    await kitWith(sink).execute('greet', { name: 'Ann' });
    expect(sink.lines).toEqual(['greet started greet', 'greet succeeded greet']);
  });

  it('writes nothing without the middleware', async () => {
    const written: unknown[] = [];
    const noted = (...what: readonly unknown[]): boolean => {
      written.push(what);
      return true;
    };
    const outlets = [
      ...(['debug', 'log', 'info', 'warn', 'error', 'trace'] as const).map((name) => jest.spyOn(console, name)),
      ...[process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write')),
      jest.spyOn(process, 'emitWarning'),
    ];
    for (const outlet of outlets) (outlet as jest.Spied<() => unknown>).mockImplementation(noted);
    try {
      const toolkit = new Toolkit({ history: true });
      toolkit.register(new Jobs());
      for (const name of ['greet', 'fail', 'refuse', 'count', 'unknown']) await toolkit.execute(name, { name: 'Ann' });
      await firstValueFrom(toolkit.callTool({ name: 'count', input: {} }));
      expect(toolkit.history?.size).toBe(6);
    } finally {
      for (const outlet of outlets) outlet.mockRestore();
    }
    expect(written).toEqual([]);
  });
});
