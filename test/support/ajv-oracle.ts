import { _, Ajv2020, type CodeKeywordDefinition, type ErrorObject, str } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findDuplicate } from '../../src/schema/values/find-duplicate.js';

/** The keyword `uniqueItems`, which names the pair of duplicates that the interpreter names. */
const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  $data: false,
  error: {
    message: ({ params: { duplicate } }) =>
      str`must NOT have duplicate items (items ## ${_`${duplicate}.first`} and ${_`${duplicate}.second`} are identical)`,
    params: ({ params: { duplicate } }) => _`{i: ${duplicate}.second, j: ${duplicate}.first}`,
  },
  code: (context) => {
    if (context.schema !== true) return;
    const find = context.gen.scopeValue('func', { ref: findDuplicate });
    const duplicate = context.gen.const('duplicate', _`${find}(${context.data})`);
    context.setParams({ duplicate });
    context.fail(_`${duplicate} !== undefined`);
  },
};

/** Compiles a schema with ajv to a function that returns all failures of a value. */
export function compileWithAjv(schema: object): (value: unknown) => readonly ErrorObject[] {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    strict: false,
    // `strict: false` would accept NaN and Infinity as numbers.
    strictNumbers: true,
    validateSchema: false,
    logger: false,
  });
  addFormats.default(ajv);
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}
