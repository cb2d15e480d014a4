// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
import { defineToolSchemas } from 'toolwright/generated';
import { AliasTags } from './alias-tags/tools.js';
import { Anything } from './anything/tools.js';
import { Arrays } from './arrays/tools.js';
import { BigInts } from './bigints/tools.js';
import { BoundParameters } from './bound-parameters/tools.js';
import { BrandedPrimitives } from './branded-primitives/tools.js';
import { Bytes } from './bytes/tools.js';
import { CandidateDtos, Page, Unruled } from './candidate-dtos/tools.js';
import { ClosedObjects } from './closed-objects/tools.js';
import { ComputedDefaults } from './computed-defaults/tools.js';
import { ConstEnums } from './const-enums/tools.js';
import { ContextAndBindings } from './context-and-bindings/tools.js';
import { Dates } from './dates/tools.js';
import { DecoratorAliases } from './decorator-aliases/tools.js';
import { DerivedInstances } from './derived-instances/tools.js';
import { DerivedTypes } from './derived-types/tools.js';
import { DescribedOptions } from './described-options/tools.js';
import { DescribedParameters } from './described-parameters/tools.js';
import { DescribedResults } from './described-results/tools.js';
import { DescriptionTags } from './description-tag/tools.js';
import { DestructuredDefaults } from './destructured-defaults/tools.js';
import { DestructuredParameters } from './destructured-parameters/tools.js';
import { DiscriminatedUnions } from './discriminated-unions/tools.js';
import { DtoArrays, Line, Order } from './dto-arrays/tools.js';
import { DtoClasses, NewUser } from './dto-classes/tools.js';
import { DtoInheritance, Pinned, Task } from './dto-inheritance/tools.js';
import { Article, DtoRules, Exposed, Section } from './dto-rules/tools.js';
import { Card, Cash, DtoUnions } from './dto-unions/tools.js';
import { Examples } from './examples/tools.js';
import { ExplicitDescriptions } from './explicit-descriptions/tools.js';
import { FieldDtos, Query } from './field-dtos/tools.js';
import { Repository } from './generic-base-classes/repository.js';
import { GenericBaseClasses } from './generic-base-classes/tools.js';
import { Generics } from './generics/tools.js';
import { IgnoredIndex } from './ignored-index/tools.js';
import { IgnoredProperties } from './ignored-properties/tools.js';
import { IndexSignatures } from './index-signatures/tools.js';
import { InheritedComments } from './inherited-comments/tools.js';
import { InheritedMethods, Store } from './inherited-methods/tools.js';
import { InlineComments } from './inline-comments/tools.js';
import { Intersections } from './intersections/tools.js';
import { LabelledTuples } from './labelled-tuples/tools.js';
import { Links } from './links/tools.js';
import { LiteralDefaults } from './literal-defaults/tools.js';
import { LiteralUnions } from './literal-unions/tools.js';
import { Literals } from './literals/tools.js';
import { Count, LabelledTitle, MappedDtos, Page as Page2, Renamed, Title, UpdateItem } from './mapped-dtos/tools.js';
import { MappedTypes } from './mapped-types/tools.js';
import { Maps } from './maps/tools.js';
import { MembersWithoutJson } from './members-without-json/tools.js';
import { MutualRecursion } from './mutual-recursion/tools.js';
import { NamedDefaults } from './named-defaults/tools.js';
import { NestedDtos, Price, Product } from './nested-dtos/tools.js';
import { NestedInterfaces } from './nested-interfaces/tools.js';
import { NoParameters } from './no-parameters/tools.js';
import { NothingInside } from './nothing-inside/tools.js';
import { Nullables } from './nullable/tools.js';
import { NumericEnums } from './numeric-enums/tools.js';
import { OpenObjects } from './open-objects/tools.js';
import { OptionalParameters } from './optional-parameters/tools.js';
import { OptionalProperties } from './optional-properties/tools.js';
import { OptionalTuples } from './optional-tuples/tools.js';
import { Overloads } from './overloads/tools.js';
import { OverriddenMethods } from './overridden-methods/tools.js';
import { OwnSchemas } from './own-schemas/tools.js';
import { ParameterComments } from './parameter-comments/tools.js';
import { ParameterTags } from './parameter-tags/tools.js';
import { Partials } from './partial/tools.js';
import { PatternedIndexSignatures } from './patterned-index-signatures/tools.js';
import { PickAndOmit } from './pick-and-omit/tools.js';
import { PlainClasses } from './plain-classes/tools.js';
import { Primitives } from './primitives/tools.js';
import { PropertyTags } from './property-tags/tools.js';
import { ReadonlyArrays } from './readonly-arrays/tools.js';
import { Records } from './records/tools.js';
import { RecursiveTypes } from './recursive-types/tools.js';
import { RequiredAndReadonly } from './required-and-readonly/tools.js';
import { RestParameters } from './rest-parameters/tools.js';
import { RestTuples } from './rest-tuples/tools.js';
import { ReturnedInstances } from './returned-instances/tools.js';
import { ReturnedIterables } from './returned-iterables/tools.js';
import { ReturnedNothing } from './returned-nothing/tools.js';
import { ReturnedObservables } from './returned-observables/tools.js';
import { ReturnedPromises } from './returned-promises/tools.js';
import { ReturnedResults } from './returned-results/tools.js';
import { ReturnedStreams } from './returned-streams/tools.js';
import { ReturnedToolResults } from './returned-tool-results/tools.js';
import { ReturnedTypes } from './returned-types/tools.js';
import { Sets } from './sets/tools.js';
import { SharedReferences } from './shared-references/tools.js';
import { SpelledValues } from './spelled-values/tools.js';
import { StringEnums } from './string-enums/tools.js';
import { StructuredDefaults } from './structured-defaults/tools.js';
import { SummaryAndRemarks } from './summary-and-remarks/tools.js';
import { TemplateLiterals } from './template-literals/tools.js';
import { Tuples } from './tuples/tools.js';
import { TypeAliases } from './type-aliases/tools.js';
import { TypeLists } from './type-lists/tools.js';
import { Unions } from './unions/tools.js';
import { UtilityTypes } from './utility-types/tools.js';

defineToolSchemas(AliasTags, {
  add: {
    params: [
      {
        name: 'item',
        schema: {
          type: 'object',
          properties: {
            count: { type: 'integer', minimum: 1, description: 'A whole number of things.' },
            slug: { type: 'string', minLength: 2, pattern: '^[a-z]+$', description: 'Where it is shown.' },
            weight: { type: ['number', 'null'], minimum: 1 },
          },
          required: ['count', 'weight'],
          additionalProperties: false,
        },
      },
      { name: 'rank', schema: { type: 'number', minimum: 1 } },
      { name: 'slugs', schema: { type: 'array', items: { type: 'string', minLength: 2, pattern: '^[a-z]+$' } } },
      {
        name: 'more',
        optional: true,
        schema: { type: 'array', items: { type: 'integer', minimum: 1, description: 'A whole number of things.' } },
      },
      { name: 'others', rest: true, schema: { type: 'array', items: { type: 'number', minimum: 1 } } },
    ],
    returns: { type: 'number', minimum: 1 },
  },
});

defineToolSchemas(Anything, {
  put: {
    params: [
      { name: 'value', schema: {} },
      {
        name: 'entry',
        schema: {
          type: 'object',
          properties: { key: { type: 'string' }, value: {}, meta: { type: 'object' } },
          required: ['key', 'value'],
          additionalProperties: false,
        },
      },
      { name: 'list', schema: { type: 'array', items: {} } },
      { name: 'shape', schema: { type: 'object' } },
      { name: 'empty', schema: { type: 'object' } },
    ],
  },
  log: {
    params: [
      { name: 'data', schema: {} },
      { name: 'optional', optional: true, schema: {} },
    ],
  },
});

defineToolSchemas(Arrays, {
  join: {
    params: [
      { name: 'words', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'numbers', schema: { type: 'array', items: { type: 'number' } } },
      { name: 'grid', schema: { type: 'array', items: { type: 'array', items: { type: 'number' } } } },
      {
        name: 'path',
        schema: {
          type: 'array',
          items: {
            type: 'object',
            properties: { x: { type: 'number' }, y: { type: 'number' } },
            required: ['x', 'y'],
            additionalProperties: false,
          },
        },
      },
      { name: 'mixed', schema: { type: 'array', items: { type: ['number', 'string'] } } },
    ],
  },
  count: { params: [{ name: 'words', schema: { type: 'array', items: { type: 'string' } } }] },
});

defineToolSchemas(BigInts, {
  pay: {
    params: [
      { name: 'amount', schema: { type: 'string', pattern: '^-?[0-9]+$', instanceOf: BigInt } },
      { name: 'fees', schema: { type: 'array', items: { type: 'string', pattern: '^-?[0-9]+$', instanceOf: BigInt } } },
      { name: 'version', schema: { type: 'string', enum: ['1', '2'], instanceOf: BigInt } },
      {
        name: 'limit',
        schema: {
          anyOf: [{ type: 'string', pattern: '^-?[0-9]+$', instanceOf: BigInt }, { type: 'number' }, { type: 'null' }],
        },
      },
    ],
  },
});

defineToolSchemas(BoundParameters, {
  find: {
    params: [
      { name: 'query', schema: { type: 'string' } },
      { name: 'tenant', schema: { type: 'string' } },
      { name: 'limit', optional: true, default: 10, schema: { type: 'number' } },
    ],
    bindings: { '1': { stateKey: 'session.tenant' } },
  },
  read: {
    params: [
      { name: 'tenant', schema: { type: 'string' } },
      { name: 'user' },
      { name: 'key', schema: { type: 'string' } },
      { name: 'trace', optional: true, schema: { type: 'boolean' } },
    ],
    bindings: {
      '0': { stateKey: 'session.tenant' },
      '1': { stateKey: 'session.user' },
      '3': { stateKey: 'trace', optional: true },
    },
  },
  list: {
    params: [
      { name: 'theme', schema: { type: 'string', enum: ['dark', 'light'] } },
      { name: 'tenant', schema: { type: 'string' } },
      { name: 'page', schema: { type: 'number' } },
    ],
    bindings: { '0': { stateKey: 'theme' }, '1': { stateKey: 'session.tenant' } },
  },
  place: {
    params: [
      {
        schema: {
          type: 'object',
          properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
          required: ['x'],
          additionalProperties: false,
        },
      },
      { name: 'user' },
    ],
    bindings: { '1': { stateKey: 'session.user' } },
  },
  weather: { bindings: { '1': { stateKey: 'session.user', optional: true } } },
  echo: {
    params: [
      { name: 'text', schema: { type: 'string' } },
      { name: 'theme', schema: { type: 'string', enum: ['dark', 'light'] } },
      { name: 'user' },
    ],
    bindings: { '1': { stateKey: 'theme' }, '2': { stateKey: 'session.user' } },
    returns: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        theme: { type: 'string', enum: ['dark', 'light'] },
        user: { type: 'string' },
      },
      required: ['text', 'theme', 'user'],
    },
  },
});

defineToolSchemas(BrandedPrimitives, {
  transfer: {
    params: [
      { name: 'from', schema: { type: 'string', description: 'The number of an account.' } },
      { name: 'to', schema: { type: 'string', description: 'The number of an account.' } },
      { name: 'amount', schema: { type: 'number' } },
      { name: 'reason', optional: true, schema: { type: 'string', enum: ['gift', 'debt'] } },
    ],
  },
});

defineToolSchemas(Bytes, {
  upload: {
    params: [
      { name: 'name', schema: { type: 'string' } },
      { name: 'data', schema: { type: 'string', contentEncoding: 'base64', instanceOf: Uint8Array } },
      { name: 'thumbnail', optional: true, schema: { type: 'string', contentEncoding: 'base64', instanceOf: Buffer } },
      {
        name: 'parts',
        optional: true,
        default: [],
        schema: { type: 'array', items: { type: 'string', contentEncoding: 'base64', instanceOf: Uint8Array } },
      },
    ],
  },
});

defineToolSchemas(CandidateDtos, {
  ruled: {
    params: [
      {
        name: 'page',
        schema: {
          type: 'object',
          dtoCandidate: Page,
          properties: { page: { type: 'number' } },
          required: ['page'],
          additionalProperties: false,
        },
      },
    ],
  },
  unruled: {
    params: [
      {
        name: 'page',
        schema: {
          type: 'object',
          dtoCandidate: Unruled,
          properties: { page: { type: 'number' } },
          required: ['page'],
          additionalProperties: false,
        },
      },
    ],
  },
  either: {
    params: [
      {
        name: 'page',
        schema: {
          anyOf: [
            {
              type: 'object',
              dtoCandidate: Page,
              properties: { page: { type: 'number' } },
              required: ['page'],
              additionalProperties: false,
            },
            { type: 'null' },
          ],
        },
      },
      {
        name: 'others',
        optional: true,
        default: [],
        schema: {
          type: 'array',
          items: {
            type: 'object',
            dtoCandidate: Unruled,
            properties: { page: { type: 'number' } },
            required: ['page'],
            additionalProperties: false,
          },
        },
      },
    ],
  },
});

defineToolSchemas(ClosedObjects, {
  find: {
    params: [
      { name: 'query', schema: { type: 'string' } },
      {
        name: 'filter',
        optional: true,
        schema: {
          type: 'object',
          properties: {
            since: { type: 'string' },
            price: {
              type: 'object',
              properties: { from: { type: 'number' }, to: { type: 'number' } },
              additionalProperties: false,
              description: 'The prices to find.',
            },
          },
          additionalProperties: false,
        },
      },
    ],
  },
  intersect: {
    params: [
      {
        name: 'both',
        schema: {
          type: 'object',
          properties: {
            since: { type: 'string' },
            price: {
              type: 'object',
              properties: { from: { type: 'number' }, to: { type: 'number' } },
              additionalProperties: false,
              description: 'The prices to find.',
            },
            size: { type: 'number' },
            order: {
              type: 'object',
              properties: { by: { type: 'string' } },
              required: ['by'],
              additionalProperties: false,
            },
          },
          required: ['size', 'order'],
          additionalProperties: false,
        },
      },
      {
        name: 'alternatives',
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: {
                since: { type: 'string' },
                price: {
                  type: 'object',
                  properties: { from: { type: 'number' }, to: { type: 'number' } },
                  additionalProperties: false,
                  description: 'The prices to find.',
                },
                id: { type: 'number' },
              },
              required: ['id'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { size: { type: 'number' }, id: { type: 'number' } },
              required: ['size', 'id'],
              additionalProperties: false,
            },
          ],
        },
      },
      {
        name: 'branded',
        schema: {
          type: 'object',
          properties: { size: { type: 'number' } },
          required: ['size'],
          additionalProperties: false,
        },
      },
    ],
  },
  union: {
    params: [
      {
        name: 'shape',
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'circle' }, radius: { type: 'number' } },
              required: ['kind', 'radius'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'square' }, side: { type: 'number' } },
              required: ['kind', 'side'],
              additionalProperties: false,
            },
          ],
        },
      },
      {
        name: 'either',
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: { size: { type: 'number' } },
              required: ['size'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { offset: { type: 'number' } },
              required: ['offset'],
              additionalProperties: false,
            },
            { type: 'null' },
          ],
        },
      },
    ],
  },
  grow: {
    description: 'The schema of the result stays open.',
    params: [
      { name: 'root', schema: { $ref: '#/$defs/Branch' } },
      { name: 'other', schema: { $ref: '#/$defs/Branch' } },
    ],
    returns: { $ref: '#/$defs/Branch2' },
    $defs: {
      Branch: {
        type: 'object',
        properties: { label: { type: 'string' }, branches: { type: 'array', items: { $ref: '#/$defs/Branch' } } },
        required: ['label'],
        additionalProperties: false,
      },
      Branch2: {
        type: 'object',
        properties: { label: { type: 'string' }, branches: { type: 'array', items: { $ref: '#/$defs/Branch2' } } },
        required: ['label'],
      },
    },
  },
  derive: {
    params: [
      {
        name: 'point',
        schema: {
          type: 'object',
          properties: { x: { type: 'number' }, y: { type: 'number' } },
          required: ['x', 'y'],
          additionalProperties: false,
        },
      },
      {
        name: 'box',
        schema: {
          type: 'object',
          properties: {
            content: {
              type: 'object',
              properties: {
                content: {
                  type: 'object',
                  properties: { size: { type: 'number' } },
                  required: ['size'],
                  additionalProperties: false,
                },
              },
              required: ['content'],
              additionalProperties: false,
            },
          },
          required: ['content'],
          additionalProperties: false,
        },
      },
      {
        name: 'named',
        schema: {
          type: 'object',
          properties: {
            a: {
              type: 'object',
              properties: { value: { type: 'string' } },
              required: ['value'],
              additionalProperties: false,
            },
            b: {
              type: 'object',
              properties: { value: { type: 'string' } },
              required: ['value'],
              additionalProperties: false,
            },
          },
          required: ['a', 'b'],
          additionalProperties: false,
        },
      },
      {
        name: 'part',
        schema: {
          type: 'object',
          properties: {
            price: {
              type: 'object',
              properties: { from: { type: 'number' }, to: { type: 'number' } },
              additionalProperties: false,
              description: 'The prices to find.',
            },
          },
          additionalProperties: false,
        },
      },
    ],
  },
  generic: {
    params: [
      {
        name: 'page',
        schema: {
          type: 'object',
          properties: { size: { type: 'number' } },
          required: ['size'],
          additionalProperties: false,
        },
      },
      {
        name: 'filter',
        schema: {
          type: 'object',
          properties: {
            since: { type: 'string' },
            price: {
              type: 'object',
              properties: { from: { type: 'number' }, to: { type: 'number' } },
              additionalProperties: false,
              description: 'The prices to find.',
            },
            size: { type: 'number' },
          },
          required: ['size'],
          additionalProperties: false,
        },
      },
    ],
  },
  hold: {
    params: [
      { name: 'list', schema: { type: 'array', items: { $ref: '#/$defs/Paged' } } },
      { name: 'set', schema: { type: 'array', items: { $ref: '#/$defs/Paged' }, uniqueItems: true, instanceOf: Set } },
      { name: 'map', schema: { type: 'object', additionalProperties: { $ref: '#/$defs/Paged' }, instanceOf: Map } },
      { name: 'tuple', schema: { type: 'array', prefixItems: [{ $ref: '#/$defs/Paged' }], items: false, minItems: 1 } },
      { name: 'record', schema: { type: 'object', additionalProperties: { $ref: '#/$defs/Paged' } } },
    ],
    $defs: {
      Paged: {
        type: 'object',
        properties: { size: { type: 'number' } },
        required: ['size'],
        additionalProperties: false,
      },
    },
  },
});

defineToolSchemas(ComputedDefaults, {
  stamp: {
    params: [
      {
        name: 'at',
        optional: true,
        schema: {
          anyOf: [
            { type: 'string', format: 'date-time' },
            { type: 'string', format: 'date' },
          ],
          instanceOf: Date,
        },
      },
      { name: 'name', optional: true, schema: { type: 'string' } },
      { name: 'size', optional: true, schema: { type: 'number' } },
      { name: 'list', optional: true, schema: { type: 'array', items: { type: 'string' } } },
    ],
  },
});

defineToolSchemas(ConstEnums, {
  move: {
    params: [
      { name: 'direction', schema: { type: 'string', enum: ['up', 'down'] } },
      { name: 'back', optional: true, default: 'down', schema: { type: 'string', enum: ['up', 'down'] } },
    ],
  },
});

defineToolSchemas(ContextAndBindings, {
  log: {
    params: [
      { name: 'text', schema: { type: 'string' } },
      { name: 'context', context: true },
      { name: 'level', optional: true, schema: { type: 'string', enum: ['info', 'warn'] } },
    ],
  },
  send: {
    params: [
      { name: 'to', schema: { type: 'string' } },
      { name: 'session' },
      { name: 'token', schema: { type: 'string' } },
      { name: 'call', schema: {} },
    ],
  },
  wait: { params: [{ name: 'call' }, { name: 'ms', schema: { type: 'number' } }] },
  place: {
    params: [
      { name: 'user', schema: { type: 'string' } },
      {
        schema: {
          type: 'object',
          properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
          required: ['x'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(Dates, {
  book: {
    params: [
      {
        name: 'at',
        schema: {
          anyOf: [
            { type: 'string', format: 'date-time' },
            { type: 'string', format: 'date' },
          ],
          instanceOf: Date,
        },
      },
      {
        name: 'period',
        schema: {
          type: 'object',
          properties: {
            from: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
            },
            to: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
              description: 'Open if left out.',
            },
          },
          required: ['from'],
          additionalProperties: false,
        },
      },
      {
        name: 'others',
        schema: {
          type: 'array',
          items: {
            anyOf: [
              { type: 'string', format: 'date-time' },
              { type: 'string', format: 'date' },
            ],
            instanceOf: Date,
          },
        },
      },
      {
        name: 'until',
        schema: {
          anyOf: [
            {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
            },
            { type: 'null' },
          ],
        },
      },
    ],
  },
  find: {
    params: [
      {
        name: 'period',
        schema: {
          type: 'object',
          properties: {
            from: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
            },
            to: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
              description: 'Open if left out.',
            },
          },
          required: ['from'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(DecoratorAliases, {
  read: { params: [{ name: 'page', schema: { type: 'number', enum: [1, 2, 3] } }], returns: { type: 'string' } },
});

defineToolSchemas(DerivedInstances, {
  change: {
    params: [
      {
        name: 'changes',
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            at: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
            },
            attachments: {
              type: 'array',
              items: {
                type: 'object',
                properties: { data: { type: 'string', contentEncoding: 'base64', instanceOf: Uint8Array } },
                required: ['data'],
                additionalProperties: false,
              },
            },
          },
          additionalProperties: false,
        },
      },
      {
        name: 'at',
        schema: {
          anyOf: [
            { type: 'string', format: 'date-time' },
            { type: 'string', format: 'date' },
          ],
          instanceOf: Date,
        },
      },
      {
        name: 'event',
        schema: {
          type: 'object',
          properties: {
            at: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
            },
            attachments: {
              type: 'array',
              items: {
                type: 'object',
                properties: { data: { type: 'string', contentEncoding: 'base64', instanceOf: Uint8Array } },
                required: ['data'],
                additionalProperties: false,
              },
            },
          },
          required: ['at', 'attachments'],
          additionalProperties: false,
        },
      },
    ],
  },
  patch: {
    params: [
      {
        name: 'event',
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            at: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
            },
            attachments: {
              type: 'array',
              items: {
                type: 'object',
                properties: { data: { type: 'string', contentEncoding: 'base64', instanceOf: Uint8Array } },
                required: ['data'],
                additionalProperties: false,
              },
            },
          },
          additionalProperties: false,
        },
      },
      {
        name: 'list',
        schema: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              at: {
                anyOf: [
                  { type: 'string', format: 'date-time' },
                  { type: 'string', format: 'date' },
                ],
                instanceOf: Date,
              },
            },
            required: ['at'],
            additionalProperties: false,
          },
        },
      },
    ],
  },
});

defineToolSchemas(DerivedTypes, {
  derive: {
    params: [
      { name: 'size', schema: { type: 'string', enum: ['small', 'large'] } },
      { name: 'field', schema: { type: 'string', enum: ['id', 'lines'] } },
      {
        name: 'line',
        schema: {
          type: 'object',
          properties: { sku: { type: 'string' }, count: { type: 'number' } },
          required: ['sku', 'count'],
          additionalProperties: false,
        },
      },
      {
        name: 'options',
        schema: {
          type: 'object',
          properties: {
            host: { type: 'string' },
            port: { type: 'number' },
            tags: { type: 'array', items: { type: 'string' } },
          },
          required: ['host', 'port', 'tags'],
          additionalProperties: false,
        },
      },
    ],
  },
  conditional: {
    params: [
      { name: 'text', schema: { type: 'string' } },
      { name: 'count', schema: { type: 'number' } },
    ],
  },
});

defineToolSchemas(DescribedOptions, {
  search: {
    params: [
      { name: 'query', schema: { type: 'string', description: 'what to look for' } },
      {
        name: 'options',
        schema: {
          type: 'object',
          properties: {
            limit: { type: 'number', description: 'the most to give' },
            order: { type: 'string', enum: ['asc', 'desc'], description: 'Told by the property, and by nothing else.' },
            page: {
              type: 'object',
              properties: { size: { type: 'number', description: 'how many at a time' } },
              required: ['size'],
              additionalProperties: false,
            },
          },
          required: ['page'],
          additionalProperties: false,
          description: 'how to look',
        },
      },
    ],
  },
  list: {
    params: [
      {
        name: 'options',
        schema: {
          type: 'object',
          properties: {
            limit: { type: 'number', description: 'the most to list', minimum: 1 },
            order: { type: 'string', enum: ['asc', 'desc'], description: 'Told by the property, and by nothing else.' },
            page: {
              type: 'object',
              properties: { size: { type: 'number' } },
              required: ['size'],
              additionalProperties: false,
            },
          },
          required: ['page'],
          additionalProperties: false,
          description: 'how to list',
        },
      },
    ],
  },
  sort: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            limit: { type: 'number', description: 'Told by the property.' },
            order: { type: 'string', enum: ['asc', 'desc'], description: 'which way', default: 'asc' },
            page: {
              type: 'object',
              properties: { size: { type: 'number' } },
              required: ['size'],
              additionalProperties: false,
            },
          },
          required: ['page'],
          additionalProperties: false,
          description: 'how to sort',
        },
      },
    ],
  },
});

defineToolSchemas(DescribedParameters, {
  search: {
    description: 'Searches.',
    params: [
      { name: 'query', schema: { type: 'string', description: 'What to look for:\nwords, or a phrase in quotes.' } },
      { name: 'limit', schema: { type: 'number', description: 'the most to give' } },
      { name: 'tags', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'owner', optional: true, schema: { type: 'string', description: 'whose they are' } },
      {
        name: 'order',
        optional: true,
        default: 'asc',
        schema: { type: 'string', enum: ['asc', 'desc'], description: 'how to sort' },
      },
    ],
  },
});

defineToolSchemas(DescribedResults, {
  add: {
    description: 'Adds.',
    params: [
      { name: 'left', schema: { type: 'number' } },
      { name: 'right', schema: { type: 'number' } },
    ],
    returns: { type: 'number', description: 'the sum', minimum: 0 },
  },
  run: {
    params: [],
    returns: {
      description: 'what came of it in the end',
      type: 'object',
      properties: { isDone: { type: 'boolean' } },
      required: ['isDone'],
    },
  },
  walk: {
    params: [],
    returns: {
      description: 'What came of it.',
      type: 'object',
      properties: { isDone: { type: 'boolean' } },
      required: ['isDone'],
    },
  },
});

defineToolSchemas(DescriptionTags, {
  send: {
    description: 'Send parcels.',
    params: [
      {
        name: 'order',
        schema: {
          description: 'What is sent.',
          type: 'object',
          properties: {
            parcels: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  label: { type: 'string', maxLength: 40 },
                  weight: { type: 'number', description: 'In grams', minimum: 1 },
                },
                required: ['label', 'weight'],
                additionalProperties: false,
              },
            },
          },
          required: ['parcels'],
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'object',
      properties: {
        label: { type: 'string', maxLength: 40 },
        weight: { type: 'number', description: 'In grams', minimum: 1 },
      },
      required: ['label', 'weight'],
      additionalProperties: false,
    },
  },
  count: { params: [{ name: 'label', schema: { type: 'string', maxLength: 40 } }], returns: { type: 'number' } },
});

defineToolSchemas(DestructuredDefaults, {
  search: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            query: { type: 'string' },
            limit: { type: 'number', default: 10 },
            order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
            tags: { type: 'array', items: { type: 'string' }, default: [] },
            at: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
            },
          },
          required: ['query'],
          additionalProperties: false,
        },
      },
    ],
  },
  list: {
    params: [
      {
        optional: true,
        default: {},
        schema: { type: 'object', properties: { limit: { type: 'number', default: 5 } }, additionalProperties: false },
      },
    ],
  },
});

defineToolSchemas(DestructuredParameters, {
  search: {
    params: [
      {
        schema: {
          type: 'object',
          properties: { text: { type: 'string', description: 'What to look for.' }, limit: { type: 'number' } },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
  },
  inline: {
    params: [
      {
        schema: {
          type: 'object',
          properties: { from: { type: 'number' }, to: { type: 'number' } },
          required: ['from', 'to'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(DiscriminatedUnions, {
  draw: {
    params: [
      {
        name: 'shape',
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'circle' }, radius: { type: 'number' } },
              required: ['kind', 'radius'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: {
                kind: { type: 'string', const: 'rectangle' },
                width: { type: 'number' },
                height: { type: 'number' },
              },
              required: ['kind', 'width', 'height'],
              additionalProperties: false,
            },
          ],
        },
      },
    ],
  },
  drawAll: {
    params: [
      { name: 'shapes', schema: { type: 'array', items: { $ref: '#/$defs/Shape' } } },
      { name: 'frame', schema: { $ref: '#/$defs/Shape' } },
    ],
    $defs: {
      Shape: {
        anyOf: [
          {
            type: 'object',
            properties: { kind: { type: 'string', const: 'circle' }, radius: { type: 'number' } },
            required: ['kind', 'radius'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: {
              kind: { type: 'string', const: 'rectangle' },
              width: { type: 'number' },
              height: { type: 'number' },
            },
            required: ['kind', 'width', 'height'],
            additionalProperties: false,
          },
        ],
      },
    },
  },
});

defineToolSchemas(DtoArrays, {
  order: {
    params: [
      {
        name: 'order',
        schema: {
          type: 'object',
          instanceOf: Order,
          properties: {
            lines: {
              type: 'array',
              items: {
                type: 'object',
                instanceOf: Line,
                properties: { sku: { type: 'string' }, count: { type: 'number' } },
                required: ['sku', 'count'],
                additionalProperties: false,
              },
            },
            tags: { type: 'array', items: { type: 'string' } },
          },
          required: ['lines', 'tags'],
          additionalProperties: false,
        },
      },
    ],
  },
  add: {
    params: [
      { name: 'lines', schema: { type: 'array', items: { $ref: '#/$defs/Line' } } },
      { name: 'byName', schema: { type: 'object', additionalProperties: { $ref: '#/$defs/Line' } } },
    ],
    $defs: {
      Line: {
        type: 'object',
        instanceOf: Line,
        properties: { sku: { type: 'string' }, count: { type: 'number' } },
        required: ['sku', 'count'],
        additionalProperties: false,
      },
    },
  },
});

defineToolSchemas(DtoClasses, {
  create: {
    params: [
      {
        name: 'user',
        schema: {
          type: 'object',
          instanceOf: NewUser,
          properties: {
            name: { type: 'string', description: 'Shown to others.' },
            email: { type: 'string' },
            age: { type: 'number' },
            source: { type: 'string', enum: ['web', 'phone'], description: 'How the user came to us.' },
          },
          required: ['name', 'email', 'age'],
          additionalProperties: false,
        },
      },
    ],
  },
  replace: {
    params: [
      { name: 'id', schema: { type: 'string' } },
      { name: 'user', schema: { $ref: '#/$defs/NewUser' } },
      { name: 'before', optional: true, schema: { anyOf: [{ $ref: '#/$defs/NewUser' }, { type: 'null' }] } },
    ],
    $defs: {
      NewUser: {
        type: 'object',
        instanceOf: NewUser,
        properties: {
          name: { type: 'string', description: 'Shown to others.' },
          email: { type: 'string' },
          age: { type: 'number' },
          source: { type: 'string', enum: ['web', 'phone'], description: 'How the user came to us.' },
        },
        required: ['name', 'email', 'age'],
        additionalProperties: false,
      },
    },
  },
});

defineToolSchemas(DtoInheritance, {
  save: {
    params: [
      {
        name: 'task',
        schema: {
          type: 'object',
          instanceOf: Task,
          properties: {
            id: { type: 'string', description: 'Never changes.' },
            text: { type: 'string' },
            isDone: { type: 'boolean' },
          },
          required: ['id', 'text', 'isDone'],
          additionalProperties: false,
        },
      },
    ],
  },
  pin: {
    params: [
      {
        name: 'pinned',
        schema: {
          description: 'Has rules by its parent alone.',
          type: 'object',
          instanceOf: Pinned,
          properties: { id: { type: 'string', description: 'Never changes.' }, text: { type: 'string' } },
          required: ['id', 'text'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(DtoRules, {
  save: {
    params: [
      {
        name: 'article',
        schema: {
          type: 'object',
          instanceOf: Article,
          properties: {
            id: { type: 'string', enum: ['a', 'b'], description: 'Has the rule of the parent.' },
            password: { type: 'string' },
            title: { type: 'string' },
            pages: { type: 'number' },
            extra: {},
            note: { type: 'string' },
            sections: {
              type: 'array',
              items: {
                type: 'object',
                instanceOf: Section,
                properties: { heading: { type: 'string' } },
                required: ['heading'],
                additionalProperties: false,
              },
            },
          },
          required: ['id', 'password', 'title', 'pages', 'sections'],
          additionalProperties: false,
        },
      },
    ],
  },
  show: {
    params: [
      {
        name: 'exposed',
        schema: {
          type: 'object',
          instanceOf: Exposed,
          properties: { shown: { type: 'string' } },
          required: ['shown'],
          additionalProperties: false,
        },
      },
      { name: 'session' },
    ],
  },
});

defineToolSchemas(DtoUnions, {
  pay: {
    params: [
      {
        name: 'by',
        schema: {
          anyOf: [
            {
              type: 'object',
              instanceOf: Card,
              properties: { kind: { type: 'string', const: 'card' }, number: { type: 'string' } },
              required: ['kind', 'number'],
              additionalProperties: false,
            },
            {
              type: 'object',
              instanceOf: Cash,
              properties: { kind: { type: 'string', const: 'cash' }, given: { type: 'number' } },
              required: ['kind', 'given'],
              additionalProperties: false,
            },
            { type: 'string', const: 'credit' },
          ],
        },
      },
    ],
  },
});

defineToolSchemas(Examples, {
  sum: {
    description: 'Sums.',
    params: [
      { name: 'left', schema: { type: 'number' } },
      { name: 'right', schema: { type: 'number' } },
    ],
    returns: { type: 'number' },
    examples: [{ input: { left: 1, right: 2 } }, { description: 'Also below zero:', input: { left: -1, right: 0 } }],
  },
  search: {
    description: 'Searches.',
    params: [
      { name: 'text', schema: { type: 'string' } },
      { name: 'tags', schema: { type: 'array', items: { type: 'string' } } },
      {
        name: 'options',
        optional: true,
        schema: {
          type: 'object',
          properties: { deep: { type: 'boolean' } },
          required: ['deep'],
          additionalProperties: false,
        },
      },
    ],
    examples: [
      { input: { text: 'cats', tags: ['a', 'b'], options: { deep: true } } },
      { description: 'With no tags', input: { text: 'dogs', tags: [] } },
    ],
  },
  find: {
    description: 'Finds.\n\nExample:\nAsk for what you miss.',
    params: [
      {
        name: 'query',
        schema: {
          type: 'object',
          properties: { text: { type: 'string' }, limit: { type: 'number' } },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
    examples: [{ input: { text: 'a', limit: 2 } }],
  },
});

defineToolSchemas(ExplicitDescriptions, {
  search: {
    params: [
      { name: 'query', schema: { type: 'string', description: 'what people read of the query', minLength: 1 } },
      { name: 'limit', schema: { type: 'number', enum: [1, 5, 0], description: 'the most to give' } },
      { name: 'raw' },
    ],
  },
});

defineToolSchemas(FieldDtos, {
  list: {
    params: [
      {
        name: 'query',
        schema: {
          type: 'object',
          instanceOf: Query,
          properties: {
            limit: {
              type: 'number',
              description: 'What the comment says is left to people where `@Field()` says something.',
            },
            sort: { type: 'string', enum: ['name', 'date'], description: 'What to sort by.' },
          },
          required: ['limit'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(Repository, {
  save: {
    description: 'Saves one.',
    params: [
      {
        name: 'item',
        schema: {
          type: 'object',
          properties: { id: { type: 'string' } },
          required: ['id'],
          additionalProperties: false,
        },
      },
      { name: 'checks', optional: true, schema: { type: 'object' } },
    ],
    returns: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  },
});

defineToolSchemas(GenericBaseClasses, {
  save: {
    description: 'Saves one.',
    params: [
      {
        name: 'item',
        schema: {
          type: 'object',
          properties: { id: { type: 'string' }, email: { type: 'string' } },
          required: ['id', 'email'],
          additionalProperties: false,
        },
      },
      {
        name: 'checks',
        optional: true,
        schema: { type: 'object', properties: { email: { type: 'boolean' } }, additionalProperties: false },
      },
    ],
    returns: {
      type: 'object',
      properties: { id: { type: 'string' }, email: { type: 'string' } },
      required: ['id', 'email'],
    },
  },
  find: {
    description: 'Finds one.',
    params: [{ name: 'id', schema: { type: 'string' } }],
    returns: {
      anyOf: [
        {
          type: 'object',
          properties: { id: { type: 'string' }, email: { type: 'string' } },
          required: ['id', 'email'],
        },
        { type: 'null' },
      ],
    },
  },
});

defineToolSchemas(Generics, {
  merge: {
    params: [
      { name: 'users', schema: { $ref: '#/$defs/Page_User' } },
      { name: 'more', schema: { $ref: '#/$defs/Page_User' } },
      {
        name: 'ids',
        schema: {
          type: 'object',
          properties: { items: { type: 'array', items: { type: 'string' } }, next: { type: 'string' } },
          required: ['items'],
          additionalProperties: false,
        },
      },
    ],
    $defs: {
      Page_User: {
        type: 'object',
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: { name: { type: 'string' } },
              required: ['name'],
              additionalProperties: false,
            },
          },
          next: { type: 'string' },
        },
        required: ['items'],
        additionalProperties: false,
      },
    },
  },
  settle: {
    params: [
      {
        name: 'result',
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: { ok: { type: 'boolean', const: false }, error: { type: 'string' } },
              required: ['ok', 'error'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { ok: { type: 'boolean', const: true }, value: { type: 'number' } },
              required: ['ok', 'value'],
              additionalProperties: false,
            },
          ],
        },
      },
      {
        name: 'pair',
        schema: {
          type: 'object',
          properties: { first: { type: 'string' }, second: { type: 'string' } },
          required: ['first', 'second'],
          additionalProperties: false,
        },
      },
      {
        name: 'other',
        schema: {
          type: 'object',
          properties: { first: { type: 'number' }, second: { type: 'boolean' } },
          required: ['first', 'second'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(IgnoredIndex, {
  copy: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: { fields: { type: 'object' } },
          required: ['fields'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'object' },
  },
});

defineToolSchemas(IgnoredProperties, {
  start: {
    params: [
      {
        name: 'job',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
});

defineToolSchemas(IndexSignatures, {
  fetch: {
    params: [
      { name: 'url', schema: { type: 'string' } },
      {
        name: 'headers',
        schema: {
          type: 'object',
          properties: { accept: { type: 'string' }, etag: { type: 'string' } },
          required: ['accept'],
          additionalProperties: { type: 'string' },
        },
      },
    ],
  },
  tally: {
    params: [
      { name: 'votes', schema: { type: 'object', additionalProperties: { type: 'number' } } },
      { name: 'total', optional: true, schema: { type: 'number' } },
    ],
  },
});

defineToolSchemas(InheritedComments, {
  translate: {
    description: 'Translates a text.',
    params: [{ name: 'text', schema: { type: 'string', description: 'what to translate', maxLength: 100 } }],
    returns: { type: 'string', description: 'the translation' },
  },
  say: {
    description: 'Says it aloud.',
    params: [
      { name: 'words', schema: { type: 'string', description: 'what to say' } },
      { name: 'loudness', optional: true, schema: { type: 'number' } },
    ],
  },
  sing: { description: 'Sings it.', params: [{ name: 'song', schema: { type: 'string' } }] },
  hum: { description: 'Its own counts.', params: [] },
});

defineToolSchemas(Store, {
  read: {
    description: 'Reads one entry.',
    params: [{ name: 'key', schema: { type: 'string' } }],
    returns: { type: 'string' },
  },
});

defineToolSchemas(InheritedMethods, {
  write: {
    description: 'Writes one entry.',
    params: [
      { name: 'key', schema: { type: 'string' } },
      { name: 'value', schema: { type: ['number', 'string'] } },
    ],
  },
});

defineToolSchemas(InlineComments, {
  search: {
    params: [
      {
        name: 'range',
        schema: {
          type: 'object',
          properties: { from: { type: 'number' }, to: { type: 'number', description: 'The last day.', minimum: 1 } },
          required: ['from', 'to'],
          additionalProperties: false,
        },
      },
      {
        name: 'where',
        schema: {
          type: 'object',
          properties: {
            place: {
              type: 'object',
              properties: {
                city: { type: 'string' },
                country: { type: 'string', description: 'The country.' },
                street: { type: 'string', description: 'The street.' },
              },
              required: ['city'],
              additionalProperties: false,
              description: 'Near this place.',
            },
            limit: { type: 'number' },
          },
          required: ['place', 'limit'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(Intersections, {
  greet: {
    params: [
      {
        name: 'person',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' }, age: { type: 'number' } },
          required: ['name', 'age'],
          additionalProperties: false,
        },
      },
    ],
  },
  reach: {
    params: [
      {
        name: 'who',
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: { name: { type: 'string' }, email: { type: 'string' } },
              required: ['name', 'email'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { name: { type: 'string' }, phone: { type: 'string' } },
              required: ['name', 'phone'],
              additionalProperties: false,
            },
          ],
        },
      },
      {
        name: 'note',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' }, text: { type: 'string' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(LabelledTuples, {
  move: {
    params: [
      {
        name: 'to',
        schema: {
          type: 'array',
          prefixItems: [
            { type: 'number', description: 'latitude' },
            { type: 'number', description: 'longitude' },
          ],
          items: false,
          minItems: 2,
        },
      },
      {
        name: 'via',
        optional: true,
        schema: {
          type: 'array',
          prefixItems: [{ type: 'string', description: 'name' }],
          items: { type: 'string', description: 'stops' },
          minItems: 1,
        },
      },
    ],
  },
});

defineToolSchemas(Links, {
  first: {
    description: 'Does what Links.other does, but faster.\nSee Links.plain and the other one; mail a@example.org.',
    params: [{ name: 'id', schema: { type: 'string', description: 'as Links gives it' } }],
  },
});

defineToolSchemas(LiteralDefaults, {
  list: {
    params: [
      { name: 'folder', optional: true, default: 'inbox', schema: { type: 'string' } },
      { name: 'limit', optional: true, default: 10, schema: { type: 'number' } },
      { name: 'isOpen', optional: true, default: true, schema: { type: 'boolean' } },
      { name: 'offset', optional: true, default: -1, schema: { type: 'number' } },
      { name: 'order', optional: true, default: 'asc', schema: { type: 'string', enum: ['asc', 'desc'] } },
      { name: 'after', optional: true, default: null, schema: { type: ['string', 'null'] } },
      { name: 'text', optional: true, default: 'plain', schema: { type: 'string' } },
    ],
  },
});

defineToolSchemas(LiteralUnions, {
  alert: {
    params: [
      { name: 'level', schema: { type: 'string', enum: ['low', 'high', 'critical'] } },
      { name: 'retries', schema: { type: 'number', enum: [10, 1, 2] } },
      { name: 'mode', schema: { anyOf: [{ type: 'string', const: 'off' }, { type: 'boolean' }] } },
      { name: 'limit', schema: { anyOf: [{ type: 'string', const: 'none' }, { type: 'number' }] } },
      {
        name: 'mixed',
        schema: { anyOf: [{ type: 'string', const: 'a' }, { type: 'number', const: 1 }, { type: 'null' }] },
      },
    ],
  },
});

defineToolSchemas(Literals, {
  paint: {
    params: [
      { name: 'color', schema: { type: 'string', const: 'red' } },
      { name: 'coats', schema: { type: 'number', const: 2 } },
      { name: 'isMatt', schema: { type: 'boolean', const: true } },
      { name: 'tint', schema: { type: 'number', const: -1 } },
      { name: 'until', schema: { type: 'null' } },
    ],
  },
});

defineToolSchemas(MappedDtos, {
  update: {
    params: [
      {
        name: 'patch',
        schema: {
          type: 'object',
          instanceOf: UpdateItem,
          properties: { title: { type: 'string', description: 'Shown in lists.' }, count: { type: 'number' } },
          additionalProperties: false,
        },
      },
    ],
  },
  rename: {
    params: [
      { name: 'id', schema: { type: 'number' } },
      {
        name: 'renamed',
        schema: {
          anyOf: [
            {
              description: 'Has rules by two parents alone.',
              type: 'object',
              instanceOf: Renamed,
              properties: { title: { type: 'string', description: 'Shown in lists.' }, count: { type: 'number' } },
              additionalProperties: false,
            },
            { type: 'null' },
          ],
        },
      },
    ],
  },
  pick: {
    params: [
      {
        name: 'title',
        schema: {
          type: 'object',
          instanceOf: Title,
          properties: { title: { type: 'string', description: 'Shown in lists.' } },
          required: ['title'],
          additionalProperties: false,
        },
      },
    ],
  },
  omit: {
    params: [
      {
        name: 'count',
        schema: {
          type: 'object',
          instanceOf: Count,
          properties: { count: { type: 'number' } },
          required: ['count'],
          additionalProperties: false,
        },
      },
    ],
  },
  label: {
    params: [
      {
        name: 'items',
        schema: {
          type: 'array',
          items: {
            type: 'object',
            instanceOf: LabelledTitle,
            properties: { label: { type: 'string' }, title: { type: 'string', description: 'Shown in lists.' } },
            required: ['label', 'title'],
            additionalProperties: false,
          },
        },
      },
    ],
  },
  list: {
    params: [
      {
        name: 'page',
        schema: {
          type: 'object',
          instanceOf: Page2,
          properties: { page: { type: 'number' } },
          required: ['page'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(MappedTypes, {
  toggle: {
    params: [
      {
        name: 'switches',
        schema: {
          type: 'object',
          properties: { theme: { type: 'boolean' }, fontSize: { type: 'boolean' } },
          required: ['theme', 'fontSize'],
          additionalProperties: false,
        },
      },
      {
        name: 'getters',
        schema: {
          type: 'object',
          properties: { 'get-fontSize': { type: 'number' }, 'get-theme': { type: 'string' } },
          additionalProperties: false,
        },
      },
      {
        name: 'values',
        schema: {
          type: 'object',
          properties: { theme: { type: ['string', 'null'] }, fontSize: { type: ['number', 'null'] } },
          required: ['theme', 'fontSize'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(Maps, {
  score: {
    params: [
      { name: 'points', schema: { type: 'object', additionalProperties: { type: 'number' }, instanceOf: Map } },
      {
        name: 'births',
        schema: {
          type: 'object',
          additionalProperties: {
            anyOf: [
              { type: 'string', format: 'date-time' },
              { type: 'string', format: 'date' },
            ],
            instanceOf: Date,
          },
          instanceOf: Map,
        },
      },
      {
        name: 'teams',
        optional: true,
        schema: {
          type: 'object',
          propertyNames: { enum: ['blue', 'red'] },
          additionalProperties: { type: 'array', items: { type: 'string' } },
          instanceOf: Map,
        },
      },
    ],
  },
});

defineToolSchemas(MembersWithoutJson, {
  handle: {
    params: [
      {
        name: 'handlers',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
      { name: 'note', optional: true, schema: { type: 'string' } },
    ],
  },
  count: { params: [], returns: { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] } },
});

defineToolSchemas(MutualRecursion, {
  shelve: {
    params: [
      { name: 'book', schema: { $ref: '#/$defs/Book' } },
      { name: 'by', optional: true, schema: { $ref: '#/$defs/Author' } },
    ],
    returns: { $ref: '#/$defs/Book2' },
    $defs: {
      Author: {
        type: 'object',
        properties: { name: { type: 'string' }, books: { type: 'array', items: { $ref: '#/$defs/Book' } } },
        required: ['name'],
        additionalProperties: false,
      },
      Book: {
        type: 'object',
        properties: { title: { type: 'string' }, author: { $ref: '#/$defs/Author' } },
        required: ['title', 'author'],
        additionalProperties: false,
      },
      Book2: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          author: {
            type: 'object',
            properties: { name: { type: 'string' }, books: { type: 'array', items: { $ref: '#/$defs/Book2' } } },
            required: ['name'],
          },
        },
        required: ['title', 'author'],
      },
    },
  },
});

defineToolSchemas(NamedDefaults, {
  measure: {
    params: [
      { name: 'unit', optional: true, default: 'm', schema: { type: 'string', enum: ['m', 'ft'] } },
      {
        name: 'speed',
        optional: true,
        default: 1,
        schema: { type: 'number', enum: [0, 1], valueNames: { Slow: 0, Fast: 1 } },
      },
      { name: 'size', optional: true, default: 25, schema: { type: 'number' } },
      { name: 'most', optional: true, default: 100, schema: { type: 'number' } },
    ],
  },
});

defineToolSchemas(NestedDtos, {
  sell: {
    params: [
      {
        name: 'product',
        schema: {
          type: 'object',
          instanceOf: Product,
          properties: {
            title: { type: 'string' },
            price: {
              type: 'object',
              instanceOf: Price,
              properties: {
                amount: { type: 'number', description: 'In cents.' },
                currency: { type: 'string', enum: ['EUR', 'USD'] },
              },
              required: ['amount', 'currency'],
              additionalProperties: false,
            },
          },
          required: ['title', 'price'],
          additionalProperties: false,
        },
      },
    ],
  },
  offer: {
    params: [
      {
        name: 'offer',
        schema: {
          description: 'A plain interface that holds a DTO.',
          type: 'object',
          properties: {
            product: {
              type: 'object',
              instanceOf: Product,
              properties: {
                title: { type: 'string' },
                price: {
                  type: 'object',
                  instanceOf: Price,
                  properties: {
                    amount: { type: 'number', description: 'In cents.' },
                    currency: { type: 'string', enum: ['EUR', 'USD'] },
                  },
                  required: ['amount', 'currency'],
                  additionalProperties: false,
                },
              },
              required: ['title', 'price'],
              additionalProperties: false,
            },
            until: {
              anyOf: [
                { type: 'string', format: 'date-time' },
                { type: 'string', format: 'date' },
              ],
              instanceOf: Date,
            },
          },
          required: ['product', 'until'],
          additionalProperties: false,
        },
      },
      { name: 'note', optional: true, schema: { type: 'string' } },
    ],
  },
});

defineToolSchemas(NestedInterfaces, {
  hire: {
    params: [
      {
        name: 'employee',
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            address: {
              type: 'object',
              properties: {
                street: { type: 'string' },
                city: {
                  type: 'object',
                  properties: { name: { type: 'string' }, zip: { type: 'string' } },
                  required: ['name', 'zip'],
                  additionalProperties: false,
                },
              },
              required: ['street', 'city'],
              additionalProperties: false,
            },
            phones: {
              type: 'array',
              items: {
                type: 'object',
                properties: { kind: { type: 'string', enum: ['home', 'work'] }, number: { type: 'string' } },
                required: ['kind', 'number'],
                additionalProperties: false,
              },
            },
            salary: { type: 'number' },
          },
          required: ['name', 'address', 'phones', 'salary'],
          additionalProperties: false,
        },
      },
    ],
  },
  introduce: {
    params: [
      { name: 'first', schema: { $ref: '#/$defs/Person' } },
      { name: 'second', schema: { $ref: '#/$defs/Person' } },
    ],
    $defs: {
      Person: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          address: {
            type: 'object',
            properties: {
              street: { type: 'string' },
              city: {
                type: 'object',
                properties: { name: { type: 'string' }, zip: { type: 'string' } },
                required: ['name', 'zip'],
                additionalProperties: false,
              },
            },
            required: ['street', 'city'],
            additionalProperties: false,
          },
          phones: {
            type: 'array',
            items: {
              type: 'object',
              properties: { kind: { type: 'string', enum: ['home', 'work'] }, number: { type: 'string' } },
              required: ['kind', 'number'],
              additionalProperties: false,
            },
          },
        },
        required: ['name', 'address', 'phones'],
        additionalProperties: false,
      },
    },
  },
});

defineToolSchemas(NoParameters, {
  ping: { params: [], returns: { type: 'string' } },
  self: { params: [{ name: 'name', schema: { type: 'string' } }], returns: { type: 'string' } },
});

defineToolSchemas(NothingInside, {
  clear: {
    params: [
      { name: 'all', schema: { type: 'array', maxItems: 0 } },
      { name: 'record', schema: { type: 'object', additionalProperties: false } },
      { name: 'marker', schema: { type: 'object' } },
    ],
  },
  object: { params: [], returns: { type: ['object', 'array'] } },
  empty: { params: [] },
  list: {
    params: [],
    returns: { type: 'object', properties: { items: { type: 'array', maxItems: 0 } }, required: ['items'] },
  },
});

defineToolSchemas(Nullables, {
  assign: {
    params: [
      { name: 'title', schema: { type: ['string', 'null'] } },
      { name: 'owner', schema: { anyOf: [{ $ref: '#/$defs/Owner' }, { type: 'null' }] } },
      { name: 'state', schema: { type: ['string', 'null'], enum: ['open', 'done', null] } },
      { name: 'tags', schema: { type: ['array', 'null'], items: { type: 'string' } } },
      { name: 'one', schema: { anyOf: [{ type: 'number', const: 1 }, { type: 'null' }] } },
    ],
    $defs: {
      Owner: {
        type: 'object',
        properties: { name: { type: 'string' }, manager: { anyOf: [{ $ref: '#/$defs/Owner' }, { type: 'null' }] } },
        required: ['name', 'manager'],
        additionalProperties: false,
      },
    },
  },
});

defineToolSchemas(NumericEnums, {
  open: {
    params: [
      { name: 'day', schema: { type: 'number', enum: [1, 2, 7], valueNames: { Monday: 1, Tuesday: 2, Sunday: 7 } } },
      {
        name: 'access',
        schema: { type: 'number', enum: [0, 1, 2, 3], valueNames: { None: 0, Read: 1, Write: 2, All: 3 } },
      },
      {
        name: 'answer',
        schema: {
          anyOf: [
            { type: 'string', const: 'yes' },
            { type: 'number', const: 0, valueNames: { No: 0 } },
          ],
        },
      },
    ],
  },
});

defineToolSchemas(OpenObjects, {
  index: {
    description: 'The types say that there may be further properties.',
    params: [
      {
        name: 'labels',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: { type: 'string' },
        },
      },
      {
        name: 'scores',
        schema: {
          type: 'object',
          properties: { total: { type: 'number' } },
          required: ['total'],
          patternProperties: { '^[0-9]+$': { type: 'number' } },
        },
      },
      {
        name: 'both',
        schema: {
          type: 'object',
          properties: {
            since: { type: 'string' },
            price: { type: 'object', properties: { from: { type: 'number' } }, additionalProperties: false },
          },
          additionalProperties: true,
        },
      },
      {
        name: 'symbols',
        schema: {
          type: 'object',
          properties: { a: { type: 'number', const: 1 } },
          required: ['a'],
          additionalProperties: false,
        },
      },
    ],
  },
  any: {
    description: 'The types say nothing about properties.',
    params: [
      { name: 'some', schema: { type: 'object' } },
      { name: 'empty', schema: { type: 'object' } },
      { name: 'marker', schema: { type: 'object' } },
      { name: 'unknown', schema: {} },
      { name: 'record', schema: { type: 'object', additionalProperties: true } },
    ],
  },
  search: {
    params: [
      { name: 'query', schema: { type: 'string' } },
      {
        name: 'filter',
        schema: {
          type: 'object',
          properties: {
            since: { type: 'string' },
            price: { type: 'object', properties: { from: { type: 'number' } } },
          },
        },
      },
    ],
  },
  all: {
    params: [
      {
        name: 'filter',
        schema: {
          type: 'object',
          properties: {
            since: { type: 'string' },
            price: { type: 'object', properties: { from: { type: 'number' } } },
          },
        },
      },
    ],
  },
});

defineToolSchemas(OptionalParameters, {
  find: {
    params: [
      { name: 'query', schema: { type: 'string' } },
      { name: 'limit', optional: true, schema: { type: 'number' } },
      { name: 'after', optional: true, schema: { type: 'string' } },
    ],
  },
  list: {
    params: [
      { name: 'folder', optional: true, schema: { type: 'string' } },
      { name: 'depth', optional: true, schema: { type: 'number', enum: [1, 2] } },
    ],
  },
});

defineToolSchemas(OptionalProperties, {
  search: {
    params: [
      {
        name: 'filter',
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string' },
            size: { type: 'number' },
            owner: { type: 'string' },
            isOpen: { type: 'boolean' },
            before: { type: ['string', 'null'], description: 'Left out for the newest.' },
          },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
  },
  maybe: {
    params: [
      {
        name: 'filter',
        optional: true,
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string' },
            size: { type: 'number' },
            owner: { type: 'string' },
            isOpen: { type: 'boolean' },
            before: { type: ['string', 'null'], description: 'Left out for the newest.' },
          },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(OptionalTuples, {
  slice: {
    params: [
      {
        name: 'range',
        schema: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 1 },
      },
      {
        name: 'step',
        schema: {
          type: 'array',
          prefixItems: [
            { type: 'number', description: 'by' },
            { type: 'string', enum: ['start', 'end'], description: 'from' },
          ],
          items: false,
        },
      },
    ],
  },
});

defineToolSchemas(Overloads, {
  lookUp: {
    description: 'Looks a word up.',
    params: [
      { name: 'word', schema: { type: 'string' } },
      { name: 'language', schema: { type: 'string', enum: ['en', 'de'] } },
      { name: 'isExact', optional: true, absent: true },
    ],
    returns: { type: 'string' },
  },
});

defineToolSchemas(OverriddenMethods, {
  close: { params: [{ name: 'path', schema: { type: ['string', 'null'] } }] },
  open: {
    description: 'Opens a file by path or by number.',
    params: [
      { name: 'path', schema: { type: ['number', 'string', 'null'] } },
      { name: 'mode', optional: true, default: 'r', schema: { type: 'string', enum: ['r', 'w', 'a'] } },
    ],
    returns: { type: 'string' },
  },
});

defineToolSchemas(OwnSchemas, { square: { description: 'Takes what its schema says, whatever the types are.' } });

defineToolSchemas(ParameterComments, {
  draw: {
    description: 'Draws.',
    params: [
      { name: 'width', schema: { type: 'number', description: 'In millimetres.', minimum: 0 } },
      { name: 'label', schema: { type: 'string', description: 'told by the tag, which wins' } },
      { name: 'link', optional: true, schema: { type: 'string', format: 'uri' } },
    ],
  },
});

defineToolSchemas(ParameterTags, {
  book: {
    description: 'Makes a booking.',
    params: [
      { name: 'name', schema: { type: 'string', description: 'who comes', minLength: 1, maxLength: 40 } },
      { name: 'guests', schema: { type: 'integer', description: 'how many come', minimum: 1, exclusiveMaximum: 10 } },
      { name: 'code', schema: { type: 'string', pattern: '^[A-Z]{2}-\\d+$', default: 'AB-1' } },
      {
        name: 'dates',
        schema: {
          type: 'array',
          items: { type: 'string' },
          description: 'when they come',
          minItems: 1,
          maxItems: 3,
          uniqueItems: true,
        },
      },
      {
        name: 'share',
        schema: {
          type: 'number',
          description: 'their part of the price',
          exclusiveMinimum: 0,
          maximum: 1,
          multipleOf: 0.25,
        },
      },
      {
        name: 'email',
        optional: true,
        schema: {
          type: 'string',
          format: 'email',
          pattern: '^\\S+@\\S+$',
          deprecated: true,
          examples: ['a@example.org'],
        },
      },
    ],
  },
  label: {
    params: [
      {
        name: 'labels',
        schema: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'free words',
          minProperties: 1,
          maxProperties: 2,
        },
      },
      { name: 'color', schema: { type: 'string', examples: ['red', 'blue'] } },
      { name: 'kind', schema: { type: 'string', const: 'cat' } },
    ],
  },
});

defineToolSchemas(Partials, {
  update: {
    params: [
      { name: 'id', schema: { type: 'string' } },
      {
        name: 'changes',
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'Shown to others.' },
            age: { type: 'number' },
            tags: { type: 'array', items: { type: 'string' } },
          },
          additionalProperties: false,
        },
      },
    ],
  },
  patch: {
    params: [
      {
        name: 'changes',
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'Shown to others.' },
            age: { type: 'number' },
            tags: { type: 'array', items: { type: 'string' } },
          },
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(PatternedIndexSignatures, {
  set: {
    params: [
      {
        name: 'attributes',
        schema: {
          type: 'object',
          patternProperties: { '^data-': { type: 'string' }, '^[0-9]+$': { type: 'boolean' } },
        },
      },
      { name: 'scores', schema: { type: 'object', patternProperties: { '^[0-9]+$': { type: 'string' } } } },
      { name: 'id', optional: true, schema: { type: 'string' } },
    ],
  },
});

defineToolSchemas(PickAndOmit, {
  create: {
    params: [
      {
        name: 'article',
        schema: {
          type: 'object',
          properties: { title: { type: 'string', description: 'One line.' }, body: { type: 'string' } },
          required: ['title'],
          additionalProperties: false,
        },
      },
      {
        name: 'stats',
        schema: {
          type: 'object',
          properties: { views: { type: 'number' } },
          required: ['views'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(PlainClasses, {
  visit: {
    params: [
      {
        name: 'place',
        schema: {
          type: 'object',
          properties: {
            latitude: { type: 'number', description: 'In degrees.' },
            longitude: { type: 'number' },
            name: { type: 'string' },
          },
          required: ['latitude', 'longitude'],
          additionalProperties: false,
        },
      },
      {
        name: 'from',
        schema: {
          type: 'object',
          properties: { latitude: { type: 'number', description: 'In degrees.' }, longitude: { type: 'number' } },
          required: ['latitude', 'longitude'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(Primitives, {
  take: {
    params: [
      { name: 'text', schema: { type: 'string' } },
      { name: 'count', schema: { type: 'number' } },
      { name: 'isLoud', schema: { type: 'boolean' } },
    ],
  },
});

defineToolSchemas(PropertyTags, {
  add: {
    params: [
      {
        name: 'entry',
        schema: {
          description: 'A new entry.',
          type: 'object',
          properties: {
            title: {
              type: 'string',
              description: 'One line.',
              minLength: 1,
              maxLength: 80,
              examples: ['First steps', 'Quoted'],
            },
            level: { type: 'integer', default: 1 },
            author: { type: 'string', description: 'Who wrote it.\n\nNot shown.', deprecated: true },
            dates: { $ref: '#/$defs/Period', description: 'When to show it.' },
            tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
          },
          required: ['title', 'dates', 'tags'],
          additionalProperties: false,
        },
      },
      { name: 'period', schema: { $ref: '#/$defs/Period' } },
    ],
    $defs: {
      Period: {
        description: 'A stretch of time.',
        type: 'object',
        properties: { from: { type: 'string', format: 'date' } },
        required: ['from'],
        additionalProperties: false,
      },
    },
  },
});

defineToolSchemas(ReadonlyArrays, {
  merge: {
    params: [
      { name: 'names', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'sizes', schema: { type: 'array', items: { type: 'number' } } },
      {
        name: 'pair',
        schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
      },
    ],
  },
});

defineToolSchemas(Records, {
  configure: {
    params: [
      { name: 'env', schema: { type: 'object', additionalProperties: { type: 'string' } } },
      {
        name: 'flags',
        schema: {
          type: 'object',
          properties: { compact: { type: 'boolean' }, dark: { type: 'boolean' } },
          required: ['compact', 'dark'],
          additionalProperties: false,
        },
      },
      {
        name: 'servers',
        schema: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { host: { type: 'string' } },
            required: ['host'],
            additionalProperties: false,
          },
        },
      },
    ],
  },
  label: { params: [{ name: 'labels', schema: { type: 'object', additionalProperties: { type: 'string' } } }] },
  store: {
    params: [
      { name: 'data', schema: { type: 'object', additionalProperties: true } },
      { name: 'extra', optional: true, schema: { type: 'object', additionalProperties: true } },
    ],
  },
});

defineToolSchemas(RecursiveTypes, {
  copy: {
    params: [{ name: 'folder', schema: { $ref: '#/$defs/Folder' } }],
    $defs: {
      Folder: {
        type: 'object',
        properties: { name: { type: 'string' }, folders: { type: 'array', items: { $ref: '#/$defs/Folder' } } },
        required: ['name', 'folders'],
        additionalProperties: false,
      },
    },
  },
  save: {
    params: [
      { name: 'data', schema: { $ref: '#/$defs/Json' } },
      { name: 'tree', schema: { $ref: '#/$defs/Tree_number' } },
    ],
    $defs: {
      Json: {
        anyOf: [
          { type: 'array', items: { $ref: '#/$defs/Json' } },
          { type: 'object', additionalProperties: { $ref: '#/$defs/Json' } },
          { type: 'number' },
          { type: 'string' },
          { type: 'boolean' },
          { type: 'null' },
        ],
      },
      Tree_number: {
        type: 'object',
        properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#/$defs/Tree_number' } } },
        required: ['value'],
        additionalProperties: false,
      },
    },
  },
  compute: {
    params: [
      { name: 'expression', schema: { $ref: '#/$defs/Expression' } },
      { name: 'chain', schema: { $ref: '#/$defs/Chain' } },
      {
        name: 'folders',
        schema: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: {
              folders: {
                type: 'array',
                items: {
                  anyOf: [
                    { $ref: '#/$defs/Chain' },
                    {
                      type: 'array',
                      prefixItems: [
                        { type: 'string', enum: ['+', '-'] },
                        { $ref: '#/$defs/Expression' },
                        { $ref: '#/$defs/Expression' },
                      ],
                      items: false,
                      minItems: 3,
                    },
                    { type: 'number' },
                  ],
                },
              },
            },
            required: ['folders'],
            additionalProperties: false,
          },
          instanceOf: Map,
        },
      },
    ],
    $defs: {
      Chain: {
        type: 'array',
        prefixItems: [
          { type: 'string', description: 'name' },
          { $ref: '#/$defs/Chain', description: 'next' },
        ],
        items: false,
        minItems: 1,
      },
      Expression: {
        anyOf: [
          {
            type: 'array',
            prefixItems: [
              { type: 'string', enum: ['+', '-'] },
              { $ref: '#/$defs/Expression' },
              { $ref: '#/$defs/Expression' },
            ],
            items: false,
            minItems: 3,
          },
          { type: 'number' },
        ],
      },
    },
  },
});

defineToolSchemas(RequiredAndReadonly, {
  publish: {
    params: [
      {
        name: 'draft',
        schema: {
          type: 'object',
          properties: { title: { type: 'string' }, words: { type: 'number' } },
          required: ['title', 'words'],
          additionalProperties: false,
        },
      },
      {
        name: 'original',
        schema: {
          type: 'object',
          properties: { title: { type: 'string' }, words: { type: 'number' } },
          additionalProperties: false,
        },
      },
      {
        name: 'both',
        schema: {
          type: 'object',
          properties: { title: { type: 'string' }, words: { type: 'number' } },
          required: ['title', 'words'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(RestParameters, {
  concat: {
    params: [
      { name: 'first', schema: { type: 'string' } },
      { name: 'others', rest: true, schema: { type: 'array', items: { type: 'string' } } },
    ],
  },
  sum: { params: [{ name: 'numbers', rest: true, schema: { type: 'array', items: { type: 'number' } } }] },
  point: {
    params: [
      { name: 'name', schema: { type: 'string' } },
      {
        name: 'position',
        rest: true,
        schema: {
          type: 'array',
          prefixItems: [
            { type: 'number', description: 'x' },
            { type: 'number', description: 'y' },
            { type: 'number', description: 'z' },
          ],
          items: false,
          minItems: 2,
        },
      },
    ],
  },
});

defineToolSchemas(RestTuples, {
  run: {
    params: [
      {
        name: 'command',
        schema: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 },
      },
      { name: 'path', schema: { type: 'array', items: { type: ['string', 'boolean'] }, minItems: 1 } },
      { name: 'any', schema: { type: 'array', items: { type: 'string' } } },
    ],
  },
});

defineToolSchemas(ReturnedInstances, {
  user: {
    params: [],
    returns: {
      type: 'object',
      properties: { name: { type: 'string' }, since: { type: 'string', format: 'date-time' } },
      required: ['name', 'since'],
    },
  },
  price: {
    params: [],
    returns: {
      type: 'object',
      properties: { amount: { type: 'number' }, currency: { type: 'string', const: 'EUR' } },
      required: ['amount', 'currency'],
    },
  },
  when: { params: [], returns: { type: 'string', format: 'date-time' } },
});

defineToolSchemas(ReturnedIterables, {
  lines: { params: [], returns: { type: 'string' } },
  later: {
    params: [],
    returns: { type: 'array', items: { type: 'object', properties: { line: { type: 'number' } }, required: ['line'] } },
  },
  iterator: { params: [], returns: { type: 'string' } },
});

defineToolSchemas(ReturnedNothing, {
  nothing: { params: [] },
  later: { params: [] },
  missing: { params: [] },
  fail: { params: [] },
  open: { params: [] },
  any: { params: [] },
  callback: { params: [] },
});

defineToolSchemas(ReturnedObservables, {
  ticks: {
    params: [],
    returns: {
      type: 'array',
      items: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] },
    },
  },
  latest: {
    params: [],
    returns: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] },
  },
  text: { params: [], returns: { type: 'string' } },
});

defineToolSchemas(ReturnedPromises, {
  forecast: {
    params: [{ name: 'city', schema: { type: 'string' } }],
    returns: {
      type: 'array',
      items: {
        type: 'object',
        properties: { degrees: { type: 'number' }, sky: { type: 'string', enum: ['clear', 'cloudy'] } },
        required: ['degrees', 'sky'],
      },
    },
  },
  now: {
    params: [],
    returns: {
      type: 'object',
      properties: { degrees: { type: 'number' }, sky: { type: 'string', enum: ['clear', 'cloudy'] } },
      required: ['degrees', 'sky'],
    },
  },
  maybe: { params: [] },
  deep: { params: [], returns: { type: 'string' } },
});

defineToolSchemas(ReturnedResults, {
  scan: { params: [], returns: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] } },
  check: { params: [], returns: { type: ['boolean', 'null'] } },
  maybe: { params: [] },
  unread: { params: [], returns: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] } },
  loose: {
    params: [],
    returns: { type: 'object', properties: { id: { type: 'number' }, more: {}, other: {} }, required: ['id'] },
  },
});

defineToolSchemas(ReturnedStreams, {
  rows: {
    params: [],
    returns: { type: 'array', items: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } },
  },
  words: { params: [], returns: { type: 'string' } },
  progress: { params: [], returns: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } },
  events: { params: [] },
  numbers: { params: [], returns: { type: 'array', items: { type: 'number' } } },
});

defineToolSchemas(ReturnedToolResults, {
  report: { params: [], returns: { type: 'object', properties: { lines: { type: 'number' } }, required: ['lines'] } },
  later: {
    params: [],
    returns: {
      anyOf: [{ type: 'object', properties: { lines: { type: 'number' } }, required: ['lines'] }, { type: 'null' }],
    },
  },
  bare: { params: [] },
  picture: { params: [] },
  blocks: { params: [] },
  responses: { params: [] },
});

defineToolSchemas(ReturnedTypes, {
  first: {
    params: [{ name: 'query', schema: { type: 'string' } }],
    returns: {
      anyOf: [
        {
          type: 'object',
          properties: {
            url: { type: 'string', description: 'Where it was found.' },
            score: { type: 'number' },
            notes: { type: 'array', items: { type: 'string' } },
          },
          required: ['url', 'score'],
        },
        { type: 'null' },
      ],
    },
  },
  all: {
    params: [],
    returns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          url: { type: 'string', description: 'Where it was found.' },
          score: { type: 'number' },
          notes: { type: 'array', items: { type: 'string' } },
        },
        required: ['url', 'score'],
      },
    },
  },
  count: { params: [], returns: { type: 'number' } },
  inferred: {
    params: [],
    returns: {
      type: 'object',
      properties: { total: { type: 'number' }, names: { type: 'array', items: { type: 'string' } } },
      required: ['total', 'names'],
    },
  },
});

defineToolSchemas(Sets, {
  tag: {
    params: [
      { name: 'tags', schema: { type: 'array', items: { type: 'string' }, uniqueItems: true, instanceOf: Set } },
      {
        name: 'days',
        schema: {
          type: 'array',
          items: {
            anyOf: [
              { type: 'string', format: 'date-time' },
              { type: 'string', format: 'date' },
            ],
            instanceOf: Date,
          },
          uniqueItems: true,
          instanceOf: Set,
        },
      },
      {
        name: 'levels',
        optional: true,
        schema: { type: 'array', items: { type: 'number', enum: [1, 2] }, uniqueItems: true, instanceOf: Set },
      },
    ],
  },
});

defineToolSchemas(SharedReferences, {
  pack: {
    params: [
      { name: 'one', schema: { $ref: '#/$defs/Box_Item' } },
      { name: 'two', schema: { $ref: '#/$defs/Box_Item' } },
      { name: 'small', schema: { $ref: '#/$defs/inner_Item' } },
      { name: 'other', schema: { $ref: '#/$defs/inner_Item' } },
      {
        name: 'words',
        schema: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { word: { type: 'string' } },
            required: ['word'],
            additionalProperties: false,
          },
        },
      },
      {
        name: 'more',
        schema: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { word: { type: 'string' } },
            required: ['word'],
            additionalProperties: false,
          },
        },
      },
    ],
    returns: {
      type: 'array',
      items: {
        type: 'object',
        properties: { content: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
        required: ['content'],
      },
    },
    $defs: {
      Box_Item: {
        type: 'object',
        properties: {
          content: {
            type: 'object',
            properties: { name: { type: 'string' } },
            required: ['name'],
            additionalProperties: false,
          },
        },
        required: ['content'],
        additionalProperties: false,
      },
      inner_Item: {
        type: 'object',
        properties: { size: { type: 'number' } },
        required: ['size'],
        additionalProperties: false,
      },
    },
  },
  nest: {
    params: [
      { name: 'list', schema: { $ref: '#/$defs/Box_Box_Item' } },
      { name: 'again', schema: { $ref: '#/$defs/Box_Box_Item' } },
      { name: 'strings', schema: { $ref: '#/$defs/Box_string' } },
      { name: 'texts', schema: { $ref: '#/$defs/Box_string' } },
    ],
    $defs: {
      Box_Box_Item: {
        type: 'object',
        properties: {
          content: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                content: {
                  type: 'object',
                  properties: { name: { type: 'string' } },
                  required: ['name'],
                  additionalProperties: false,
                },
              },
              required: ['content'],
              additionalProperties: false,
            },
          },
        },
        required: ['content'],
        additionalProperties: false,
      },
      Box_string: {
        type: 'object',
        properties: { content: { type: 'string' } },
        required: ['content'],
        additionalProperties: false,
      },
    },
  },
});

defineToolSchemas(SpelledValues, {
  move: {
    params: [
      { name: 'version', schema: { type: 'string', description: 'which one', examples: ['1.10'], const: '1.0' } },
      { name: 'level', schema: { type: 'number', examples: [1, 2] } },
      {
        name: 'address',
        schema: {
          type: 'object',
          properties: {
            zip: { type: 'string', examples: ['10115'], default: '00000' },
            floor: { type: ['number', 'null'], examples: [5], default: null },
            tags: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
            place: { $ref: '#/$defs/Place', default: { x: 1 } },
            answer: { type: ['string', 'boolean'], default: true },
          },
          required: ['zip'],
          additionalProperties: false,
        },
      },
      { name: 'place', schema: { $ref: '#/$defs/Place' } },
    ],
    $defs: {
      Place: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'], additionalProperties: false },
    },
  },
});

defineToolSchemas(StringEnums, {
  plan: {
    params: [
      {
        name: 'priority',
        schema: { type: 'string', enum: ['urgent', 'normal', 'later'], description: 'How soon it has to be done.' },
      },
      {
        name: 'others',
        schema: {
          type: 'array',
          items: { type: 'string', enum: ['urgent', 'normal', 'later'], description: 'How soon it has to be done.' },
        },
      },
      { name: 'only', schema: { type: 'string', const: 'urgent' } },
      { name: 'some', schema: { type: 'string', enum: ['urgent', 'later'] } },
    ],
  },
});

defineToolSchemas(StructuredDefaults, {
  scan: {
    params: [
      {
        name: 'folders',
        optional: true,
        default: ['src', 'test'],
        schema: { type: 'array', items: { type: 'string' } },
      },
      {
        name: 'options',
        optional: true,
        default: { depth: 2, tags: [] },
        schema: {
          type: 'object',
          properties: { depth: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } } },
          required: ['depth'],
          additionalProperties: false,
        },
      },
      {
        name: 'pair',
        optional: true,
        default: [-1, 1],
        schema: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
      },
      {
        name: 'extra',
        optional: true,
        default: {},
        schema: { type: 'object', additionalProperties: { type: 'boolean' } },
      },
    ],
  },
});

defineToolSchemas(SummaryAndRemarks, {
  count: {
    description:
      'Counts the words of a text.\nNumbers count as words.\n\n- hyphens join words\n- `code` is one word\n\nSlow for long texts.',
    params: [{ name: 'text', schema: { type: 'string' } }],
    returns: { type: 'number' },
  },
  plain: { params: [] },
});

defineToolSchemas(TemplateLiterals, {
  style: {
    params: [
      {
        name: 'width',
        schema: {
          type: 'string',
          pattern: '^(?:-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?em|-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?px)$',
        },
      },
      { name: 'id', schema: { type: 'string', pattern: '^item-' } },
      {
        name: 'range',
        schema: {
          type: 'string',
          pattern: '^-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\\.\\.-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$',
        },
      },
      { name: 'flag', schema: { type: 'string', enum: ['is-false', 'is-true'] } },
      { name: 'big', schema: { type: 'string', pattern: '^-?[0-9]+n$' } },
    ],
  },
  name: {
    params: [
      { name: 'shout', schema: { type: 'string' } },
      { name: 'event', schema: { type: 'string', enum: ['onClick', 'onFocus'] } },
      { name: 'path', schema: { type: 'string', pattern: '^/[\\s\\S]*\\.\\(js\\|ts\\)$' } },
    ],
  },
});

defineToolSchemas(Tuples, {
  place: {
    params: [
      {
        name: 'position',
        schema: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
      },
      {
        name: 'entry',
        schema: {
          type: 'array',
          prefixItems: [
            { type: 'string' },
            {
              type: 'object',
              properties: { size: { type: 'number' } },
              required: ['size'],
              additionalProperties: false,
            },
          ],
          items: false,
          minItems: 2,
        },
      },
      { name: 'none', schema: { type: 'array', maxItems: 0 } },
    ],
  },
});

defineToolSchemas(TypeAliases, {
  share: {
    params: [
      { name: 'id', schema: { type: 'string' } },
      { name: 'users', schema: { type: 'array', items: { type: 'string' } } },
      {
        name: 'options',
        schema: {
          type: 'object',
          properties: {
            size: {
              type: 'object',
              properties: { width: { type: 'number' }, height: { type: 'number' } },
              required: ['width', 'height'],
              additionalProperties: false,
            },
            visibility: { type: 'string', enum: ['public', 'private'] },
          },
          required: ['size'],
          additionalProperties: false,
        },
      },
    ],
  },
  resize: {
    params: [
      {
        name: 'size',
        schema: {
          type: 'object',
          properties: { width: { type: 'number' }, height: { type: 'number' } },
          required: ['width', 'height'],
          additionalProperties: false,
        },
      },
    ],
  },
});

defineToolSchemas(TypeLists, {
  copy: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: { data: { description: 'An object or a list.', type: ['object', 'array'] } },
          required: ['data'],
          additionalProperties: false,
        },
      },
    ],
    returns: { description: 'A copy', type: ['object', 'array'] },
  },
  identity: { params: [{ name: 'data', schema: { description: 'An object or a list.', type: ['object', 'array'] } }] },
});

defineToolSchemas(Unions, {
  select: {
    params: [
      { name: 'id', schema: { type: ['number', 'string'] } },
      { name: 'tags', schema: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] } },
      {
        name: 'page',
        schema: {
          anyOf: [
            {
              type: 'object',
              properties: { from: { type: 'number' }, to: { type: 'number' } },
              required: ['from', 'to'],
              additionalProperties: false,
            },
            { type: 'number' },
          ],
        },
      },
    ],
  },
});

defineToolSchemas(UtilityTypes, {
  handle: {
    params: [
      {
        name: 'event',
        schema: {
          type: 'object',
          properties: { kind: { type: 'string', const: 'key' }, code: { type: 'string' } },
          required: ['kind', 'code'],
          additionalProperties: false,
        },
      },
      { name: 'state', schema: { type: 'string', enum: ['draft', 'live'] } },
      { name: 'must', schema: { type: 'string' } },
    ],
  },
  reflect: {
    params: [
      {
        name: 'args',
        schema: {
          type: 'array',
          prefixItems: [
            { type: 'string', description: 'text' },
            { type: 'number', description: 'base' },
          ],
          items: false,
          minItems: 2,
        },
      },
      {
        name: 'result',
        schema: {
          type: 'object',
          properties: { value: { type: 'number' } },
          required: ['value'],
          additionalProperties: false,
        },
      },
      { name: 'later', schema: { type: 'number' } },
    ],
  },
});
