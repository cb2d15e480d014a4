/** An original schema, the normalized schema, and values on which both must agree. */
export interface NormalizeCase {
  readonly name: string;
  /** The Ajv class that validates the original schema; undefined if none supports it. */
  readonly ajv: 'draft-07' | '2019-09' | '2020-12' | undefined;
  readonly schema: unknown;
  readonly normalized: unknown;
  readonly accepted: readonly unknown[];
  readonly rejected: readonly unknown[];
}

const draft04 = 'http://json-schema.org/draft-04/schema#';
const draft07 = 'http://json-schema.org/draft-07/schema#';
const draft2019 = 'https://json-schema.org/draft/2019-09/schema';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

/** Every translation of the normalization, separately. */
export const normalizeCases: readonly NormalizeCase[] = [
  {
    name: 'a plain schema, unchanged',
    ajv: '2020-12',
    schema: { type: 'object', properties: { q: { type: 'string', minLength: 1 } }, required: ['q'] },
    normalized: { type: 'object', properties: { q: { type: 'string', minLength: 1 } }, required: ['q'] },
    accepted: [{ q: 'x' }, { q: 'x', other: 1 }],
    rejected: [{}, { q: '' }, { q: 1 }, 'q'],
  },
  {
    name: 'true',
    ajv: '2020-12',
    schema: true,
    normalized: {},
    accepted: [{}, 1],
    rejected: [],
  },
  {
    name: 'false',
    ajv: '2020-12',
    schema: false,
    normalized: { not: {} },
    accepted: [],
    rejected: [{}, 1],
  },
  {
    name: 'titles as annotations, not as properties or data',
    ajv: 'draft-07',
    schema: {
      $schema: draft07,
      title: 'Root',
      type: 'object',
      properties: { title: { title: 'Title', type: 'string' }, tag: { enum: ['a', { title: 'kept', $id: 'kept' }] } },
      required: ['title'],
      default: { title: 'kept' },
      examples: [{ title: 'kept', $ref: '#/nowhere' }],
    },
    normalized: {
      type: 'object',
      properties: { title: { type: 'string' }, tag: { enum: ['a', { title: 'kept', $id: 'kept' }] } },
      required: ['title'],
      default: { title: 'kept' },
      examples: [{ title: 'kept', $ref: '#/nowhere' }],
    },
    accepted: [{ title: 'x' }, { title: 'x', tag: { title: 'kept', $id: 'kept' } }],
    rejected: [{}, { title: 1 }, { title: 'x', tag: {} }],
  },
  {
    name: 'definitions',
    ajv: 'draft-07',
    schema: {
      $schema: draft07,
      $ref: '#/definitions/Args',
      definitions: {
        Args: { type: 'object', properties: { inner: { $ref: '#/definitions/Inner' } }, required: ['inner'] },
        Inner: { type: 'integer' },
      },
    },
    normalized: {
      $ref: '#/$defs/Args',
      $defs: {
        Args: { type: 'object', properties: { inner: { $ref: '#/$defs/Inner' } }, required: ['inner'] },
        Inner: { type: 'integer' },
      },
    },
    accepted: [{ inner: 1 }],
    rejected: [{}, { inner: 1.5 }],
  },
  {
    name: 'definitions and $defs of one name',
    ajv: '2020-12',
    schema: {
      properties: { a: { $ref: '#/definitions/X' }, b: { $ref: '#/$defs/X' } },
      $defs: { X: { type: 'string' } },
      definitions: { X: { type: 'number' } },
    },
    normalized: {
      properties: { a: { $ref: '#/$defs/X_2' }, b: { $ref: '#/$defs/X' } },
      $defs: { X: { type: 'string' }, X_2: { type: 'number' } },
    },
    accepted: [{ a: 1, b: 'x' }],
    rejected: [{ a: 'x' }, { b: 1 }],
  },
  {
    name: 'names of definitions that a URI has to encode',
    ajv: 'draft-07',
    schema: {
      $schema: draft07,
      properties: {
        page: { $ref: '#/definitions/Page%3CInner%3E' },
        other: { $ref: '#/definitions/Page_Inner_' },
        slash: { $ref: '#/definitions/a~1b%20c~0' },
        chinese: { $ref: '#/definitions/%E7%94%A8' },
      },
      definitions: {
        'Page<Inner>': { type: 'string' },
        Page_Inner_: { type: 'number' },
        'a/b c~': { type: 'null' },
        用: { type: 'boolean' },
      },
    },
    normalized: {
      properties: {
        page: { $ref: '#/$defs/Page_Inner__2' },
        other: { $ref: '#/$defs/Page_Inner_' },
        slash: { $ref: '#/$defs/a_b_c_' },
        chinese: { $ref: '#/$defs/Definition' },
      },
      $defs: {
        Page_Inner__2: { type: 'string' },
        Page_Inner_: { type: 'number' },
        a_b_c_: { type: 'null' },
        Definition: { type: 'boolean' },
      },
    },
    accepted: [{ page: 'x', other: 1, slash: null, chinese: true }],
    rejected: [{ page: 1 }, { other: 'x' }, { slash: 0 }, { chinese: 0 }],
  },
  {
    name: 'a name that is encoded where it is defined',
    ajv: undefined,
    schema: {
      $schema: draft07,
      $ref: '#/definitions/Page%3CInner%3E',
      definitions: { 'Page%3CInner%3E': { type: 'string' } },
    },
    normalized: { $ref: '#/$defs/Page_Inner_', $defs: { Page_Inner_: { type: 'string' } } },
    accepted: ['x'],
    rejected: [1],
  },
  {
    name: 'what stands beside $ref up to draft-07: only annotations count',
    ajv: 'draft-07',
    schema: {
      $schema: draft07,
      properties: {
        a: { $ref: '#/definitions/A', description: 'Kept', default: 'x', title: 'gone', minLength: 5 },
      },
      definitions: { A: { type: 'string' } },
    },
    normalized: {
      properties: { a: { $ref: '#/$defs/A', description: 'Kept', default: 'x' } },
      $defs: { A: { type: 'string' } },
    },
    accepted: [{ a: 'x' }],
    rejected: [{ a: 1 }],
  },
  {
    name: 'what stands beside $ref otherwise',
    ajv: '2020-12',
    schema: {
      properties: { a: { minLength: 2, $ref: '#/$defs/A' } },
      $defs: { A: { type: 'string' } },
    },
    normalized: {
      properties: { a: { $ref: '#/$defs/A', minLength: 2 } },
      $defs: { A: { type: 'string' } },
    },
    accepted: [{ a: 'xy' }],
    rejected: [{ a: 'x' }, { a: 1 }],
  },
  {
    name: 'references into other places of the document',
    ajv: '2020-12',
    schema: {
      properties: {
        a: { type: 'array', items: { type: 'integer' } },
        b: { $ref: '#/properties/a' },
        c: { $ref: '#/properties/a/items' },
      },
    },
    normalized: {
      properties: {
        a: { type: 'array', items: { type: 'integer' } },
        b: { $ref: '#/$defs/a' },
        c: { $ref: '#/$defs/a_items' },
      },
      $defs: { a: { type: 'array', items: { type: 'integer' } }, a_items: { type: 'integer' } },
    },
    accepted: [{ a: [1], b: [2], c: 3 }],
    rejected: [{ b: 1 }, { b: ['x'] }, { c: 'x' }],
  },
  {
    name: 'a recursive place that is no definition',
    ajv: '2020-12',
    schema: {
      properties: { a: { type: 'object', properties: { a: { $ref: '#/properties/a' } }, additionalProperties: false } },
    },
    normalized: {
      properties: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, additionalProperties: false } },
      $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, additionalProperties: false } },
    },
    accepted: [{ a: { a: { a: {} } } }],
    rejected: [{ a: { a: { b: {} } } }, { a: { a: 1 } }],
  },
  {
    name: 'definitions below the root',
    ajv: '2020-12',
    schema: {
      properties: {
        a: { $defs: { X: { type: 'string' } }, items: { $ref: '#/properties/a/$defs/X' } },
        b: { $ref: '#/$defs/X' },
      },
      $defs: { X: { type: 'number' } },
    },
    normalized: {
      properties: { a: { items: { $ref: '#/$defs/X_2' } }, b: { $ref: '#/$defs/X' } },
      $defs: { X: { type: 'number' }, X_2: { type: 'string' } },
    },
    accepted: [{ a: ['x'], b: 1 }],
    rejected: [{ a: [1] }, { b: 'x' }],
  },
  {
    name: 'references to tuple items and dependencies',
    ajv: 'draft-07',
    schema: {
      $schema: draft07,
      properties: {
        a: { items: [{ type: 'string' }, { $ref: '#/properties/a/items/0' }], additionalItems: { type: 'number' } },
        b: { $ref: '#/properties/a/additionalItems' },
        c: { $ref: '#/dependencies/b' },
      },
      dependencies: { b: { required: ['a'] } },
    },
    normalized: {
      properties: {
        a: { prefixItems: [{ type: 'string' }, { $ref: '#/$defs/a_items_0' }], items: { type: 'number' } },
        b: { $ref: '#/$defs/a_additionalItems' },
        c: { $ref: '#/$defs/dependencies_b' },
      },
      dependentSchemas: { b: { required: ['a'] } },
      $defs: {
        a_items_0: { type: 'string' },
        a_additionalItems: { type: 'number' },
        dependencies_b: { required: ['a'] },
      },
    },
    accepted: [{ a: ['x', 'y', 1], b: 1 }, { a: ['x'] }, { c: { a: 1 } }],
    rejected: [{ a: ['x', 1] }, { a: [], b: 'x' }, { b: 1 }, { c: {} }],
  },
  {
    name: 'tuples that end, and items that are none',
    ajv: 'draft-07',
    schema: {
      $schema: draft07,
      properties: {
        a: { items: [{ type: 'string' }], additionalItems: false },
        b: { items: [], additionalItems: { type: 'number' } },
        c: { items: { type: 'string' }, additionalItems: false },
        d: { items: [true] },
      },
    },
    normalized: {
      properties: {
        a: { prefixItems: [{ type: 'string' }], items: false },
        b: { items: { type: 'number' } },
        c: { items: { type: 'string' } },
        d: { prefixItems: [true] },
      },
    },
    accepted: [{ a: ['x'] }, { a: [] }, { b: [1, 2] }, { c: ['x', 'y'] }, { d: [1, 'x'] }],
    rejected: [{ a: ['x', 'y'] }, { b: ['x'] }, { c: [1] }],
  },
  {
    name: 'dependencies of both kinds',
    ajv: 'draft-07',
    schema: {
      $schema: draft07,
      dependencies: { a: ['b'], c: { properties: { d: { type: 'number' } } }, e: false, f: [] },
    },
    normalized: {
      dependentRequired: { a: ['b'], f: [] },
      dependentSchemas: { c: { properties: { d: { type: 'number' } } }, e: false },
    },
    accepted: [{ a: 1, b: 1 }, { c: 1, d: 1 }, { f: 1 }],
    rejected: [{ a: 1 }, { c: 1, d: 'x' }, { e: 1 }],
  },
  {
    name: 'dependencies beside their successors',
    ajv: '2020-12',
    schema: {
      dependencies: { a: ['b', 'c'], d: { required: ['e'] } },
      dependentRequired: { a: ['b'] },
      dependentSchemas: { d: { required: ['f'] } },
    },
    normalized: {
      dependentRequired: { a: ['b', 'c'] },
      dependentSchemas: { d: { allOf: [{ required: ['f'] }, { required: ['e'] }] } },
    },
    accepted: [
      { a: 1, b: 1, c: 1 },
      { d: 1, e: 1, f: 1 },
    ],
    rejected: [
      { a: 1, b: 1 },
      { d: 1, e: 1 },
      { d: 1, f: 1 },
    ],
  },
  {
    name: 'exclusive limits of draft-04',
    ajv: undefined,
    schema: {
      $schema: draft04,
      id: 'http://example.com/a',
      properties: {
        a: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
        b: { maximum: 5, exclusiveMaximum: true },
        c: { exclusiveMinimum: true },
      },
    },
    normalized: {
      properties: { a: { type: 'number', maximum: 5, exclusiveMinimum: 1 }, b: { exclusiveMaximum: 5 }, c: {} },
    },
    accepted: [{ a: 5 }, { a: 2, b: 4 }, { c: 0 }],
    rejected: [{ a: 1 }, { a: 6 }, { b: 5 }],
  },
  {
    name: 'nullable beside a type',
    ajv: 'draft-07',
    schema: {
      properties: {
        a: { type: 'string', nullable: true, example: 'x' },
        b: { type: ['number', 'null'], nullable: true },
        c: { type: 'string', nullable: false },
        d: { type: 'string', enum: ['x'], nullable: true },
      },
    },
    normalized: {
      properties: {
        a: { type: ['string', 'null'], examples: ['x'] },
        b: { type: ['number', 'null'] },
        c: { type: 'string' },
        d: { type: ['string', 'null'], enum: ['x'] },
      },
    },
    accepted: [{ a: null, b: null, c: 'x', d: 'x' }, { a: 'x' }],
    rejected: [{ a: 1 }, { b: 'x' }, { c: null }, { d: null }],
  },
  {
    name: 'nullable without a type',
    ajv: undefined,
    schema: {
      properties: {
        a: { description: 'Kept outside', nullable: true, allOf: [{ $ref: '#/components/schemas/A' }], 'x-order': 1 },
        b: { nullable: true, anyOf: [{ type: 'string' }] },
        c: { nullable: true, description: 'Anything' },
        d: { $ref: '#/components/schemas/A', nullable: true },
      },
      components: { schemas: { A: { type: 'number', xml: { name: 'gone' } } } },
    },
    normalized: {
      properties: {
        a: {
          description: 'Kept outside',
          'x-order': 1,
          anyOf: [{ allOf: [{ $ref: '#/$defs/A' }] }, { type: 'null' }],
        },
        b: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        c: { description: 'Anything' },
        d: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] },
      },
      $defs: { A: { type: 'number' } },
    },
    accepted: [
      { a: null, b: null, c: null, d: null },
      { a: 1, b: 'x', c: 1, d: 1 },
    ],
    rejected: [{ a: 'x' }, { b: 1 }, { d: 'x' }],
  },
  {
    name: 'example beside examples',
    ajv: 'draft-07',
    schema: { type: 'string', example: 'gone', examples: ['kept'], discriminator: { propertyName: 'kind' } },
    normalized: { type: 'string', examples: ['kept'] },
    accepted: ['x'],
    rejected: [1],
  },
  {
    name: 'names and addresses of schemas',
    ajv: 'draft-07',
    schema: {
      $schema: draft07,
      $id: 'http://example.com/root.json',
      properties: {
        a: { $ref: 'item.json' },
        b: { $ref: 'http://example.com/item.json#/definitions/deep' },
        c: { $ref: '#named' },
        d: { $ref: 'root.json#/definitions/c' },
      },
      definitions: {
        c: { $id: '#named', type: 'null' },
        Item: {
          $id: 'item.json',
          type: 'object',
          properties: { deep: { $ref: '#/definitions/deep' }, again: { $ref: '#' } },
          definitions: { deep: { type: 'string' } },
          additionalProperties: false,
        },
      },
    },
    normalized: {
      properties: {
        a: { $ref: '#/$defs/Item' },
        b: { $ref: '#/$defs/deep' },
        c: { $ref: '#/$defs/c' },
        d: { $ref: '#/$defs/c' },
      },
      $defs: {
        c: { type: 'null' },
        Item: {
          type: 'object',
          properties: { deep: { $ref: '#/$defs/deep' }, again: { $ref: '#/$defs/Item' } },
          additionalProperties: false,
        },
        deep: { type: 'string' },
      },
    },
    accepted: [{ a: { deep: 'x', again: { again: {} } }, b: 'x', c: null, d: null }],
    rejected: [{ a: { deep: 1 } }, { a: { again: { x: 1 } } }, { b: 1 }, { c: 0 }, { d: 0 }],
  },
  {
    name: 'anchors',
    ajv: '2020-12',
    schema: {
      $schema: draft2020,
      $id: 'urn:example:root',
      properties: {
        a: { $ref: '#here' },
        b: { $ref: 'urn:example:root#here' },
        c: { $anchor: 'here', type: 'string' },
      },
    },
    normalized: {
      properties: { a: { $ref: '#/$defs/c' }, b: { $ref: '#/$defs/c' }, c: { type: 'string' } },
      $defs: { c: { type: 'string' } },
    },
    accepted: [{ a: 'x', b: 'x', c: 'x' }],
    rejected: [{ a: 1 }, { b: 1 }, { c: 1 }],
  },
  {
    name: 'a schema that refers to its root',
    ajv: '2020-12',
    schema: {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } }, name: { type: 'string' } },
      additionalProperties: false,
    },
    normalized: {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } }, name: { type: 'string' } },
      additionalProperties: false,
    },
    accepted: [{ children: [{ children: [], name: 'x' }] }],
    rejected: [{ children: [{ other: 1 }] }, { children: [1] }],
  },
  {
    name: '$recursiveRef',
    ajv: '2019-09',
    schema: {
      $schema: draft2019,
      $recursiveAnchor: true,
      type: 'object',
      properties: { next: { $recursiveRef: '#' }, n: { type: 'number' } },
      unevaluatedProperties: false,
    },
    normalized: {
      type: 'object',
      properties: { next: { $ref: '#' }, n: { type: 'number' } },
      unevaluatedProperties: false,
    },
    accepted: [{ next: { next: {} }, n: 1 }],
    rejected: [{ next: { x: 1 } }, { next: { next: { n: 'x' } } }],
  },
  {
    name: '$dynamicRef to a name that is declared once',
    // Ajv accepts anything by a dynamic anchor that it has not entered yet.
    ajv: undefined,
    schema: {
      $schema: draft2020,
      properties: { list: { type: 'array', items: { $dynamicRef: '#node', minProperties: 1 } } },
      $defs: { Node: { $dynamicAnchor: 'node', type: 'object', properties: { of: { $dynamicRef: '#node' } } } },
    },
    normalized: {
      properties: { list: { type: 'array', items: { $ref: '#/$defs/Node', minProperties: 1 } } },
      $defs: { Node: { type: 'object', properties: { of: { $ref: '#/$defs/Node' } } } },
    },
    accepted: [{ list: [{ of: { of: {} } }] }],
    rejected: [{ list: [{}] }, { list: [{ of: 1 }] }, { list: [1] }],
  },
  {
    name: '$dynamicRef that the root overrides',
    ajv: '2020-12',
    schema: {
      $schema: draft2020,
      $id: 'http://example.com/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      required: ['data'],
      $defs: {
        Tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          type: 'object',
          properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
        },
      },
    },
    normalized: {
      $ref: '#/$defs/Tree',
      required: ['data'],
      $defs: {
        Tree: {
          type: 'object',
          properties: { data: true, children: { type: 'array', items: { $ref: '#' } } },
        },
      },
    },
    accepted: [{ data: 1, children: [{ data: 2 }] }],
    rejected: [{ data: 1, children: [{}] }, {}, { data: 1, children: [1] }],
  },
  {
    name: '$ref beside $dynamicRef',
    // Ajv accepts anything by a dynamic anchor that it has not entered yet.
    ajv: undefined,
    schema: {
      $schema: draft2020,
      properties: { a: { $ref: '#/$defs/A', $dynamicRef: '#b', allOf: [{ maxLength: 4 }] } },
      $defs: { A: { type: 'string' }, B: { $dynamicAnchor: 'b', minLength: 2 } },
    },
    normalized: {
      properties: { a: { $ref: '#/$defs/A', allOf: [{ maxLength: 4 }, { $ref: '#/$defs/B' }] } },
      $defs: { A: { type: 'string' }, B: { minLength: 2 } },
    },
    accepted: [{ a: 'abc' }],
    rejected: [{ a: 'a' }, { a: 'abcde' }, { a: 1 }],
  },
  {
    name: 'every place that holds schemas',
    ajv: '2020-12',
    schema: {
      allOf: [{ title: 'x', minProperties: 1 }],
      anyOf: [
        { title: 'x', required: ['a'] },
        { title: 'x', required: ['b'] },
      ],
      oneOf: [true],
      not: { title: 'x', required: ['never'] },
      if: { title: 'x', required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
      then: { title: 'x', required: ['c'] },
      else: { title: 'x', required: ['d'] },
      properties: { a: { contains: { title: 'x', const: 1 }, prefixItems: [{ title: 'x' }], unevaluatedItems: true } },
      patternProperties: { '^x': { title: 'x', type: 'number' } },
      propertyNames: { title: 'x', pattern: '^[a-z]' },
      dependentSchemas: { b: { title: 'x', maxProperties: 2 } },
      additionalProperties: { title: 'x', type: 'string' },
    },
    normalized: {
      allOf: [{ minProperties: 1 }],
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      oneOf: [true],
      not: { required: ['never'] },
      if: { required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
      then: { required: ['c'] },
      else: { required: ['d'] },
      properties: { a: { contains: { const: 1 }, prefixItems: [{}], unevaluatedItems: true } },
      patternProperties: { '^x': { type: 'number' } },
      propertyNames: { pattern: '^[a-z]' },
      dependentSchemas: { b: { maxProperties: 2 } },
      additionalProperties: { type: 'string' },
    },
    accepted: [
      { a: [1], c: 'x', x1: 2 },
      { b: 'x', d: 'x' },
    ],
    rejected: [
      { a: [1] },
      { a: [2], c: 'x' },
      { b: 'x', d: 1 },
      { a: [1], c: 'x', x1: 'y' },
      { b: 'x', d: 'x', e: 'x' },
    ],
  },
];
