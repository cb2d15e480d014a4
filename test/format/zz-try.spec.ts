import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { toStrictSchema } from '../../src/format/strict.js';
import type { JsonSchema } from '../../src/json-schema.js';
import { anySchema, anyValue } from './random-schemas.js';
const withoutNulls = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(withoutNulls);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).filter(([, inner]) => inner !== null).map(([name, inner]) => [name, withoutNulls(inner)]));
};
it('x', () => {
  let n = 0, ok = 0;
  fc.assert(fc.property(anySchema, fc.array(anyValue, { minLength: 20, maxLength: 30 }), (a, values) => {
    if (/Gone|"#"/.test(JSON.stringify(a))) return;
    const $defs = { A: { type: 'string' }, B: { type: 'array', items: {type: 'number' } } } as const;
    const schema: JsonSchema = { type: 'object', properties: { a }, required: ['a'], additionalProperties: false, $defs };
    const r = toStrictSchema(schema);
    if (!r.strict || r.warnings.filter((w) => !/'(examples|default|deprecated)'$/.test(w)).length > 0) return;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const [o, s] = [ajv.compile(schema), ajv.compile(r.schema)];
    for (const v of values) { n++; if (s({ a: v })) { ok++;
      if (!o({ a: v }) && !o(withoutNulls({ a: v }))) throw new Error(JSON.stringify([schema, r.schema, v])); }
      else if (o({ a: v })) {
        // narrower only by closing
        if (!/"pattern":"a"/.test(JSON.stringify(schema)) && !/additionalProperties|"type":"(object|array)"/.test(JSON.stringify(r.schema.properties))) throw new Error('narrow ' + JSON.stringify([schema, r.schema, v]));
      }
    }
  }), { numRuns: 6000 });
  console.log(n, ok);
}, 100000);
