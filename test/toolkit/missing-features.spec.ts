import { clientTool, type Middleware, offload, ToolSpec } from 'toolwright';
import { ToolState } from '../../src/call/state/tool-state.js';
import { MiddlewareFeature } from '../../src/features/middleware/feature.js';
import { ActiveGroups } from '../../src/toolkit/active-groups.js';
import { CallRunner } from '../../src/toolkit/call-runner.js';
import type { Feature } from '../../src/toolkit/feature.js';
import { CallEvents } from '../../src/toolkit/pipeline/call-events.js';
import { createEntries, type RegisterOptions } from '../../src/toolkit/registration.js';
import { ToolCatalog } from '../../src/toolkit/tool-catalog.js';

/** A toolkit without any feature but those that are passed. */
class BareToolkit {
  readonly catalog: ToolCatalog;
  readonly runner: CallRunner;

  constructor(...features: readonly Feature[]) {
    this.catalog = new ToolCatalog({}, (name) => features.find((feature) => feature.name === name));
    this.runner = createRunner(this.catalog);
  }

  register(spec: ToolSpec, options: RegisterOptions = {}): void {
    this.catalog.add(createEntries(spec, options), 'error');
  }
}

function createRunner(catalog: ToolCatalog): CallRunner {
  return new CallRunner(
    {
      catalog,
      events: new CallEvents({}),
      state: new ToolState(),
      maskErrors: undefined,
      completeOptions: (options) => options,
      agentDepth: 0,
      auth: undefined,
      hostRequest: undefined,
      active: new ActiveGroups([]),
      fixedGroups: false,
      clientTools: true,
      versions: new Map(),
    },
    () => undefined,
  );
}

type Options = Omit<Parameters<typeof ToolSpec.create>[0], 'name' | 'executor'>;

function tool(options: Options = {}, execute: () => unknown = () => 'paid'): ToolSpec {
  return ToolSpec.create({ name: 'pay', executor: { kind: 'test', execute }, ...options });
}

const refusal = (what: string, feature: string) =>
  expect.objectContaining({
    name: 'DefinitionError',
    message: `${what} requires the feature '${feature}', which this toolkit does not have.`,
  });

describe('a toolkit without features', () => {
  it('runs a tool that needs none', async () => {
    const toolkit = new BareToolkit();
    toolkit.register(tool());
    expect((await toolkit.runner.execute('pay', {}, {})).data).toBe('paid');
  });

  it.each<[string, () => ToolSpec, string]>([
    ['needsApproval', () => tool({ needsApproval: true }), 'approval'],
    ['needsApproval', () => tool({ needsApproval: () => false }), 'approval'],
    ['durable', () => tool({ durable: true }), 'durable'],
    ['deferLoading', () => tool({ deferLoading: true }), 'meta'],
  ])('refuses a tool with %s', (option, create, feature) => {
    const toolkit = new BareToolkit();
    expect(() => toolkit.register(create())).toThrow(refusal(`The option ${option} of 'pay'`, feature));
    expect(toolkit.catalog.names).toEqual([]);
  });

  it('refuses the approval that register adds to a tool', () => {
    const toolkit = new BareToolkit();
    expect(() => toolkit.register(tool(), { needsApproval: true })).toThrow(
      refusal("The option needsApproval of 'pay'", 'approval'),
    );
  });

  it('refuses a tool that the client runs', () => {
    const toolkit = new BareToolkit();
    expect(() => toolkit.register(clientTool({ name: 'pick' }))).toThrow(
      refusal("The tool 'pick', which the client runs,", 'client-tools'),
    );
  });

  it('refuses middleware around every call, around the calls of a group, and around those of a tool', () => {
    const { catalog } = new BareToolkit();
    const audit: Middleware = (_, next) => next();
    expect(() => catalog.use([audit])).toThrow(refusal('Middleware', 'middleware'));
    expect(() => catalog.createGroup('admin', { use: [audit] })).toThrow(refusal('Middleware', 'middleware'));
    expect(catalog.middleware).toEqual([]);
    expect(catalog.groups.map(({ name }) => name)).toEqual(['basic']);
  });

  it.each<[string, () => ToolSpec, RegisterOptions]>([
    ["The middleware of 'pay'", () => tool(), { use: [(_, next) => next()] }],
    ["The middleware of 'pay'", () => tool({ use: [(_, next) => next()] }), {}],
    ["The option postprocess of 'pay'", () => tool(), { postprocess: () => undefined }],
  ])('refuses %s', (what, create, options) => {
    const toolkit = new BareToolkit();
    expect(() => toolkit.register(create(), options)).toThrow(refusal(what, 'middleware'));
    expect(toolkit.catalog.names).toEqual([]);
  });

  it('refuses middleware that brings a tool', () => {
    const toolkit = new BareToolkit(new MiddlewareFeature());
    const expected = refusal("Middleware with the tool 'read_result'", 'offload');
    expect(() => toolkit.catalog.use([offload({ overChars: 100 })])).toThrow(expected);
    expect(() => toolkit.register(tool(), { use: [offload({ overChars: 100 })] })).toThrow(expected);
  });

  it('refuses an export that defers tools, which a model could not find', () => {
    const toolkit = new BareToolkit();
    toolkit.register(tool());
    expect(() => toolkit.runner.selection.exported({}, { deferLoading: true, supports: {} })).toThrow(
      refusal('The option deferLoading', 'meta'),
    );
  });

  it.each<[object, string, string]>([
    [{ background: true }, 'The option background', 'background'],
    [{ backgroundAfterMs: 5 }, 'The option backgroundAfterMs', 'background'],
    [{ durable: true }, 'The option durable', 'durable'],
  ])('ends a call with the options %j before the tool runs', async (options, what, feature) => {
    const toolkit = new BareToolkit();
    let runs = 0;
    toolkit.register(tool({}, () => ++runs));
    const { error } = await toolkit.runner.execute('pay', {}, options);
    expect(error).toEqual(refusal(what, feature));
    expect(runs).toBe(0);
  });

  it.each([
    ['approvals', 'approval'],
    ['pendingCalls', 'client-tools'],
  ])('refuses the key %s of a snapshot by name', (key, feature) => {
    const { runner } = new BareToolkit();
    const saved = { ...runner.snapshot(), [key]: [] };
    expect(() => runner.restore(saved)).toThrow(refusal(`restore(): the key '${key}'`, feature));
  });
});
