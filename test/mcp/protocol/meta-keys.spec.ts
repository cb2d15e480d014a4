import { applicationMeta, isReservedMetaKey } from '../../../src/integrations/mcp/protocol/meta-keys.js';

describe('isReservedMetaKey', () => {
  it.each([
    'io.modelcontextprotocol/a',
    'dev.mcp/a',
    'org.modelcontextprotocol.api/a',
    'com.mcp.tools/a',
    'mcp.dev/a',
    'tools.mcp.com/a',
    'IO.ModelContextProtocol/a',
  ])('is true for %s', (key) => {
    expect(isReservedMetaKey(key)).toBe(true);
  });

  it.each(['com.example.mcp/a', 'com.example/mcp', 'traceparent', 'mcp', 'toolwright/error', '/a', ''])(
    'is false for %j',
    (key) => {
      expect(isReservedMetaKey(key)).toBe(false);
    },
  );
});

describe('applicationMeta', () => {
  it('omits the keys of the protocol', () => {
    const meta = { a: 1, progressToken: 2, 'io.modelcontextprotocol/clientInfo': {} };
    expect(applicationMeta(meta)).toEqual({ a: 1 });
  });

  it.each([undefined, null, 'text', [], {}, { progressToken: 1 }])('returns undefined for %j', (meta) => {
    expect(applicationMeta(meta)).toBeUndefined();
  });
});
