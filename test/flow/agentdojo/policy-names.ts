import type { Suite } from './suite.js';

/** The words that a policy file may contain whatever is in the data. */
export interface PolicyNames {
  /** The names of properties in the schemas of arguments and results. */
  readonly properties: ReadonlySet<string>;
  /** The words of all names, of enums, and of options, in lower case. */
  readonly words: ReadonlySet<string>;
}

const optionWords = [
  ...['trust', 'trusted', 'untrusted', 'readers', 'anyone', 'fields', 'params', 'kind', 'decides', 'all'],
  ...['readOnly', 'openWorld', 'show', 'value', 'handle', 'true', 'false'],
];

/** Returns the names in the schemas of a suite. */
export function namesOf({ tools }: Suite): PolicyNames {
  const properties = new Set<string>();
  const enums = new Set<string>();
  for (const { parameters, returns } of tools) for (const schema of [parameters, returns.schema]) collect(schema);
  const all = [...tools.map(({ name }) => name), ...properties, ...enums, ...optionWords];
  return { properties, words: new Set(all.flatMap(wordsOf)) };

  function collect(schema: unknown): void {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, member] of Object.entries(schema)) {
      if (key === 'properties') for (const name of Object.keys(member)) properties.add(name);
      if (key === 'enum' && Array.isArray(member)) for (const value of member) enums.add(String(value));
      collect(member);
    }
  }
}

/** Returns the words of a text, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
