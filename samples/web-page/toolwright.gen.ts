// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
import { defineToolSchemas } from 'toolwright/generated';
import { Shop } from './shop.js';

defineToolSchemas(Shop, {
  find: {
    description: 'Finds products.',
    params: [
      { name: 'query', schema: { type: 'string', description: 'A part of the name.' } },
      { name: 'maxPrice', optional: true, default: 100, schema: { type: 'number', description: 'In euros.' } },
    ],
    returns: {
      type: 'array',
      items: {
        description: 'A product, and its price in euros.',
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
        required: ['name', 'price'],
      },
    },
  },
  describe: {
    description: 'Describes a product, word by word.',
    params: [
      { name: 'product', schema: { type: 'string' } },
      { name: 'words', optional: true, default: 3, schema: { type: 'number' } },
      { name: 'ctx', context: true },
    ],
    returns: { type: 'array', items: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } },
  },
  buy: {
    description: 'Buys a product.',
    params: [{ name: 'product', schema: { type: 'string' } }],
    returns: { type: 'string' },
  },
});
