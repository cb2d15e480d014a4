// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
import { defineToolSchemas } from 'toolwright/generated';
import { KnowledgeBase } from './knowledge-base.js';
import { NewItem } from './new-item.js';

defineToolSchemas(KnowledgeBase, {
  search: {
    description: 'Search all files, and the items that the user has added, line by line.',
    params: [
      {
        name: 'query',
        schema: { type: 'string', description: 'What to look for, in upper or lower case.', minLength: 1 },
      },
      {
        name: 'limit',
        optional: true,
        default: 10,
        schema: { type: 'number', description: 'At most this many hits.', minimum: 1, maximum: 100, multipleOf: 1 },
      },
      { name: 'userId', optional: true, schema: { type: 'string' } },
    ],
    returns: {
      type: 'array',
      items: {
        description: 'One line that was found.',
        type: 'object',
        properties: {
          file: { type: 'string' },
          line: { type: 'number', description: 'Counted from 1.' },
          text: { type: 'string' },
        },
        required: ['file', 'line', 'text'],
      },
      description: 'The lines that were found.',
    },
  },
  read: {
    description: 'Read one file.',
    params: [{ name: 'file', schema: { type: 'string', description: 'The file, as search names it.' } }],
    returns: { type: 'string' },
  },
  addItem: {
    params: [
      {
        name: 'newItem',
        schema: {
          description:
            'The arguments of an item to add. class-validator validates them; `@Field` adds descriptions for the model.',
          type: 'object',
          instanceOf: NewItem,
          properties: {
            title: { type: 'string' },
            text: { type: 'string' },
            priority: { type: 'number' },
            tags: { type: 'array', items: { type: 'string' } },
          },
          required: ['title', 'text', 'priority'],
          additionalProperties: false,
        },
      },
      { name: 'author', schema: { type: 'string' } },
    ],
    returns: {
      description: 'An item that a user added.',
      type: 'object',
      properties: {
        id: { type: 'number' },
        title: { type: 'string' },
        text: { type: 'string' },
        priority: { type: 'number' },
        author: { type: 'string' },
      },
      required: ['id', 'title', 'text', 'priority', 'author'],
    },
  },
  watch: {
    params: [
      { name: 'query', schema: { type: 'string' } },
      { name: 'ctx', context: true },
    ],
    returns: {
      type: 'array',
      items: {
        description: 'The hits in one file.',
        type: 'object',
        properties: { file: { type: 'string' }, count: { type: 'number' }, first: { type: 'string' } },
        required: ['file', 'count', 'first'],
      },
    },
  },
});
