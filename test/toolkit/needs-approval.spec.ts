import { type Approver, Tool, Toolkit, type ToolkitOptions, ToolRegistry } from 'toolwright';

class Account extends ToolRegistry {
  @Tool({ needsApproval: true, params: { cents: { type: Number, minimum: 1 } } })
  pay(cents: number): string {
    return `paid ${cents}`;
  }

  @Tool({ needsApproval: ({ cents }) => cents > 100, params: { cents: { type: Number } } })
  give(cents: number): string {
    return `gave ${cents}`;
  }

  @Tool({
    needsApproval: () => {
      throw new TypeError('no policy');
    },
  })
  undecidable(): string {
    return 'ran';
  }

  @Tool({ canAccess: (auth) => auth === 'admin', needsApproval: true })
  audit(): string {
    return 'audited';
  }

  @Tool({ group: 'closed', needsApproval: true })
  close(): string {
    return 'closed';
  }
}

function createToolkit(options: ToolkitOptions = {}): Toolkit {
  const toolkit = new Toolkit(options);
  toolkit.createGroup('closed');
  toolkit.register(new Account());
  return toolkit;
}

const approver: Approver = () => 'approve';

describe('toolkit.needsApproval', () => {
  it('is true for a call that waits for a decision', async () => {
    const toolkit = createToolkit();
    expect(await toolkit.needsApproval({ name: 'pay', input: { cents: 5 } })).toBe(true);
    expect(await toolkit.needsApproval({ name: 'pay', input: '{"cents":"5"}' })).toBe(true);
    expect(await toolkit.session().needsApproval({ name: 'pay', input: { cents: 5 } })).toBe(true);
  });

  it('depends on the arguments if the tool decides', async () => {
    const toolkit = createToolkit();
    expect(await toolkit.needsApproval({ name: 'give', input: { cents: 5 } })).toBe(false);
    expect(await toolkit.needsApproval({ name: 'give', input: { cents: 500 } })).toBe(true);
  });

  it('depends on the permission rules', async () => {
    const permissions = [
      { tool: 'pay', action: 'allow' },
      { tool: 'give', action: 'deny' },
    ] as const;
    const toolkit = createToolkit({ permissions });
    expect(await toolkit.needsApproval({ name: 'pay', input: { cents: 5 } })).toBe(false);
    expect(await toolkit.needsApproval({ name: 'give', input: { cents: 500 } })).toBe(false);
  });

  it.each([
    ['an approver of the toolkit', createToolkit({ approver }), {}],
    ['an approver of the session', createToolkit().session({ approver }), {}],
    ['an approver of the call', createToolkit(), { approver }],
    ['a client that can ask', createToolkit(), { client: { ask: async () => ({ kind: 'decline' }) as const } }],
  ])('is false if %s decides', async (_, scope, options) => {
    expect(await scope.needsApproval({ name: 'pay', input: { cents: 5 } }, options)).toBe(false);
  });

  it.each([
    ['an unknown tool', 'refund', {}, undefined, 'tool_not_found'],
    ['an inactive tool', 'close', {}, undefined, 'tool_inactive'],
    ['a caller without access', 'audit', {}, 'guest', 'tool_not_found'],
    ['invalid arguments', 'pay', { cents: 0 }, undefined, 'invalid_parameters'],
    ['a predicate that throws', 'undecidable', {}, undefined, 'denied'],
  ])('is false for %s, because the call ends with an error', async (_, name, input, auth, code) => {
    const toolkit = createToolkit();
    expect(await toolkit.needsApproval({ name, input }, { auth })).toBe(false);
    expect((await toolkit.execute(name, input, { auth })).error?.code).toBe(code);
  });

  it('is true for a tool with an extended model, whose fields are part of the arguments', async () => {
    const toolkit = createToolkit();
    toolkit.setExtendedModel('pay', {
      type: 'object',
      properties: { reason: { type: 'string' } },
      required: ['reason'],
    });
    expect(await toolkit.needsApproval({ name: 'pay', input: { cents: 5, reason: 'rent' } })).toBe(true);
    expect(await toolkit.needsApproval({ name: 'pay', input: { cents: 5 } })).toBe(false);
  });

  it('runs nothing and emits no event', async () => {
    const toolkit = createToolkit({ history: true });
    await toolkit.needsApproval({ name: 'pay', input: { cents: 5 } });
    expect(toolkit.history?.query()).toEqual([]);
  });
});
