import { DefinitionError, Tool, type ToolError, Toolkit, ToolRegistry, type ToolResult } from 'toolwright';
import { type CircuitBreakerOptions, circuitBreaker } from 'toolwright/middleware';

class Service extends ToolRegistry {
  isDown = true;
  runs = 0;
  hold: Promise<void> | undefined;

  @Tool()
  async load(id: string): Promise<string> {
    this.runs++;
    await this.hold;
    if (this.isDown) throw new Error('connection refused');
    return id;
  }

  @Tool()
  other(): string {
    return 'other';
  }
}

function createKit(options: CircuitBreakerOptions) {
  const service = new Service();
  const toolkit = new Toolkit().use(circuitBreaker(options));
  toolkit.register(service);
  const execute = (): Promise<ToolResult> => toolkit.execute('load', { id: 'a' });
  return { toolkit, service, execute };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe('circuitBreaker', () => {
  it('refuses calls of a tool after consecutive failures, and says when to try again', async () => {
    const { toolkit, service, execute } = createKit({ failures: 2, coolMs: 60_000 });
    await execute();
    await execute();
    const { error, attempts } = await execute();
    expect(service.runs).toBe(2);
    expect(attempts).toBe(0);
    expect(error).toMatchObject({ code: 'server', retryable: true, details: { failures: 2 } });
    const { retryAfterMs } = (error as ToolError).details as { retryAfterMs: number };
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(error?.message).toBe(
      `'load' was not called: it has failed 2 times in a row. Try again in ${retryAfterMs} ms.`,
    );
    expect((await toolkit.execute('other', {})).success).toBe(true);
  });

  it('tries one call after the time, and admits all calls after its success', async () => {
    const { service, execute } = createKit({ failures: 1, coolMs: 20 });
    await execute();
    await pause(25);
    service.isDown = false;
    let release = (): void => {};
    service.hold = new Promise((resolve) => {
      release = resolve;
    });
    const trial = execute();
    await pause(0);
    expect((await execute()).error?.message).toContain('Another call is trying it now.');
    release();
    expect((await trial).success).toBe(true);
    expect((await Promise.all([execute(), execute()])).map(({ success }) => success)).toEqual([true, true]);
  });

  it('refuses calls again after a trial that fails', async () => {
    const { service, execute } = createKit({ failures: 1, coolMs: 20 });
    await execute();
    await pause(25);
    await execute();
    expect((await execute()).error?.code).toBe('server');
    expect(service.runs).toBe(2);
  });

  it('tries another call after a trial whose consumer has unsubscribed', async () => {
    const { toolkit, service, execute } = createKit({ failures: 1, coolMs: 20 });
    await execute();
    await pause(25);
    service.isDown = false;
    service.hold = new Promise(() => {});
    const trial = toolkit.callTool({ name: 'load', input: { id: 'a' } }).subscribe();
    await pause(5);
    expect(service.runs).toBe(2);
    trial.unsubscribe();
    service.hold = undefined;
    expect((await execute()).success).toBe(true);
  });

  it('counts consecutive failures only', async () => {
    const { service, execute } = createKit({ failures: 2, coolMs: 60_000 });
    await execute();
    service.isDown = false;
    await execute();
    service.isDown = true;
    await execute();
    await execute();
    expect(service.runs).toBe(4);
    expect((await execute()).error?.code).toBe('server');
    expect(service.runs).toBe(4);
  });

  it('does not count refused arguments', async () => {
    const { toolkit, service, execute } = createKit({ failures: 1, coolMs: 60_000 });
    service.isDown = false;
    expect((await toolkit.execute('load', { id: {} })).error?.code).toBe('invalid_parameters');
    expect((await execute()).success).toBe(true);
  });

  it.each([
    [{ failures: 0, coolMs: 1 }, 'circuitBreaker: failures must be a whole number from 1, not 0.'],
    [{ failures: 1, coolMs: 0 }, 'circuitBreaker: coolMs must be a number above 0, not 0.'],
    [{ failures: 1 }, 'circuitBreaker: coolMs is missing. Set the time for which calls are refused, in milliseconds.'],
    [{ failures: 1, coolMS: 1 }, "circuitBreaker: there is no option 'coolMS'. Did you mean 'coolMs'?"],
  ])('refuses %j', (options, message) => {
    expect(() => circuitBreaker(options as never)).toThrow(new DefinitionError(message));
  });
});
