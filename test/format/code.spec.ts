import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { code } from '../../src/format/code.js';
import { compileErrors } from './compile-code.js';
import { descriptorList, descriptors } from './descriptors.js';

describe('code', () => {
  it('compiles under strict rules for every tool', () => {
    const sources = Object.fromEntries(descriptorList.map(([kind, tool]) => [kind, code(tool)]));
    expect(compileErrors(sources)).toEqual([]);
  });

  it('declares a function against which calls are type-checked', () => {
    const use = (call: string) => `${code(descriptors.plain)}\nexport const found = ${call};`;
    expect(compileErrors({ good: use("search({ query: 'x', tags: ['a'] })") })).toEqual([]);
    expect(compileErrors({ bad: use('search({ query: 1 })') })).toEqual([
      expect.stringContaining("Type 'number' is not assignable to type 'string'"),
    ]);
    const unions = `${code(descriptors.alternatives)}\nexport const found = find({});`;
    expect(compileErrors({ unions })).toHaveLength(1);
  });

  it('declares separate types for definitions', () => {
    expect(code(descriptors.recursive)).toBe(`/** One node */
type Node = {
  value: number;
  children?: Node[];
  parent?: Node | null;
};

type Node2 = Node2[];

/**
 * Save a tree
 *
 * @param tree - ({ value: number; children?: Node[]; parent?: Node | null }) The root
 * @param spare - ({ value: number; children?: Node[]; parent?: Node | null }) One node. Optional.
 * @returns (Node[])
 */
export declare function save_tree(args: {
  /** The root */
  tree: Node;
  spare?: Node;
}): Promise<Node2>;`);
  });

  it('converts a name that is not an identifier, and states the original name', () => {
    expect(code(descriptors.dashed)).toBe(`/**
 * Verify a code
 *
 * @param code - (string)
 * @example
 *   2fa-verify({ code: "123456" })
 * @remarks The tool's name is "2fa-verify".
 */
export declare function _2fa_verify(args: {
  code: string;
}): Promise<unknown>;`);
    expect(code(descriptors.reserved)).toContain('export declare function _delete(args?: {');
  });

  it('names the type of the arguments if they refer to themselves', () => {
    const inputSchema: JsonSchema = {
      type: 'object',
      properties: { next: { $ref: '#' } },
      additionalProperties: false,
    };
    expect(code({ name: 'walk', inputSchema })).toBe(`type Walk = {
  next?: Walk;
};

/** @param next - ({ next?: Root }) Optional. */
export declare function walk(args?: {
  next?: Walk;
}): Promise<unknown>;`);
  });

  it('compiles for cyclic definitions and definitions with the names of built-in types', () => {
    const inputSchema: JsonSchema = {
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/A' },
        b: { $ref: '#/$defs/Promise' },
        c: { $ref: '#/$defs/1~1x' },
        d: { $ref: '#/properties/c' },
      },
      $defs: {
        A: { anyOf: [{ $ref: '#/$defs/B' }, { type: 'string' }] },
        B: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'number' }] },
        Promise: { type: 'array', items: { $ref: '#/$defs/Array' } },
        Array: { type: 'object', additionalProperties: { $ref: '#/$defs/Promise' } },
        '1/x': { type: 'array', items: { enum: ['a', 'b'] } },
      },
    };
    const source = code({ name: 'circle', inputSchema });
    expect(source).toContain('type A = unknown;');
    expect(source).toContain('type T1X = Array<');
    expect(compileErrors({ source })).toEqual([]);
  });
});
