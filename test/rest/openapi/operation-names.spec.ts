import { type ScopeState, Toolkit, type ToolSpec } from 'toolwright';
import { type OpenApiSource, type OpenApiSourceOptions, type OpenApiWarning, openApiSource } from 'toolwright/rest';
import { digestNameOf } from '../../../src/tool/spec/plain-name.js';

const responses = { 200: { description: 'ok' } };

/** Returns a document with one operation for each ID. */
function documentOf(...ids: readonly string[]): object {
  const paths = Object.fromEntries(ids.map((operationId) => [`/${operationId}`, { get: { operationId, responses } }]));
  return { openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }], paths };
}

const warnings: OpenApiWarning[] = [];

beforeEach(() => warnings.splice(0));

function open(document: object, options: OpenApiSourceOptions = {}): OpenApiSource {
  return openApiSource(document, { onWarning: (warning) => warnings.push(warning), ...options });
}

const namesOf = (specs: readonly ToolSpec[]): readonly string[] => specs.map(({ name }) => name);

const [slashed, plain] = [digestNameOf('repos/get', '', 8), digestNameOf('repos_get', '', 8)];

describe('the names of operations', () => {
  it.each([
    [['repos/get'], ['repos_get']],
    [
      ['repos/get', 'repos_get'],
      [slashed, plain],
    ],
    [
      ['repos_get', 'repos/get'],
      [plain, slashed],
    ],
  ])('have digests in any order: %j', async (ids, names) => {
    expect(namesOf(await open(documentOf(...ids)).specs())).toEqual(names);
    expect(warnings).toEqual([]);
  });

  it('have digests once the second is added, which is a warning', async () => {
    const source = open(documentOf('repos/get', 'other'));
    expect(namesOf(await source.specs())).toEqual(['repos_get', 'other']);
    await source.refresh(documentOf('repos_get', 'repos/get', 'other'));
    expect(namesOf(await source.specs())).toEqual([plain, slashed, 'other']);
    expect(warnings).toEqual([
      {
        source: 'openapi',
        kind: 'drift',
        message:
          'these operations have other names than before, because other operations would have the same names: ' +
          `'repos/get' was 'repos_get' and is '${slashed}'`,
      },
    ]);
    await source.refresh(documentOf('repos_get'));
    expect(namesOf(await source.specs())).toEqual([plain]);
  });

  it('are not taken from a name that an option chooses', async () => {
    const source = open(documentOf('repos_get', 'a/b'), { names: { 'a/b': 'repos_get' } });
    expect(namesOf(await source.specs())).toEqual([plain, 'repos_get']);
  });

  it('of two sources differ by their prefixes', async () => {
    const toolkit = new Toolkit();
    for (const prefix of ['a', 'b']) {
      await toolkit.registerSource(open(documentOf('repos/get'), { name: prefix, prefix }));
    }
    expect(namesOf(toolkit.list())).toEqual(['a__repos_get', 'b__repos_get']);
  });

  it('are legal for odd IDs', async () => {
    const ids = ['__proto__', 'constructor', '***', 'toString', 'ключ', `get/${'long-'.repeat(100)}name`];
    const document = JSON.parse(JSON.stringify(documentOf(...ids))) as object;
    const specs = await open(document).specs();
    expect(namesOf(specs)).toEqual([
      digestNameOf('__proto__', '', 8),
      digestNameOf('constructor', '', 8),
      digestNameOf('***', '', 8),
      'toString',
      digestNameOf('ключ', '', 8),
      `get_${'long-'.repeat(12)}`.slice(0, -1),
    ]);
  });
});

describe('a remembered approval', () => {
  it('is not for another operation with the name, nor for the same name with another route', async () => {
    const routes = ['repos_get', 'repos/get'].map((id) => documentOf(id));
    const moved = JSON.parse(JSON.stringify(documentOf('repos_get')).replace('/repos_get"', '/moved"')) as object;
    const asked: string[] = [];
    let saved: ScopeState | undefined;
    for (const document of [routes[0], routes[1], moved]) {
      const toolkit = new Toolkit({ permissions: [{ tool: '*', action: 'ask' }] });
      await toolkit.registerSource(open(document ?? {}, { baseUrl: 'http://127.0.0.1:9' }));
      const session = toolkit.session({
        approver: ({ toolName }) => {
          asked.push(toolName);
          return { kind: 'approve', remember: { for: 'session', rule: { tool: toolName } } };
        },
      });
      if (saved !== undefined) session.restore(saved);
      for (let call = 0; call < 2; call++) await session.execute('repos_get', {});
      saved = session.snapshot();
    }
    expect(asked).toEqual(['repos_get', 'repos_get', 'repos_get']);
  });
});
