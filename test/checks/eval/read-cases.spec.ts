import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCases } from '../../../src/build/checks/eval/read-cases.js';
import { readPage } from '../../docs/code-blocks.js';

describe('a file with cases', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cases-'));
  const before = process.cwd();

  beforeAll(() => process.chdir(folder));

  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const read = (name: string, text: string) => {
    writeFileSync(name, text);
    return readCases(name, ['search', 'list', 'cancel']);
  };
  const readJson = (value: unknown) => read('cases.json', JSON.stringify(value));

  it('is YAML with a list of cases', async () => {
    const text = `# Comments are allowed.
- request: Find tea
  expect: search
- name: a conversation
  messages:
    - { role: user, content: Hello }
    - { role: assistant, content: Hi }
  expect:
    - { tool: [search, list], arguments: { query: tea, limit: 5 } }
    - list
  never: [cancel]
- request: Bye
  expect: none
`;
    expect(await read('cases.yaml', text)).toEqual([
      {
        name: 'Find tea',
        messages: [{ role: 'user', content: 'Find tea' }],
        expect: [{ tools: ['search'], arguments: {} }],
        never: [],
      },
      {
        name: 'a conversation',
        messages: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Hi' },
        ],
        expect: [
          { tools: ['search', 'list'], arguments: { query: 'tea', limit: 5 } },
          { tools: ['list'], arguments: {} },
        ],
        never: ['cancel'],
      },
      { name: 'Bye', messages: [{ role: 'user', content: 'Bye' }], expect: [], never: [] },
    ]);
  });

  it('is JSON with an object of cases', async () => {
    expect(await readJson({ cases: [{ request: 'Find tea', expect: { tool: 'search' } }] })).toHaveLength(1);
    expect(await read('marked.json', '\ufeff[{"request":"Find tea","expect":"search"}]')).toHaveLength(1);
  });

  it('is documented', async () => {
    const [, text = ''] = /^```yaml\n(- request[\s\S]*?)^```$/m.exec(readPage('docs/checks.md')) ?? [];
    writeFileSync('documented.yaml', text);
    const tools = ['searchProducts', 'addToCart', 'listOrders', 'findOrder', 'cancelOrder', 'refundOrder'];
    expect(await readCases('documented.yaml', tools)).toHaveLength(5);
  });

  it('has cases that are named after the last message, on one line of at most 60 characters', async () => {
    const request = `Find\n  ${'tea '.repeat(30)}`;
    const [one] = await readJson([{ request, expect: 'search' }]);
    expect(one?.name).toBe(`Find ${'tea '.repeat(13)}te…`);
  });

  it.each([
    ['cases.json', '[', "'cases.json' is not valid JSON: "],
    ['cases.yaml', 'cases:\n  - a: [', "'cases.yaml' is not valid YAML: "],
    ['cases.yaml', '- request: a\n  request: b', "'cases.yaml' is not valid YAML: Map keys must be unique at line 2"],
    ['cases.yaml', '', 'cases.yaml: the list of cases must be a list that is not empty, not null.'],
    ['cases.yaml', 'case: []', 'cases.yaml: the file has an unknown field "case". Did you mean \'cases\'?'],
    ['cases.yaml', 'cases: []', 'cases.yaml: the list of cases must be a list that is not empty, not [].'],
    ['cases.yaml', '- a', 'cases.yaml: case 1: it must be an object, not "a".'],
  ])('is refused: %s with %j', async (name, text, message) => {
    await expect(read(name, text)).rejects.toThrow(message);
  });

  it('is refused if it does not exist', async () => {
    await expect(readCases('missing.yaml', [])).rejects.toThrow("'missing.yaml' cannot be read: ENOENT");
  });

  const request = 'Find tea';
  const find = { request, expect: 'search' };
  it.each([
    [{ request }, "case 1 (\"Find tea\"): it must have 'expect': a tool, several, or 'none'."],
    [{ expect: 'search' }, "case 1: it must have either 'request' or 'messages'."],
    [{ ...find, messages: [] }, "case 1: it must have either 'request' or 'messages'."],
    [{ ...find, name: 7 }, 'case 1: name must be a text, not 7.'],
    [{ ...find, name: 'a', request: ' ' }, 'case 1 ("a"): request must be a text, not " ".'],
    [{ ...find, expects: 'list' }, 'case 1: it has an unknown field "expects". Did you mean \'expect\'?'],
    [{ ...find, tags: [] }, 'has an unknown field "tags". The fields are name, request, messages, expect, never.'],
    [{ messages: [], expect: 'list' }, 'case 1: messages must be a list that is not empty, not [].'],
    [{ messages: ['a'], expect: 'list' }, 'case 1: messages[0] must be an object, not "a".'],
    [
      { messages: [{ role: 'tool', content: 'a' }], expect: 'list' },
      'messages[0].role must be one of system, developer, user, assistant, not "tool".',
    ],
    [{ messages: [{ role: 'user', content: '' }], expect: 'list' }, 'messages[0].content must be a text, not "".'],
    [{ messages: [{ role: 'user', text: 'a' }], expect: 'list' }, 'messages[0] has an unknown field "text".'],
    [{ request, expect: 'serch' }, 'expect names "serch", which is no active tool. Did you mean \'search\'?'],
    [{ request, expect: 'pay' }, 'case 1 ("Find tea"): expect names "pay", which is no active tool.'],
    [{ request, expect: {} }, 'expect.tool must be a text, not undefined.'],
    [{ request, expect: { tool: [] } }, 'expect.tool must be a list that is not empty, not [].'],
    [
      { request, expect: { tool: ['list', 'lst'] } },
      'expect.tool[1] names "lst", which is no active tool. Did you mean \'list\'?',
    ],
    [{ request, expect: { tool: 'list', arguments: [] } }, 'expect.arguments must be an object, not [].'],
    [
      { request, expect: { tool: 'list', args: {} } },
      'expect has an unknown field "args". The fields are tool, arguments.',
    ],
    [{ request, expect: [] }, 'expect must be a list that is not empty, not [].'],
    [{ request, expect: ['list', 'none'] }, 'expect[1] names "none", which is no active tool.'],
    [{ ...find, never: 'list' }, 'never must be a list that is not empty, not "list".'],
    [{ ...find, never: ['cancle'] }, 'never[0] names "cancle", which is no active tool. Did you mean \'cancel\'?'],
    [{ ...find, never: ['search'] }, "never names 'search', which is expected."],
  ])('is refused with the case and the field: %j', async (one, message) => {
    await expect(readJson([one])).rejects.toThrow(message);
  });

  it('is refused if two cases have the same name', async () => {
    await expect(readJson([find, { request: 'Bye', expect: 'none' }, find])).rejects.toThrow(
      'cases.json: case 3 ("Find tea"): name must be set, because case 1 has the same.',
    );
  });
});
