import { signature } from '../../src/format/signature.js';
import { descriptors } from './descriptors.js';

describe('signature', () => {
  it('shows required, defaulted and optional arguments in the order of the schema', () => {
    expect(signature(descriptors.plain)).toBe('search({ query, limit = 10, tags? })');
  });

  it('is empty for a tool without arguments', () => {
    expect(signature(descriptors.noArguments)).toBe('now()');
    expect(signature(descriptors.noArguments, { x: 1 })).toBe('now()');
  });

  it('quotes names that are not identifiers', () => {
    expect(signature(descriptors.unicode)).toBe(
      'greet-user({ 名前, "content-type" = "a`b", __proto__fake?, default? })',
    );
  });

  it('shows the arguments of a union and of allOf', () => {
    expect(signature(descriptors.alternatives)).toBe('find({ id?, name? })');
    expect(signature(descriptors.allOf)).toBe('create_user({ age, name, nick? })');
  });

  it('fills in arguments and defaults, and ignores unknown names', () => {
    expect(signature(descriptors.plain, { query: 'x', nope: 1 })).toBe('search({ query: "x", limit: 10 })');
    expect(signature(descriptors.plain, { limit: 3, tags: ['a', { b: null }] })).toBe(
      'search({ query, limit: 3, tags: ["a", { b: null }] })',
    );
    expect(signature(descriptors.plain, { query: undefined, limit: null })).toBe('search({ query, limit: null })');
  });

  it('accepts values that JSON cannot represent', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const tags = [10n, cycle, new Date(0), Symbol.for('s')];
    expect(signature(descriptors.plain, { query: 'x', tags })).toBe(
      'search({ query: "x", limit: 10, tags: [10n, { self: … }, "1970-01-01T00:00:00.000Z", Symbol(s)] })',
    );
  });
});
