import { inspect } from 'node:util';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy } from 'class-validator';
import { lastValueFrom, map, toArray } from 'rxjs';
import {
  DefinitionError,
  type Middleware,
  NotFoundError,
  type StandardSchema,
  Tool,
  type ToolError,
  type ToolEvent,
  Toolkit,
  type ToolkitOptions,
  ToolRegistry,
  ToolResult,
} from 'toolwright';
import { redact, repairLimit } from 'toolwright/middleware';
import { connectInMemory } from '../mcp/server/clients.js';
import { warningsOf } from '../support/process-warnings.js';

const words = 'db password hunter2 at db.internal';

class Order {
  @ValidateBy({ name: 'stocked', validator: { validate: () => fail() } })
  item!: string;
}

class Query {
  @Transform(() => fail())
  @IsString()
  text!: string;
}

const failing: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: () => fail(),
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
};

function fail(): never {
  throw new Error(words);
}

/** Tools whose rules, conversions and schemas throw. */
class Checked extends ToolRegistry {
  @Tool()
  rule(order: Order): string {
    return order.item;
  }

  @Tool()
  conversion(query: Query): string {
    return query.text;
  }

  @Tool({ inputSchema: failing })
  input(): string {
    return 'never';
  }

  @Tool({ outputSchema: failing })
  output(): object {
    return {};
  }
}

class Books extends ToolRegistry {
  @Tool()
  crash(): string {
    throw Object.assign(new Error(words), { query: 'SELECT 1' });
  }

  @Tool()
  missing(): string {
    throw new NotFoundError("There is no book 'Ulysses'.");
  }

  @Tool()
  unavailable(): string {
    throw Object.assign(new Error(words), { status: 503 });
  }

  @Tool()
  returned(): unknown {
    return ToolResult.fail(new Error(words));
  }

  @Tool({ maxOutputChars: 12 })
  long(): string {
    throw new Error(words);
  }

  @Tool()
  *stream() {
    yield 'page 1';
    throw new Error(words);
  }

  @Tool({ deadlineMs: 1_000, retry: { maxRetries: 1, delayMs: 5_000 } })
  slow(): string {
    throw Object.assign(new Error(words), { code: 'ECONNRESET' });
  }

  @Tool({ needsApproval: true })
  approved(): string {
    return 'never';
  }
}

interface Logged {
  readonly error: ToolError;
  readonly callId: string;
}

function maskedKit(options: ToolkitOptions = {}): { toolkit: Toolkit; logged: Logged[] } {
  const logged: Logged[] = [];
  const toolkit = new Toolkit({ maskErrors: (error, { id }) => logged.push({ error, callId: id }), ...options });
  toolkit.register(new Books());
  return { toolkit, logged };
}

describe('maskErrors', () => {
  it('replaces the words of an error that is no ToolError, and logs it whole', async () => {
    const { toolkit, logged } = maskedKit();
    const result = await toolkit.execute('crash', {}, { callId: 'c1' });
    expect(result.toText()).toBe('Internal error (call c1)');
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(logged).toMatchObject([{ callId: 'c1', error: { message: words } }]);
    expect(inspect(logged[0]?.error)).toMatch(/hunter2.*masked-errors\.spec.*SELECT 1/s);
    expect(result.error?.cause).toBe(logged[0]?.error);
  });

  it('retains the words of a ToolError', async () => {
    const { toolkit, logged } = maskedKit();
    expect((await toolkit.execute('missing', {})).toText()).toBe("There is no book 'Ulysses'.");
    expect((await toolkit.execute('crash', { more: 1 })).error?.code).toBe('invalid_parameters');
    expect((await toolkit.execute('approved', {})).toText()).toContain('it needs approval');
    expect((await toolkit.execute('nothing', {})).toText()).toContain('There is no tool');
    expect(logged).toEqual([]);
  });

  it('retains the error code', async () => {
    const { error } = await maskedKit().toolkit.execute('unavailable', {}, { callId: 'c1' });
    expect(error?.toJSON()).toEqual({ code: 'server', message: 'Internal error (call c1)', retryable: true });
  });

  it.each(['crash', 'unavailable', 'returned', 'long', 'stream', 'slow'])('shows nothing of %s', async (name) => {
    const { toolkit } = maskedKit({ history: true });
    const events: ToolEvent[] = [];
    toolkit.events$.subscribe((event) => events.push(event));
    const responses = await lastValueFrom(toolkit.callTool({ name, input: {} }).pipe(toArray()));
    expect(responses.at(-1)?.error?.message).toMatch(/^Internal error \(call .+\)$/);
    const ended = events.filter((event) => event.type !== 'retried');
    expect(JSON.stringify([responses, ended, toolkit.history])).not.toMatch(/hunter|db pass/);
  });

  it('retains what a tool streamed before its failure', async () => {
    const result = await maskedKit().toolkit.execute('stream', {}, { callId: 'c1' });
    expect(result.toText()).toBe('page 1\nInternal error (call c1)');
  });

  it('shows the error itself to middleware, whatever the middleware changes', async () => {
    const seen: unknown[] = [];
    const shout: Middleware = (_call, next) =>
      next().pipe(
        map((response) => {
          seen.push(response.error?.message);
          return { ...response, content: [...response.content, ...response.content] };
        }),
      );
    const { toolkit } = maskedKit();
    toolkit.use(redact('db.internal'), shout);
    expect((await toolkit.execute('crash', {}, { callId: 'c1' })).toText()).toBe('Internal error (call c1)');
    expect(seen).toEqual([words]);
  });

  it('masks what middleware and predicates throw', async () => {
    const toolkit = new Toolkit({ maskErrors: () => {} });
    toolkit.register(new Books(), {
      include: ['missing'],
      use: [
        () => {
          throw new Error(words);
        },
      ],
    });
    toolkit.register(new Books(), {
      include: ['crash'],
      enabled: () => {
        throw new Error(words);
      },
    });
    for (const name of ['missing', 'crash']) {
      expect((await toolkit.execute(name, {}, { callId: 'c1' })).toText()).toBe('Internal error (call c1)');
    }
  });

  it('emits a process warning with the error if it is true', async () => {
    const { toolkit } = maskedKit({ maskErrors: true });
    const warnings = await warningsOf(async () => {
      await toolkit.execute('crash', {}, { callId: 'c1' });
    });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^Internal error \(call c1\) of 'crash': .*hunter2.*masked-errors\.spec/s);
  });

  it('applies to sessions, unless a session decides itself', async () => {
    const { toolkit } = maskedKit();
    expect((await toolkit.session().execute('crash', {}, { callId: 'c1' })).toText()).toBe('Internal error (call c1)');
    expect((await toolkit.session({ maskErrors: false }).execute('crash', {})).toText()).toBe(words);
  });

  it('masks the errors that an MCP client receives, and passes them to onError', async () => {
    const errors: unknown[] = [];
    const client = await connectInMemory(new Books(), { maskErrors: true, onError: (error) => errors.push(error) });
    const result = await client.callTool({ name: 'crash', arguments: {} });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Internal error \(call .+\)$/) }],
    });
    expect(errors).toHaveLength(1);
    expect(inspect(errors[0])).toMatch(/Internal error \(call .+\) of 'crash'.*hunter2/s);
    const missing = await client.callTool({ name: 'missing', arguments: {} });
    expect(missing).toMatchObject({ content: [{ text: "There is no book 'Ulysses'." }] });
  });

  it('refuses anything but a boolean and a function', () => {
    const message = 'new Toolkit(): maskErrors must be true, false or a function, not "yes".';
    expect(() => new Toolkit({ maskErrors: 'yes' as never })).toThrow(new DefinitionError(message));
  });

  it.each(['rule', 'conversion', 'input', 'output'])('masks the error that a check throws: %s', async (name) => {
    const logged: ToolError[] = [];
    const toolkit = new Toolkit({ maskErrors: (error) => void logged.push(error), history: true });
    toolkit.register(new Checked());
    toolkit.use(repairLimit({ max: 3 }));
    const input = name === 'conversion' ? { text: 'a' } : name === 'rule' ? { item: 'a' } : {};
    const result = await toolkit.execute(name, input, { callId: 'a' });
    expect(result.toText()).toBe('Internal error (call a)');
    expect(JSON.stringify([result, toolkit.history?.query()])).not.toContain('hunter2');
    expect(logged.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
  });
});
