// Sends requests of both protocol versions to the endpoint, and compares the responses.
import assert from 'node:assert/strict';

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'matrix', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Lists and calls tools in each protocol version, with and without progress. */
export async function checkMcp(fetch, url) {
  for (const version of ['2025-11-25', '2026-07-28']) {
    const send = async (method, params, meta = {}) => {
      const isModern = version === '2026-07-28';
      const named = params.name === undefined ? {} : { 'mcp-name': params.name };
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': version,
          ...(isModern ? { 'mcp-method': method, ...named } : {}),
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method },
          params: { ...params, _meta: { ...(isModern ? modernMeta : {}), ...meta } },
        }),
      });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return { type: response.headers.get('content-type'), text };
    };
    const call = (name, args, meta) => send('tools/call', { name, arguments: args }, meta);

    // A response that takes longer than 50 ms is a stream.
    const resultOf = ({ text }) => JSON.parse(text.replace(/^event: message\ndata: /, '')).result;
    const first = resultOf(await send('tools/list', {}));
    const second = resultOf(await send('tools/list', { cursor: first.nextCursor }));
    assert.deepEqual(
      [...first.tools, ...second.tools].map(({ name }) => name),
      ['add', 'count'],
    );
    let added = await call('add', { first: 1, second: 2 });
    for (let times = 0; times < 20 && added.type !== 'application/json'; times++) {
      added = await call('add', { first: 1, second: 2 });
    }
    assert.equal(added.type, 'application/json');
    assert.deepEqual(resultOf(added).content, [{ type: 'text', text: '3' }]);
    const refused = resultOf(await call('add', { first: 'one' }));
    assert.equal(refused.isError, true);
    const counted = await call('count', { to: 3 }, { progressToken: 1 });
    assert.equal(counted.type, 'text/event-stream');
    assert.equal(counted.text.match(/notifications\/progress/g)?.length, 3);
    assert.match(counted.text, /1 2 3 /);
  }
}
