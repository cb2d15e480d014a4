import 'toolwright/dto';
import { IsInt, IsString, Min } from 'class-validator';
import { type CallClient, type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import type { ClientQuestion, ClientReply } from 'toolwright/mcp';

class Order {
  @IsString() city!: string;
  @IsInt() @Min(1) count!: number;
}

const citySchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;

function toolThat(run: (ctx: ToolContext) => unknown): ToolSpec {
  return ToolSpec.create({ name: 'plan', executor: { kind: 'test', execute: (_, ctx) => run(ctx) } });
}

/** Creates a client whose user sends one reply, and that records the questions. */
function callerWho(reply: unknown): { readonly client: CallClient; readonly asked: ClientQuestion[] } {
  const asked: ClientQuestion[] = [];
  const client: CallClient = {
    ask: async (question) => {
      asked.push(question);
      return reply as ClientReply;
    },
  };
  return { client, asked };
}

describe('ToolContext', () => {
  describe('ask', () => {
    it('resolves to the answer of the caller’s user, with data that matches the schema', async () => {
      const { client, asked } = callerWho({ kind: 'accept', data: { city: 'Rome' } });
      const spec = toolThat((ctx) => ctx.ask(citySchema, { message: 'Where?' }));
      expect(await spec.call({}, { client })).toEqual({ kind: 'accept', data: { city: 'Rome' } });
      expect(asked).toEqual([{ message: 'Where?', schema: citySchema, toolName: 'plan' }]);
    });

    it('creates an instance of a DTO class', async () => {
      const { client, asked } = callerWho({ kind: 'accept', data: { city: 'Rome', count: '2' } });
      const spec = toolThat(async (ctx) => {
        const answer = await ctx.ask<Order>(Order);
        return answer.kind === 'accept' && [answer.data instanceof Order, answer.data.count];
      });
      expect(await spec.call({}, { client })).toEqual([true, 2]);
      expect(asked[0]?.schema.required).toEqual(['city', 'count']);
    });

    it.each(['decline', 'cancel'] as const)('reports that the user chose to %s', async (kind) => {
      const { client } = callerWho({ kind });
      expect(await toolThat((ctx) => ctx.ask(citySchema)).call({}, { client })).toEqual({ kind });
    });

    it('fails on an answer that does not match', async () => {
      const { client } = callerWho({ kind: 'accept', data: { town: 'Rome' } });
      const result = await toolThat((ctx) => ctx.ask(citySchema)).exec({}, { client });
      expect(result.error?.code).toBe('invalid_parameters');
      expect(result.toText()).toContain(
        "The answer to a question of the tool 'plan' does not match its schema: /city is missing; /town is unknown",
      );
    });

    it('works through a toolkit, for middleware too', async () => {
      const { client, asked } = callerWho({ kind: 'decline' });
      const toolkit = new Toolkit();
      toolkit.register(toolThat((ctx) => ctx.ask(citySchema)));
      toolkit.use((call, next) => {
        void call.context.ask(citySchema, { message: 'From outside?' });
        return next();
      });
      expect((await toolkit.execute('plan', {}, { client })).data).toEqual({ kind: 'decline' });
      expect(asked.map(({ message }) => message)).toEqual(['From outside?', "The tool 'plan' needs more information."]);
    });
  });

  describe('visit', () => {
    it('resolves to the decision of the caller’s user', async () => {
      const seen: unknown[] = [];
      const client: CallClient = {
        visit: async (visit) => {
          seen.push(visit);
          return { kind: 'accept' };
        },
      };
      const spec = toolThat((ctx) => ctx.visit(new URL('https://shop.example/pay'), { key: 'payment' }));
      expect(await spec.call({}, { client })).toEqual({ kind: 'accept' });
      expect(seen).toEqual([
        {
          url: 'https://shop.example/pay',
          message: "The tool 'plan' asks you to visit a page.",
          toolName: 'plan',
          key: 'payment',
        },
      ]);
    });

    it('requires a caller that can show its user a page', async () => {
      const { error } = await toolThat((ctx) => ctx.visit('https://shop.example/')).exec({}, { client: {} });
      expect(error).toMatchObject({ name: 'MissingCapabilityError', capability: 'visit' });
    });

    it.each(['http://shop.example/', 'javascript:alert(1)', 'nonsense', 'https://ada:pw@shop.example/'])(
      'refuses %s, and does not show it',
      async (url) => {
        const client: CallClient = { visit: async () => ({ kind: 'accept' }) };
        await expect(toolThat((ctx) => ctx.visit(url)).call({}, { client })).rejects.toThrow(
          'plan: ctx.visit requires an https URL without a user name, or an http URL of the loopback interface.',
        );
      },
    );
  });

  describe('sample', () => {
    it('treats a string as one message of the user', async () => {
      const seen: unknown[] = [];
      const client: CallClient = {
        sample: async (request) => {
          seen.push(request);
          return { text: 'Hi.', content: [{ type: 'text', text: 'Hi.' }], model: 'tiny', stopReason: 'endTurn' };
        },
      };
      const spec = toolThat(async (ctx) => (await ctx.sample('Say hi')).text);
      expect(await spec.call({}, { client })).toBe('Hi.');
      expect(seen).toEqual([{ messages: [{ role: 'user', content: 'Say hi' }] }]);
    });
  });

  describe('roots', () => {
    it('returns the roots of the caller', async () => {
      const client: CallClient = { roots: async () => [{ uri: 'file:///home/ann' }] };
      expect(await toolThat((ctx) => ctx.roots()).call({}, { client })).toEqual([{ uri: 'file:///home/ann' }]);
    });
  });

  it.each<[string, (ctx: ToolContext) => unknown]>([
    ['ask', (ctx) => ctx.ask(citySchema)],
    ['sample', (ctx) => ctx.sample('hi')],
    ['roots', (ctx) => ctx.roots()],
  ])('names the capability that the caller does not provide, and the fix: %s', async (capability, run) => {
    const result = await toolThat(run).exec({}, {});
    expect(result.error).toMatchObject({
      name: 'MissingCapabilityError',
      code: 'execution',
      capability,
      toolName: 'plan',
    });
    expect(result.toText()).toMatch(/^The tool 'plan' .* its caller does not provide that capability\. /);
    expect(result.toText()).toContain(`{ client: { ${capability} } }`);
  });

  it('pauses the time limits while the user thinks', async () => {
    const client: CallClient = {
      ask: () => {
        return new Promise((resolve) => {
          setTimeout(() => resolve({ kind: 'decline' }), 600);
        });
      },
    };
    const patient = ToolSpec.fromFunction(
      async function* patient(ctx: ToolContext) {
        const answers = await Promise.all([ctx.ask(citySchema), ctx.ask(citySchema)]);
        yield answers.length;
      },
      { ctx: 'ctx', timeoutMs: 400, chunkTimeoutMs: 400 },
    );
    expect(await patient.call({}, { client })).toEqual([2]);
  });

  it('resumes the time limits once the user has answered', async () => {
    const client: CallClient = { ask: async () => ({ kind: 'decline' }) };
    const spec = toolThat(async (ctx) => {
      await ctx.ask(citySchema);
      await new Promise(() => {});
    }).with({ timeoutMs: 100 });
    expect((await spec.exec({}, { client })).error?.code).toBe('timeout');
  });

  it('stops waiting for the user when the call is cancelled', async () => {
    const abort = new AbortController();
    const client: CallClient = {
      ask: () => {
        abort.abort();
        return new Promise(() => {});
      },
    };
    const result = await toolThat((ctx) => ctx.ask(citySchema)).exec({}, { client, signal: abort.signal });
    expect(result.error?.code).toBe('interrupted');
  });
});

describe('a call that needs approval and has only the caller’s user to ask', () => {
  async function transfer(
    reply: unknown,
  ): Promise<{ readonly text: string; readonly asked: readonly ClientQuestion[] }> {
    const { client, asked } = callerWho(reply);
    const toolkit = new Toolkit();
    toolkit.register(
      ToolSpec.create({
        name: 'pay',
        title: 'Pay a bill',
        needsApproval: true,
        inputSchema: { type: 'object', properties: { amount: { type: 'number' } } },
        executor: { kind: 'test', execute: () => 'paid' },
      }),
    );
    const result = await toolkit.execute('pay', { amount: 7 }, { client });
    return { text: result.toText(), asked };
  }

  it('runs if the user allows it, having read the arguments', async () => {
    const { text, asked } = await transfer({ kind: 'accept', data: { approve: true } });
    expect(text).toBe('paid');
    expect(asked[0]?.message).toBe(
      'Allow the call of \'pay\' (Pay a bill) with these arguments?\n\n{\n  "amount": 7\n}',
    );
  });

  it.each([
    [{ kind: 'accept', data: { approve: false, reason: 'Too much.' } }, 'Too much.'],
    [{ kind: 'accept', data: { approve: 'true' } }, 'The user did not allow it.'],
    [{ kind: 'accept', data: {} }, 'The user did not allow it.'],
    [{ kind: 'decline' }, 'The user did not allow it.'],
    [{ kind: 'cancel' }, 'The user did not allow it.'],
  ])('is denied on %j', async (reply, reason) => {
    expect((await transfer(reply)).text).toBe(`The call of 'pay' was denied: ${reason}`);
  });

  it('asks the toolkit’s own approver if one is set', async () => {
    const { client, asked } = callerWho({ kind: 'accept', data: { approve: true } });
    const toolkit = new Toolkit({ approver: () => 'deny' });
    toolkit.register(
      ToolSpec.create({ name: 'pay', needsApproval: true, executor: { kind: 'test', execute: () => 'paid' } }),
    );
    expect((await toolkit.execute('pay', {}, { client })).error?.code).toBe('denied');
    expect(asked).toEqual([]);
  });
});
