import { lastValueFrom } from 'rxjs';
import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { timing } from 'toolwright/middleware';

class Clock extends ToolRegistry {
  @Tool()
  async wait(ms: number): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return 'done';
  }

  @Tool()
  async *tick(): AsyncGenerator<string> {
    yield 'tick ';
    await new Promise((resolve) => setTimeout(resolve, 30));
    yield 'tock';
  }

  @Tool()
  fail(): never {
    throw new TypeError('broken');
  }
}

function timedKit(): Toolkit {
  const toolkit = new Toolkit().use(timing());
  toolkit.register(new Clock());
  return toolkit;
}

describe('timing', () => {
  it('adds the duration of a call to the metadata', async () => {
    const result = await timedKit().execute('wait', { ms: 30 });
    expect(result.metadata?.durationMs).toBeGreaterThanOrEqual(28);
    expect(result.metadata?.durationMs).toBeLessThan(5_000);
    expect(result.metadata).not.toHaveProperty('firstChunkMs');
  });

  it('does not change data, attempts and duration of the result', async () => {
    const result = await timedKit().execute('wait', { ms: 1 });
    expect(result).toMatchObject({ data: 'done', attempts: 1, success: true });
    expect(result.durationMs).toBeGreaterThan(0);
  });

  it('adds the time of the first chunk of a stream', async () => {
    const last = await lastValueFrom(timedKit().callTool({ name: 'tick', input: {} }));
    const { durationMs, firstChunkMs } = last.metadata as { durationMs: number; firstChunkMs: number };
    expect(durationMs - firstChunkMs).toBeGreaterThanOrEqual(25);
  });

  it('times a call that fails', async () => {
    const result = await timedKit().execute('fail', {});
    expect(result.error?.message).toBe('broken');
    expect(result.metadata?.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('preserves the metadata of other middleware', async () => {
    const toolkit = new Toolkit().use(timing(), timing());
    toolkit.register(new Clock());
    toolkit.register(function noted() {
      return 'x';
    });
    const result = await toolkit.execute('noted', {});
    expect(Object.keys(result.metadata ?? {})).toEqual(['durationMs']);
  });
});
