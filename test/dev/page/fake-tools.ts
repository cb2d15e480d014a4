import type { DevTool, HiddenParameter } from '../../../src/integrations/dev/protocol.js';

const address = {
  type: 'object',
  title: 'Address',
  properties: { street: { type: 'string' }, city: { type: 'string', description: 'The city, without its postcode.' } },
  required: ['city'],
};

const payment = {
  oneOf: [
    {
      title: 'card',
      type: 'object',
      properties: { kind: { const: 'card' }, number: { type: 'string', pattern: '^\\d{4,}$' } },
      required: ['kind', 'number'],
    },
    {
      title: 'invoice',
      type: 'object',
      properties: { kind: { const: 'invoice' }, days: { type: 'integer', minimum: 1 } },
      required: ['kind'],
    },
  ],
};

/** A one-pixel PNG. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A silent WAV file. */
export const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

type ToolParts = Partial<DevTool> & Pick<DevTool, 'name' | 'description'>;

function tool(parts: ToolParts): DevTool {
  return {
    group: 'shop',
    active: true,
    kind: 'native',
    tokens: 40 + parts.description.length,
    approval: 'never',
    inputSchema: { type: 'object', properties: {} },
    hidden: [],
    examples: [],
    ...parts,
  };
}

const hiddenUser: readonly HiddenParameter[] = [
  { name: 'userId', key: 'user.id', optional: false, value: { key: 'user.id', kind: 'json', value: 42 } },
  { name: 'apiKey', key: 'user.apiKey', optional: false, value: { key: 'user.apiKey', kind: 'secret' } },
];

/** Tools for each kind of parameter and result that the page shows. */
export const fakeTools: readonly DevTool[] = [
  tool({
    name: 'create_order',
    title: 'Create an order',
    description: 'Creates an order for the user who has signed in.',
    annotations: { readOnlyHint: false, idempotentHint: true },
    hidden: hiddenUser,
    examples: [
      { items: [{ sku: 'A-1', quantity: 2 }], payment: { kind: 'invoice', days: 30 }, ship: { city: 'Ghent' } },
    ],
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          description: 'What is ordered.',
          minItems: 1,
          items: {
            type: 'object',
            properties: { sku: { type: 'string', maxLength: 20 }, quantity: { type: 'integer', minimum: 1 } },
            required: ['sku', 'quantity'],
          },
        },
        payment,
        ship: { $ref: '#/$defs/Address' },
        speed: { enum: ['slow', 'fast'], description: 'How fast it is sent.' },
        gift: { type: 'boolean' },
        due: { type: 'string', format: 'date-time' },
        day: { type: 'string', format: 'date' },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        extra: {},
      },
      required: ['items', 'payment'],
      $defs: { Address: address },
    },
  }),
  tool({
    name: 'add_comment',
    description: 'Adds a comment with replies.',
    inputSchema: {
      $ref: '#/$defs/Comment',
      $defs: {
        Comment: {
          type: 'object',
          properties: {
            text: { type: 'string' },
            replies: { type: 'array', items: { $ref: '#/$defs/Comment' } },
            parent: { $ref: '#/$defs/Comment' },
          },
          required: ['text'],
        },
      },
    },
  }),
  tool({
    name: 'upload',
    description: 'Stores a file.',
    group: 'files',
    inputSchema: {
      type: 'object',
      properties: { data: { type: 'string', contentEncoding: 'base64' } },
      required: ['data'],
    },
  }),
  tool({
    name: 'stream_words',
    description: 'Streams words.',
    group: 'files',
    inputSchema: { type: 'object', properties: { count: { type: 'integer', default: 3 } } },
  }),
  tool({ name: 'wait', description: 'Runs until it is canceled.', group: 'files' }),
  tool({ name: 'show_media', description: 'Returns an image, a sound, a file and links.', group: 'files' }),
  tool({
    name: 'pay',
    description: 'Pays.',
    approval: 'always',
    inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  }),
  tool({ name: 'plan', description: 'Makes other calls.' }),
  tool({
    name: 'sign_in',
    description: 'Signs a user in.',
    inputSchema: {
      type: 'object',
      properties: { user: { type: 'string', maxLength: 20 }, password: { type: 'string', format: 'password' } },
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { session: { type: 'string' } } },
  }),
  tool({
    name: 'hostile',
    description: '<img src=x onerror="window.attacked=true"><script>window.attacked=true</script>',
  }),
];

/** As many tools as a large API has. */
export function manyTools(count: number): readonly DevTool[] {
  return Array.from({ length: count }, (_, index) =>
    tool({ name: `operation_${index}`, description: `Calls the operation ${index}.`, group: `api ${index % 20}` }),
  );
}
