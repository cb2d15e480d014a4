import { scanMessage, scanTail } from '../../../src/integrations/mcp/protocol/message-scan.js';
import { fc } from '../../support/fast-check.js';

/** Counts the values of a parsed JSON text. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + countValues(one), 1);
}

describe('scanMessage', () => {
  it('counts the values of any JSON text, however it is indented', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(scanMessage(text).values).toBe(countValues(JSON.parse(text)));
      }),
    );
  });

  it.each([
    ['{}', 1],
    ['[ ]', 1],
    ['[{}]', 2],
    ['[[],[]]', 3],
    ['{"a":[1,2],"b":{}}', 5],
    ['["[,{:\\"]", "\\\\", 1]', 4],
    ['{"k":"a', 2],
    [']]]]', 1],
  ])('counts the values of %s', (text, values) => {
    expect(scanMessage(text).values).toBe(values);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"ping"}', 7],
    ['{"method":"ping","params":{"id":1},"id":"a\\"b"}', 'a"b'],
    ['{ "id" \n: -1.5e2 }', -150],
    ['{"id":0,"params":{"x":[{"id":5}]}}', 0],
    ['{"params":{"id":1}}', undefined],
    ['{"method":"id","x":"id"}', undefined],
    ['[{"id":1}]', undefined],
    ['{"id":null}', undefined],
    ['{"id":{"a":1}}', undefined],
    ['{"id":1.2.3}', undefined],
    ['{"id":"x', undefined],
    ['{"id', undefined],
    [`{"id":"${'x'.repeat(300)}"}`, undefined],
  ])('reads the ID of %s', (text, id) => {
    expect(scanMessage(text).id).toBe(id);
  });

  it('reads a text without an end, or with an escape at its end, once', () => {
    expect(scanMessage('["\\').values).toBe(2);
    expect(scanMessage('["a\\"').values).toBe(2);
  });
});

describe('scanTail', () => {
  it.each([
    ['xx"}},"jsonrpc":"2.0","id":12}', 12],
    ['xx"}},"jsonrpc":"2.0","id":"a"} \n', 'a'],
    ['xx"}},"id":3,"jsonrpc":"2.0"}', 3],
    ['xx","id":5}}', undefined],
    ['"id":5,"params":{"x":1}}', undefined],
    ['"id":5,"params":[1]}', undefined],
    ['xx"}}', undefined],
    ['"id":5', undefined],
  ])('reads the ID at the end of %s', (text, id) => {
    expect(scanTail(text)).toBe(id);
  });
});
