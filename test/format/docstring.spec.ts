import { docstring } from '../../src/format/docstring.js';
import { descriptors } from './descriptors.js';

describe('docstring', () => {
  it('contains the description, arguments, result and examples', () => {
    expect(docstring(descriptors.plain)).toBe(`Search the knowledge base.

Finds whole words only.

@param query - (string) What to look for. At least 1 character.
@param limit - (number) At most this many hits. A whole number. At least 1. At most 100. Defaults to 10.
@param tags - (string[]) Items must be unique. Optional.
@returns ({ hits: string[]; total: number }) What was found.
  - hits: Titles, best first
  - total: A whole number.
@example Find pizza
  search({ query: "pizza" }) // { hits: [], total: 0 }
@example
  search({ query: "x", limit: 1 })`);
  });

  it('is empty for a tool without documentation', () => {
    expect(docstring(descriptors.reserved)).toBe('');
  });

  it('uses the description of a definition for an argument without a description', () => {
    expect(docstring(descriptors.recursive)).toBe(`Save a tree

@param tree - ({ value: number; children?: Node[]; parent?: Node | null }) The root
@param spare - ({ value: number; children?: Node[]; parent?: Node | null }) One node. Optional.
@returns (Node[])`);
  });

  it('indents a multi-line text under its argument', () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string', description: 'One\nTwo' } } } as const;
    expect(docstring({ name: 'x', inputSchema })).toBe('@param a - (string) One\n  Two. Optional.');
  });

  it('describes constraints in words', () => {
    expect(docstring(descriptors.constraints)).toBe(
      [
        '@param email - (string) Format: email. At least 3 characters. At most 50 characters.',
        '@param site - (string) Home page. Format: uri. Optional.',
        '@param code - (string) Must match the regular expression `^(?=.*[0-9]).+$`. Optional.',
        '@param price - (number) Greater than 0. A multiple of 0.01. Optional.',
        '@param picked - (number[]) At least 1 of the items must match {"const":7}. At most 5 items. Optional.',
        '@param other - (string) Must not match {"const":"root"}. Examples: "me", "you". Deprecated. Optional.',
        '@param limits - ({ low?: number; high?: number }) If "low" is present, also required: "high". ' +
          'At least 1 property. Optional.',
      ].join('\n'),
    );
  });
});
