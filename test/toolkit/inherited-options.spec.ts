import { agentTool, clientTool, type FunctionToolOptions, Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { createBuiltinToolkit } from 'toolwright/builtin';
import { restTool } from 'toolwright/rest';
import { fromCode } from 'toolwright/sandbox';
import { canReplay, claimApproval } from '../../src/integrations/mcp/server/can-replay.js';

/** Options of a class, one of which is a getter. */
class Guarded {
  constructor(own: object = {}) {
    Object.assign(this, own);
  }

  get needsApproval() {
    return true;
  }
}

/** Has options of any type. */
function guarded<Options>(own: object = {}): Options {
  return new Guarded(own) as Options;
}

class Files extends ToolRegistry {
  @Tool(guarded())
  wipe(): string {
    return 'wiped';
  }
}

const executor = { kind: 'test', execute: () => 'wiped' };
const plain = ToolSpec.create({ name: 'wipe', executor });
const input = { type: 'object', properties: {} } as const;

describe('an option that is a getter of a class', () => {
  it.each<[string, () => ToolSpec | Promise<ToolSpec>]>([
    ['@Tool()', () => new Files().toToolSpecs().wipe as ToolSpec],
    [
      'ToolSpec.fromFunction',
      () => ToolSpec.fromFunction(() => 'wiped', guarded<FunctionToolOptions>({ name: 'wipe' })),
    ],
    ['ToolSpec.create', () => ToolSpec.create(guarded({ name: 'wipe', executor }))],
    ['ToolSpec.with', () => plain.with(guarded())],
    [
      'agentTool',
      () => agentTool(guarded<Parameters<typeof agentTool>[0]>({ name: 'wipe', input, run: () => 'wiped' })),
    ],
    ['clientTool', () => clientTool(guarded({ name: 'wipe' }))],
    ['restTool', () => restTool(guarded({ name: 'wipe', baseUrl: 'http://localhost:9', method: 'GET', path: '/' }))],
    [
      'restTool of many operations',
      () => restTool(guarded({ name: 'wipe', baseUrl: 'http://localhost:9', allow: [{ method: 'GET', path: '/**' }] })),
    ],
    ['fromCode', () => fromCode('export function wipe() {}', guarded())],
  ])('applies to a tool of %s', async (_, create) => {
    const toolkit = new Toolkit();
    toolkit.register(await create());
    const args = toolkit.get('wipe')?.inputSchema.required === undefined ? {} : { method: 'GET', path: '/a' };
    expect((await toolkit.execute('wipe', args)).error?.code).toBe('denied');
  });

  it('applies to the tools of register()', async () => {
    const toolkit = new Toolkit();
    toolkit.register(plain, guarded());
    expect((await toolkit.execute('wipe', {})).error?.code).toBe('denied');
  });

  it('applies to the toolkit with the built-in tools', async () => {
    const options = Object.create({ permissions: [{ tool: '*', action: 'deny' }] }) as object;
    expect((await createBuiltinToolkit(options).execute('calculate', { expression: '1' })).error?.code).toBe('denied');
  });
});

describe('an object that is no toolkit of this package', () => {
  it('replays no call, and claims no approval', async () => {
    expect(canReplay({}, plain)).toBe(false);
    const approval = { id: 'a', expiresAt: Date.now() + 1_000, toolName: 'wipe' };
    await expect(claimApproval({}, approval)).rejects.toThrow('another version of toolwright');
  });
});
