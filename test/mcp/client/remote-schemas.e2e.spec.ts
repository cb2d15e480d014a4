import { RawHttpServer } from './raw-http-server.js';
import { sdks, useSources } from './servers.js';

const vendor = { 'x-vendor': { deep: [1, { two: null }] }, nullable: true, enumNames: ['a'] };

/** A schema with every keyword of JSON Schema 2020-12, those of older drafts, and those of vendors. */
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:example:order',
  $vocabulary: { 'https://json-schema.org/draft/2020-12/vocab/core': true },
  $comment: 'A comment.',
  type: 'object',
  title: 'Order',
  description: 'An order.',
  deprecated: true,
  readOnly: true,
  writeOnly: false,
  $defs: {
    address: {
      $anchor: 'address',
      $dynamicAnchor: 'dynamic',
      type: 'object',
      properties: { city: { type: 'string' } },
    },
    unused: true,
  },
  definitions: { old: { type: 'string' } },
  properties: {
    name: {
      ...{ type: 'string', minLength: 1, maxLength: 9, pattern: '^a', format: 'email', examples: ['a@b.example'] },
      ...{ contentEncoding: 'base64', contentMediaType: 'application/json', contentSchema: { type: 'object' } },
    },
    address: { $ref: '#address' },
    other: { $ref: '#/$defs/address', description: 'Next to a reference.' },
    count: { type: ['integer', 'null'], minimum: 1, exclusiveMaximum: 5, multipleOf: 1 },
    any: {},
    fixed: { const: 5 },
    choice: { enum: [1, 'b', null] },
    list: {
      ...{ type: 'array', prefixItems: [{ type: 'string' }], items: false, contains: { type: 'string' } },
      ...{ minContains: 1, maxContains: 2, uniqueItems: true, unevaluatedItems: false, minItems: 1, maxItems: 3 },
    },
    vendor,
  },
  patternProperties: { '^p_': { type: 'string' } },
  propertyNames: { maxLength: 20 },
  dependentRequired: { any: ['name'] },
  dependentSchemas: { any: { minProperties: 1 } },
  dependencies: { fixed: ['name'] },
  minProperties: 0,
  maxProperties: 50,
  unevaluatedProperties: false,
  additionalProperties: false,
  allOf: [{ anyOf: [{ required: ['any'] }, { required: ['name'] }] }],
  oneOf: [{}],
  not: { required: ['never'] },
  if: { properties: { name: { const: 'x' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['count'] },
  else: {},
  required: ['name'],
  examples: [{ name: 'a@b.example' }],
  'x-top': 1,
};

describe.each(sdks)('the schemas of a server, with the SDK %s', (sdk) => {
  const open = useSources(sdk);

  const importTool = async (tool: object) => {
    const server = await new RawHttpServer().start();
    open.closeAfterTest(() => server.kill());
    server.answer = ({ method }, { json }) => {
      if (method !== 'tools/list') return undefined;
      json({ tools: [tool] });
      return true;
    };
    const source = open.source({ transport: { url: server.url } });
    const [spec] = await source.specs();
    expect(source.quarantined).toEqual([]);
    if (spec === undefined) throw new TypeError('The tool was not imported.');
    return spec;
  };

  it('have every keyword when they are exported again', async () => {
    const spec = await importTool({ name: 'order', inputSchema: schema, outputSchema: schema });
    const { inputSchema, outputSchema } = spec.toMcp();
    expect(inputSchema).toEqual(schema);
    expect(outputSchema).toEqual(schema);
  });

  it('apply in their own dialect, also within the wrapper of a value', async () => {
    // Draft-07 ignores what is next to a reference.
    const size = { anyOf: [{ $ref: '#/definitions/size', maximum: 3 }, { type: 'string' }] };
    const spec = await importTool({
      name: 'size',
      inputSchema: { type: 'object' },
      outputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { size: { type: 'number' } },
        type: 'object',
        properties: { result: size },
        required: ['result'],
      },
    });
    expect(spec.outputSchema?.anyOf).toEqual([{ $ref: '#/$defs/size' }, { type: 'string' }]);
  });
});
