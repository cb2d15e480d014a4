import { parseJson } from '../../../src/base/json/parse-json.js';

describe('JSON text of another program', () => {
  it.each(['{"a":{"__proto__":{"admin":true},"b":1}}', '{"a":{"\\u005f_proto__":{"admin":true},"b":1}}'])(
    'has no property that sets a prototype: %s',
    (text) => {
      const { a } = parseJson(text) as { readonly a: object };
      expect(Object.getOwnPropertyNames(a)).toEqual(['b']);
    },
  );

  it('is read as it is otherwise', () => {
    expect(parseJson('[{"proto":"\\u005f"}, null, 1.5]')).toEqual([{ proto: '_' }, null, 1.5]);
  });
});
