import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lastValueFrom, toArray } from 'rxjs';
import { installPackedPackage } from '../support/packed-package.js';

type Package = typeof import('toolwright');

let project = '';
let mine: Package;
let other: Package;

/** Copies the published package into a separate folder next to the installed dependencies, and loads it. */
async function loadCopy(name: string): Promise<Package> {
  const folder = join(project, name);
  cpSync(join(project, 'node_modules/toolwright'), folder, { recursive: true });
  return (await import(pathToFileURL(join(folder, 'dist/index.js')).href)) as Package;
}

beforeAll(async () => {
  project = installPackedPackage();
  mine = await loadCopy('mine');
  other = await loadCopy('other');
}, 120_000);

afterAll(() => {
  rmSync(project, { recursive: true });
});

/** Defines a class with the first copy. */
function defineKb() {
  const { Bind, Param, Tool, ToolContext, ToolError, ToolRegistry, ToolResult, text, respond, NotFoundError } = mine;

  class Kb extends ToolRegistry {
    @Tool({ description: 'Search' })
    search(@Param({ minLength: 1 }) query: string, @Bind('session.user', { optional: true }) user?: string): string {
      return `${query} for ${user}`;
    }

    @Tool({ params: { what: { type: String } }, ctx: 'context' })
    answer(what: string, context: InstanceType<Package['ToolContext']>): unknown {
      if (what === 'result') return ToolResult.ok({ ok: true });
      if (what === 'failure') return ToolResult.fail(new NotFoundError('no such book'));
      if (what === 'response') return respond({ structuredContent: { a: 1 }, metadata: { m: 1 } });
      if (what === 'blocks') return [text('one'), text('two')];
      if (what === 'throw') throw new NotFoundError('no such page');
      return [context instanceof ToolContext, ToolContext !== other.ToolContext, ToolError.is(new Error('plain'))];
    }
  }
  Reflect.defineMetadata('design:paramtypes', [String, ToolContext], Kb.prototype, 'answer');
  return new Kb();
}

describe('two copies of the package', () => {
  it('are different', () => {
    expect(mine.ToolSpec).not.toBe(other.ToolSpec);
    expect(mine.ToolError).not.toBe(other.ToolError);
  });

  it('recognize objects that the other copy created', () => {
    const kb = defineKb();
    const spec = kb.toolSpec('search');
    expect(other.ToolRegistry.is(kb)).toBe(true);
    expect(other.ToolSpec.is(spec)).toBe(true);
    expect(other.ToolState.is(spec.state)).toBe(true);
    expect(other.ToolError.is(new mine.TimeoutError('late'))).toBe(true);
    expect(other.ToolResult.is(mine.ToolResult.ok(1))).toBe(true);
    expect(other.Secret.is(mine.secret('s3cret'))).toBe(true);
  });

  it('read the same class', async () => {
    const specs = other.toolSpecsOf(defineKb());
    expect(Object.keys(specs)).toEqual(['search', 'answer']);
    expect(specs.search).toBeInstanceOf(other.ToolSpec);
    expect(specs.search?.params).toEqual({ query: { type: 'string', minLength: 1 } });
    expect(Object.keys(specs.answer?.params ?? {})).toEqual(['what']);
    expect(await specs.search?.call({ query: 'x' }, { state: { session: { user: 'u1' } } })).toBe('x for u1');
  });

  it('find mistakes in the same class', () => {
    class Wrong {
      search(query: string): string {
        return query;
      }
    }
    const descriptor = { value: Wrong.prototype.search };
    mine.Tool()(Wrong.prototype, 'search', descriptor);
    other.Param({ type: String })(Wrong.prototype, 'search', 0);
    expect(Object.keys(mine.toolSpecsOf(new Wrong()))).toEqual(['search']);
  });

  it.each([
    ['result', { data: { ok: true }, success: true }],
    ['response', { structuredContent: { a: 1 }, metadata: { m: 1 } }],
    [
      'blocks',
      {
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
      },
    ],
  ])('accept a %s of the other copy', async (what, expected) => {
    const result = await other.toolSpecsOf(defineKb()).answer?.exec({ what });
    expect(result).toMatchObject(expected);
  });

  it.each([
    ['failure', 'no such book'],
    ['throw', 'no such page'],
  ])('recognize a ToolError of the other copy: %s', async (what, message) => {
    const result = await other.toolSpecsOf(defineKb()).answer?.exec({ what });
    expect(result?.error).toMatchObject({ code: 'not_found', message });
  });

  describe('in one toolkit', () => {
    it('run the specs of a registry with its own state', async () => {
      const kb = defineKb();
      const toolkit = new other.Toolkit();
      toolkit.register(kb);
      kb.toolSpec('search').state.set('session.user', 'u1');
      expect((await toolkit.execute('search', { query: 'x' })).data).toBe('x for u1');
      const responses = await lastValueFrom(
        toolkit.callTool({ name: 'search', input: { query: 'y' } }).pipe(toArray()),
      );
      expect(responses.map(({ structuredContent, content }) => structuredContent ?? content)).toEqual([
        [{ type: 'text', text: 'y for u1' }],
      ]);
    });

    it('run a spec of the other copy', async () => {
      const toolkit = new other.Toolkit({ state: { session: { user: 'of the toolkit' } } });
      toolkit.register(defineKb().toolSpec('search').rename('find'));
      expect(toolkit.getJsonSchemas()[0]?.name).toBe('find');
      expect((await toolkit.execute('find', { query: 'x' })).data).toBe('x for of the toolkit');
    });

    it('share a state', async () => {
      const state = new mine.ToolState({ session: { user: mine.secret('u-4711') } });
      const toolkit = new other.Toolkit({ state });
      const kb = defineKb();
      kb.toolSpec('search').state.set('session.user', 'of the spec');
      toolkit.register(other.toolSpecsOf(kb));
      expect(toolkit.state).toBe(state);
      expect((await toolkit.execute('search', { query: 'x' })).data).toBe('x for u-4711');
      expect(JSON.stringify(toolkit.state)).toBe('{"session":{"user":"[redacted]"}}');
      state.delete('session.user');
      expect((await toolkit.execute('search', { query: 'x' })).data).toBe('x for undefined');
      const given = await toolkit.execute('search', { query: 'x' }, { state: new mine.ToolState({ session: {} }) });
      expect(given.data).toBe('x for undefined');
    });

    it('look up keys in outer states if a state of the other copy does not have them', async () => {
      const spec = mine.ToolSpec.fromFunction((user: string) => user, { name: 'who', bind: { user: 'user' } });
      const toolkit = new other.Toolkit({ state: new other.ToolState() });
      toolkit.register(spec);
      const state = new mine.ToolState();
      expect((await toolkit.execute('who', {}, { state })).error?.code).toBe('unbound_state');
      spec.state.set('user', 'of the spec');
      expect((await toolkit.execute('who', {}, { state })).data).toBe('of the spec');
    });
  });
});
