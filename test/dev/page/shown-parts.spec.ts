import { shownBlock } from '../../../src/integrations/dev/page/model/content.js';
import { formatDuration, fromLocalInput, toLocalInput } from '../../../src/integrations/dev/page/model/format.js';
import { inputId, issuesByPointer } from '../../../src/integrations/dev/page/model/issues.js';
import { isSameJson } from '../../../src/integrations/dev/page/model/json.js';
import { FrameReader } from '../../../src/integrations/dev/page/model/sse.js';
import { toolRows, windowOf } from '../../../src/integrations/dev/page/model/tool-rows.js';
import { cut, entriesOf, summaryOf } from '../../../src/integrations/dev/page/model/tree.js';
import type { DevScope } from '../../../src/integrations/dev/protocol.js';

describe('shownBlock', () => {
  it.each([
    [
      { type: 'text', text: '<b>' },
      { kind: 'text', text: '<b>' },
    ],
    [
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { kind: 'media', media: 'image', source: 'data:image/png;base64,AA==' },
    ],
    [
      { type: 'resource', resource: { uri: 'file:///a.webm', mimeType: 'video/webm', blob: 'AA==' } },
      { kind: 'media', media: 'video', source: 'data:video/webm;base64,AA==' },
    ],
    [
      { type: 'file', data: 'AA==', mimeType: 'application/pdf', name: 'a.pdf' },
      { kind: 'file', name: 'a.pdf', type: 'application/pdf', source: 'data:application/pdf;base64,AA==' },
    ],
    [
      { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
      { kind: 'text', text: 'a' },
    ],
    [
      { type: 'resource_link', uri: 'https://example.com/a', name: 'a' },
      { kind: 'link', label: 'a', url: 'https://example.com/a', href: 'https://example.com/a' },
    ],
    [
      { type: 'media_link', media: 'image', url: 'https://example.com/a.png' },
      { kind: 'link', label: 'image', url: 'https://example.com/a.png', href: 'https://example.com/a.png' },
    ],
  ])('shows %j', (block, shown) => {
    expect(shownBlock(block)).toEqual(shown);
  });

  it.each(['javascript:alert(1)', 'data:text/html,a', 'file:///etc/passwd', 'no URL'])('opens no %s', (uri) => {
    expect(shownBlock({ type: 'resource_link', uri, name: 'a' })).toEqual({ kind: 'link', label: 'a', url: uri });
  });

  it.each([
    ['data', { type: 'image', data: '"><script>', mimeType: 'image/png' }],
    ['a block', 'text'],
    ['a type', { type: 'other' }],
  ])('shows malformed %s as JSON', (_, block) => {
    expect(shownBlock(block)).toEqual({ kind: 'json', value: block });
  });

  it('shows data of a malformed type as a file', () => {
    expect(shownBlock({ type: 'image', data: 'AA==', mimeType: 'image/svg+xml;a="' })).toMatchObject({
      kind: 'file',
      type: 'application/octet-stream',
    });
  });
});

describe('FrameReader', () => {
  it('reads frames from pieces, without comments', () => {
    const reader = new FrameReader();
    expect(reader.add(': hello\n\nid: 1\ndata: {"a"')).toEqual([]);
    expect(reader.add(':1}\n')).toEqual([]);
    expect(reader.add('\nid: 2\r\ndata: a\r\ndata: b\r\n\r\n')).toEqual(['{"a":1}', 'a\nb']);
  });
});

function scopeOf(names: Readonly<Record<string, readonly string[]>>): DevScope {
  const groups = Object.entries(names).map(([name, tools]) => {
    return { name, active: true, fixed: false, tools: tools.length, tokens: 1 };
  });
  const tools = Object.entries(names).flatMap(([group, own]) =>
    own.map((name) => {
      const base = {
        description: `Does ${name}.`,
        active: true,
        kind: 'native',
        tokens: 1,
        approval: 'never' as const,
      };
      return { name, group, ...base };
    }),
  );
  return { scope: 'toolkit', title: '', groups, tools, tokens: 0, sessions: [], state: [], warnings: [] };
}

describe('toolRows', () => {
  const scope = scopeOf({ orders: ['create_order', 'find_order'], users: ['find_user'] });
  const namesOf = (text: string, closed: readonly string[] = []): readonly string[] => {
    const rows = toolRows(scope, { text, closedGroups: new Set(closed) });
    return rows.map((row) => (row.kind === 'group' ? `[${row.group.name}]` : row.tool.name));
  };

  it('lists tools below their groups', () => {
    expect(namesOf('')).toEqual(['[orders]', 'create_order', 'find_order', '[users]', 'find_user']);
  });

  it('leaves out the tools of closed groups', () => {
    expect(namesOf('', ['orders'])).toEqual(['[orders]', '[users]', 'find_user']);
  });

  it('finds tools that have all words, also in closed groups', () => {
    expect(namesOf('FIND order', ['orders'])).toEqual(['[orders]', 'find_order']);
  });
});

describe('windowOf', () => {
  it('contains the visible rows, and some around them', () => {
    expect(windowOf({ count: 1_223, rowHeight: 30, scrollTop: 3_000, height: 300 })).toEqual({ first: 90, end: 120 });
  });

  it('ends with the list', () => {
    expect(windowOf({ count: 5, rowHeight: 30, scrollTop: 3_000, height: 300 })).toEqual({ first: 4, end: 5 });
    expect(windowOf({ count: 0, rowHeight: 30, scrollTop: 0, height: 300 })).toEqual({ first: 0, end: 0 });
  });
});

describe('a tree', () => {
  it('has entries for objects and arrays only', () => {
    expect(entriesOf(['a'])).toEqual([['0', 'a']]);
    expect(entriesOf({ a: 1 })).toEqual([['a', 1]]);
    expect(entriesOf('a')).toBeUndefined();
    expect([summaryOf([1]), summaryOf({ a: 1 })]).toEqual(['[1]', '{1}']);
  });

  it('cuts long texts', () => {
    expect(cut('abcdef', 4)).toEqual({ text: 'abcd', omitted: 2 });
    expect(cut('abcd', 4)).toEqual({ text: 'abcd', omitted: 0 });
  });
});

describe('texts', () => {
  it.each([
    [0.44, '0.4 ms'],
    [9, '9 ms'],
    [12.4, '12 ms'],
    [1_500, '1.5 s'],
    [61_000, '1 min 1 s'],
  ])('show %d milliseconds as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('convert dates to inputs and back', () => {
    expect(fromLocalInput(toLocalInput('2026-03-01T10:20:30Z'))).toBe('2026-03-01T10:20:30Z');
    expect(toLocalInput('no date')).toBe('');
    expect(fromLocalInput('')).toBe('');
  });

  it('compare JSON without the order of properties', () => {
    expect(isSameJson({ a: [1], b: null }, { b: null, a: [1] })).toBe(true);
    expect(isSameJson({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(isSameJson([1], { 0: 1 })).toBe(false);
  });
});

describe('issues', () => {
  it('are sorted by the value that they are about', () => {
    const issues = [
      { path: '/a', message: 'one' },
      { path: '', message: 'two' },
      { path: '/a', message: 'three' },
      { path: '/a', message: 'three' },
    ];
    expect([...issuesByPointer(issues)]).toEqual([
      ['/a', ['one', 'three']],
      ['', ['two']],
    ]);
  });

  it('have IDs without spaces', () => {
    expect(inputId('/first name')).not.toContain(' ');
    expect(inputId('/\ud800')).not.toBe(inputId('/\udc00'));
  });
});
