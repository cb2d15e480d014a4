import type { ToolDescriptor } from '../../src/format/tool-descriptor.js';
import { deepFreeze } from './deep-freeze.js';

/** The special feature of a tool in this list. */
export type ToolKind =
  | 'plain'
  | 'noArguments'
  | 'strictAlready'
  | 'nested'
  | 'recursive'
  | 'union'
  | 'nullable'
  | 'tuple'
  | 'record'
  | 'values'
  | 'constraints'
  | 'unicode'
  | 'dashed'
  | 'reserved'
  | 'allOf'
  | 'alternatives';

const tools: Record<ToolKind, ToolDescriptor> = {
  plain: {
    name: 'search',
    title: 'Search',
    description: 'Search the knowledge base.\n\nFinds whole words only.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for', minLength: 1 },
        limit: { type: 'integer', description: 'At most this many hits', minimum: 1, maximum: 100, default: 10 },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      description: 'What was found.',
      properties: {
        hits: { type: 'array', items: { type: 'string' }, description: 'Titles, best first' },
        total: { type: 'integer' },
      },
      required: ['hits', 'total'],
    },
    examples: [
      { description: 'Find pizza', input: { query: 'pizza' }, output: { hits: [], total: 0 } },
      { input: { query: 'x', limit: 1 } },
    ],
    annotations: { readOnlyHint: true },
    meta: { origin: 'test' },
  },
  noArguments: {
    name: 'now',
    description: 'The time',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: { type: 'string', format: 'date-time' },
  },
  strictAlready: {
    name: 'add',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: ['number', 'null'] } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    outputSchema: { type: 'number' },
  },
  nested: {
    name: 'order',
    description: 'Place an order',
    inputSchema: {
      type: 'object',
      properties: {
        address: {
          type: 'object',
          description: 'Where to',
          properties: {
            street: { type: 'string', description: 'With the number' },
            zip: { type: 'string', pattern: '^[0-9]{5}$' },
            title: { type: 'string' },
          },
          required: ['street'],
        },
        lines: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: { sku: { type: 'string', format: 'uuid' }, count: { type: 'integer', exclusiveMinimum: 0 } },
            required: ['sku', 'count'],
            additionalProperties: false,
          },
        },
      },
      required: ['address', 'lines'],
      additionalProperties: false,
    },
  },
  recursive: {
    name: 'save_tree',
    description: 'Save a tree',
    inputSchema: {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Node', description: 'The root' }, spare: { $ref: '#/$defs/Node' } },
      required: ['tree'],
      additionalProperties: false,
      $defs: {
        Node: {
          type: 'object',
          description: 'One node',
          properties: {
            value: { type: 'number' },
            children: { type: 'array', items: { $ref: '#/$defs/Node' } },
            parent: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] },
          },
          required: ['value'],
          additionalProperties: false,
        },
        Unused: { type: 'object' },
      },
    },
    outputSchema: { $ref: '#/$defs/Node', $defs: { Node: { type: 'array', items: { $ref: '#/$defs/Node' } } } },
  },
  union: {
    name: 'draw',
    inputSchema: {
      type: 'object',
      properties: {
        shape: {
          oneOf: [
            {
              type: 'object',
              properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
              required: ['kind', 'radius'],
            },
            {
              type: 'object',
              properties: { kind: { const: 'square' }, side: { type: 'number' } },
              required: ['kind', 'side'],
            },
          ],
        },
        color: { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'A name or a number' },
        id: { type: ['string', 'number'] },
      },
      required: ['shape', 'color'],
      additionalProperties: false,
    },
  },
  nullable: {
    name: 'rename',
    inputSchema: {
      type: 'object',
      properties: {
        nickname: { type: ['string', 'null'], maxLength: 20 },
        owner: { anyOf: [{ type: 'object', properties: { id: { type: 'string' } } }, { type: 'null' }] },
        mode: { enum: ['a', 'b', null] },
        nothing: { type: 'null' },
      },
      required: ['nickname'],
      additionalProperties: false,
    },
  },
  tuple: {
    name: 'move',
    inputSchema: {
      type: 'object',
      properties: {
        to: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false, minItems: 2 },
        path: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 1 },
        rest: { type: 'array', prefixItems: [{ type: 'boolean' }], items: { type: 'string' }, minItems: 1 },
      },
      required: ['to'],
      additionalProperties: false,
    },
  },
  record: {
    name: 'set_labels',
    inputSchema: {
      type: 'object',
      properties: {
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        anything: { type: 'object' },
        mixed: {
          type: 'object',
          properties: { size: { type: 'number' } },
          required: ['size'],
          additionalProperties: { type: 'string' },
        },
        byPattern: { type: 'object', patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false },
        value: {},
      },
      required: ['labels'],
      additionalProperties: false,
    },
  },
  values: {
    name: 'set_mode',
    inputSchema: {
      type: 'object',
      properties: {
        mode: { type: 'string', enum: ['fast', "it's", 'a"b'], default: 'fast' },
        level: { enum: [1, 2, 3] },
        version: { const: 2 },
        flag: { const: true },
        mixed: { enum: ['auto', 0, false] },
        blank: { enum: ['', 'x'] },
      },
      required: ['mode', 'level'],
      additionalProperties: false,
    },
  },
  constraints: {
    name: 'check',
    inputSchema: {
      type: 'object',
      properties: {
        email: { type: 'string', format: 'email', minLength: 3, maxLength: 50 },
        site: { type: 'string', format: 'uri', description: 'Home page' },
        code: { type: 'string', pattern: '^(?=.*[0-9]).+$' },
        price: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.01 },
        picked: { type: 'array', items: { type: 'integer' }, contains: { const: 7 }, maxItems: 5 },
        other: { type: 'string', not: { const: 'root' }, examples: ['me', 'you'], deprecated: true },
        limits: {
          type: 'object',
          properties: { low: { type: 'number' }, high: { type: 'number' } },
          dependentRequired: { low: ['high'] },
          minProperties: 1,
        },
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
  unicode: {
    name: 'greet-user',
    description: 'Begrüßt */ jemanden mit `Code` und $\u007bx}\u2028neue Zeile',
    inputSchema: {
      type: 'object',
      properties: {
        名前: { type: 'string', description: 'Ends */ here' },
        'content-type': { type: 'string', default: 'a`b' },
        __proto__fake: { type: 'boolean' },
        default: { enum: ['\u2028', '\\', "'"] },
      },
      required: ['名前'],
      additionalProperties: false,
    },
  },
  dashed: {
    name: '2fa-verify',
    description: 'Verify a code',
    inputSchema: {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
      additionalProperties: false,
    },
    examples: [{ input: { code: '123456' } }],
  },
  reserved: { name: 'delete', inputSchema: { type: 'object' } },
  allOf: {
    name: 'create_user',
    inputSchema: {
      type: 'object',
      allOf: [
        { $ref: '#/$defs/Named' },
        { type: 'object', properties: { age: { type: 'integer', minimum: 0 } }, required: ['age'] },
      ],
      properties: { age: { type: 'number', maximum: 150 } },
      unevaluatedProperties: false,
      $defs: {
        Named: {
          type: 'object',
          properties: { name: { type: 'string' }, nick: { type: 'string' } },
          required: ['name'],
        },
      },
    },
  },
  alternatives: {
    name: 'find',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      anyOf: [{ required: ['id'] }, { required: ['name'] }],
      additionalProperties: false,
    },
  },
};

/** Tools of many shapes, by special feature. Frozen, so that a format that changes its input throws. */
export const descriptors: Readonly<Record<ToolKind, ToolDescriptor>> = deepFreeze(tools);

/** The tools of `descriptors` as a list for `it.each`. */
export const descriptorList: readonly (readonly [kind: string, tool: ToolDescriptor])[] = Object.entries(descriptors);
