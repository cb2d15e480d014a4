import { type NeedsApproval, Toolkit, ToolSpec } from 'toolwright';

const find = ToolSpec.create({
  name: 'find',
  inputSchema: {
    type: 'object',
    properties: { customer: { type: 'string' }, limit: { type: 'integer' }, tenantId: { type: 'string' } },
    required: ['customer', 'tenantId'],
  },
  bind: { tenantId: 'tenant.id' },
  executor: { kind: 'test', execute: (args) => args },
});

const free = ToolSpec.create({
  name: 'find',
  inputSchema: { type: 'object', properties: { limit: { type: 'integer' } } },
  executor: { kind: 'test', execute: (args) => args },
});

const tenant = { tenant: { id: 't1' } };

async function refusal(spec: ToolSpec, input: unknown, { needsApproval = false as NeedsApproval, state = {} } = {}) {
  let asked = 0;
  const approver = () => {
    asked++;
    return 'approve' as const;
  };
  const toolkit = new Toolkit({ state, approver });
  toolkit.register(spec, { needsApproval });
  const { data, error } = await toolkit.execute('find', input as object);
  return { data, code: error?.code, message: error?.message, asked };
}

describe.each([
  ['without approval', false],
  ['with approval', true],
] as const)('arguments of a call %s', (_, needsApproval) => {
  it('are rejected if they are null, and are {} only if they are missing', async () => {
    expect(await refusal(free, null, { needsApproval })).toMatchObject({
      code: 'invalid_parameters',
      message: "Invalid arguments for 'find': the arguments must be an object, got null",
      asked: 0,
    });
    expect(await refusal(free, undefined, { needsApproval })).toMatchObject({ data: {}, code: undefined });
  });

  it('are validated only after every binding has a value', async () => {
    const refused = await refusal(find, { custmer: 'a' }, { needsApproval });
    expect(refused).toMatchObject({ code: 'unbound_state', asked: 0 });
  });

  it('are rejected with all issues, in one order', async () => {
    const input = { limit: 'many', tenantId: 'x', foo: 1 };
    expect(await refusal(find, input, { needsApproval, state: tenant })).toMatchObject({
      code: 'invalid_parameters',
      message:
        "Invalid arguments for 'find': unknown argument 'tenantId'; missing argument 'customer'; unknown argument 'foo'; " +
        '/limit must be integer, got "many"',
      asked: 0,
    });
  });

  it('are rejected because of a bound name only', async () => {
    const refused = await refusal(find, { customer: 'a', tenantId: 'x' }, { needsApproval, state: tenant });
    expect(refused.message).toBe("Invalid arguments for 'find': unknown argument 'tenantId'");
  });

  it('may contain a bound name that is undefined', async () => {
    const { data } = await refusal(find, { customer: 'a', tenantId: undefined }, { needsApproval, state: tenant });
    expect(data).toEqual({ customer: 'a', tenantId: 't1' });
  });
});
