import { RE2JS } from 're2js';
import type { JsonSchema } from 'toolwright';
import { checkDefinitionSize } from '../../../src/schema/imported/check-definition-size.js';
import { defaultImportLimits, readImportLimits } from '../../../src/schema/imported/import-limits.js';
import { checkImportedExpansion, createInterpretation } from '../../../src/schema/imported/imported-schemas.js';
import { measureExpansion } from '../../../src/schema/json-schema/measure-expansion.js';
import { expectCpuMsBelow } from '../../support/cpu-time.js';

const limits = { ...defaultImportLimits, schemaBytes: 100, schemaNodes: 10, schemaDepth: 3, schemaMembers: 4 };

describe('the size of imported schemas', () => {
  it.each<[string, unknown]>([
    ['bytes', { a: 'x'.repeat(92) }],
    ['bytes of characters that need several', { a: 'é'.repeat(46) }],
    ['nodes', { a: [1, 2, 3, 4], b: [1, 2, 3] }],
    ['depth', { a: { b: {} } }],
    ['members', { a: 1, b: 2, c: 3, d: 4 }],
  ])('may reach the limit: %s', (_, schema) => {
    expect(() => checkDefinitionSize([schema], limits)).not.toThrow();
  });

  it.each<[string, unknown, string]>([
    ['bytes', { a: 'x'.repeat(93) }, 'more than 100 bytes (schemaBytes)'],
    ['bytes of characters that need several', { a: 'é'.repeat(47) }, 'more than 100 bytes (schemaBytes)'],
    ['bytes of a name', { ['x'.repeat(97)]: 1 }, 'more than 100 bytes (schemaBytes)'],
    ['bytes of numbers', [1e20, 1e20, [1e20, 1e20], 1e20], 'more than 100 bytes (schemaBytes)'],
    ['nodes', { a: [1, 2, 3, 4], b: [1, 2, 3, 4] }, 'more than 10 JSON values (schemaNodes)'],
    ['depth', { a: { b: { c: {} } } }, 'more than 3 levels (schemaDepth)'],
    ['depth of arrays', [[[[]]]], 'more than 3 levels (schemaDepth)'],
    ['members', { a: 1, b: 2, c: 3, d: 4, e: 5 }, 'more than 4 members in one object or array (schemaMembers)'],
    ['members of an array', [1, 2, 3, 4, 5], 'more than 4 members in one object or array (schemaMembers)'],
  ])('must not exceed the limit: %s', (_, schema, message) => {
    expect(() => checkDefinitionSize([schema], limits)).toThrow(`its definition has ${message}`);
  });

  it('is that of all schemas of a tool together', () => {
    const half = { a: [1, 2, 3, 4] };
    expect(() => checkDefinitionSize([half, undefined], limits)).not.toThrow();
    expect(() => checkDefinitionSize([half, half], limits)).toThrow('schemaNodes');
  });

  it('is counted in time that depends on the limits only', async () => {
    const text = 'x'.repeat(20_000_000);
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    for (const schema of [{ a: text }, { [text]: 1 }, deep, new Array(1_000_000).fill(0)]) {
      await expectCpuMsBelow(500, () => {
        expect(() => checkDefinitionSize([schema], defaultImportLimits)).toThrow('its definition has more than');
      });
    }
  });
});

const anyDepth = Number.POSITIVE_INFINITY;

function countExpanded(schema: JsonSchema, nodes: number): number {
  return measureExpansion(schema, { nodes, depth: anyDepth }).nodes;
}

function doubling(levels: number): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`d${levels}`]: { type: 'string' } };
  for (let level = 0; level < levels; level++) {
    const half = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { allOf: [half, half] };
  }
  return { $ref: '#/$defs/d0', $defs };
}

describe('the expanded size of a schema', () => {
  it('counts a definition where it is used', () => {
    const text: JsonSchema = { type: 'string' };
    const once = countExpanded({ properties: { a: { $ref: '#/$defs/T' } }, $defs: { T: text } }, 1_000);
    const twice = { properties: { a: { $ref: '#/$defs/T' }, b: { $ref: '#/$defs/T' } }, $defs: { T: text } };
    expect(countExpanded(twice, 1_000)).toBe(once + 3);
    expect(countExpanded({ $defs: { T: text } }, 1_000)).toBe(1);
  });

  it('counts a definition that contains itself once on each path', () => {
    const tree: JsonSchema = { properties: { next: { $ref: '#/$defs/Tree' } } };
    expect(countExpanded({ $ref: '#/$defs/Tree', $defs: { Tree: tree } }, 1_000)).toBe(4);
    expect(countExpanded({ properties: { next: { $ref: '#' } } }, 1_000)).toBe(3);
  });

  it('doubles with each level of a bomb, and stops at the limit', async () => {
    expect(countExpanded(doubling(3), 1_000)).toBe(1 + 7 * 4 + 8 * 2);
    await expectCpuMsBelow(500, () => expect(countExpanded(doubling(36), 25_000)).toBeGreaterThan(25_000));
  });

  it('is nested as deep as the definitions that it refers to', () => {
    const $defs = { A: { items: { $ref: '#/$defs/B' } }, B: { items: {} } };
    const limits = { nodes: 1_000, depth: 1_000 };
    expect(measureExpansion({ properties: { a: { $ref: '#/$defs/A' } }, $defs }, limits).depth).toBe(7);
    expect(measureExpansion({ items: { items: {} } }, { nodes: 1_000, depth: 1 })).toEqual({ nodes: 2, depth: 2 });
  });

  it('ignores a reference to a definition that does not exist', () => {
    expect(countExpanded({ $ref: '#/$defs/Gone' }, 1_000)).toBe(1);
  });
});

describe('an imported schema', () => {
  const small: JsonSchema = { properties: { a: { type: 'string' } } };

  it('may reach the limit of its expanded size', () => {
    const expandedNodes = countExpanded(small, 100);
    expect(() => checkImportedExpansion(small, { ...defaultImportLimits, expandedNodes })).not.toThrow();
    expect(() => checkImportedExpansion(small, { ...defaultImportLimits, expandedNodes: expandedNodes - 1 })).toThrow(
      `its schema has more than ${expandedNodes - 1} JSON values once its references are expanded (expandedNodes)`,
    );
  });

  it('may not be nested deeper than the limit', () => {
    expect(() => checkImportedExpansion(small, { ...defaultImportLimits, expandedDepth: 3 })).not.toThrow();
    expect(() => checkImportedExpansion(small, { ...defaultImportLimits, expandedDepth: 2 })).toThrow(
      'its schema is nested deeper than 2 levels once its references are expanded (expandedDepth)',
    );
  });

  it('is not counted without a limit', () => {
    const unlimited = { ...defaultImportLimits, expandedNodes: Number.POSITIVE_INFINITY };
    expect(() => checkImportedExpansion(doubling(36), unlimited)).not.toThrow();
  });

  it('has patterns within the limits', () => {
    const { limits: used, compilePattern } = createInterpretation(
      { ...defaultImportLimits, patternStates: 20, patternWork: 5 },
      RE2JS,
    );
    expect(used.patternWork).toBe(5);
    expect(compilePattern('^a+$').test('aa')).toBe(true);
    expect(compilePattern('^a+$')).toBe(compilePattern('^a+$'));
    expect(() => compilePattern('a{30}')).toThrow('at most 20 are allowed (patternStates)');
  });
});

describe('the limits', () => {
  it('have defaults', () => {
    expect(readImportLimits(undefined, 'x')).toBe(defaultImportLimits);
    expect(readImportLimits({ schemaBytes: undefined }, 'x')).toEqual(defaultImportLimits);
    expect(readImportLimits({ schemaBytes: 5 }, 'x')).toEqual({ ...defaultImportLimits, schemaBytes: 5 });
    expect(readImportLimits({ schemaBytes: Number.POSITIVE_INFINITY }, 'x').schemaBytes).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([0, -1, Number.NaN, '5'])('must be numbers above 0, not %p', (limit) => {
    const read = (): unknown => readImportLimits({ schemaBytes: limit as number }, "mcpSource 's': limits");
    expect(read).toThrow(/^mcpSource 's': limits: schemaBytes must be a number above 0, not /);
  });

  it('must exist', () => {
    expect(() => readImportLimits({ schemaByte: 5 } as object, 'x')).toThrow("Did you mean 'schemaBytes'?");
  });
});
