import type { PolicyNames } from './policy-names.js';
import type { Suite } from './suite.js';

/** Checks a value of a policy. Returns what it should be, or undefined if it is that. */
type Check = (value: unknown) => string | undefined;

/**
 * Returns what a policy file contains in addition to the names of tools, parameters and fields, to kinds and to switches.
 * Nothing else can be in a policy, so that none can depend on a value of the data.
 */
export function structureProblems(policies: unknown, { tools }: Suite, { properties }: PolicyNames): readonly string[] {
  const toolNames = new Set(tools.map(({ name }) => name));
  const flag = oneOf(true, false);
  const trust = oneOf('trusted', 'untrusted');
  const readers: Check = (value) => (Array.isArray(value) && value.length === 0 ? undefined : oneOf('anyone')(value));
  const kind: Check = (value) =>
    typeof value === 'string' && /^[a-z]{2,20}$/.test(value) ? undefined : 'a word in lower case';
  const isPointer = (key: string): boolean => {
    const steps = key.split('/').slice(1);
    return key.startsWith('/') && steps.every((step) => step === '*' || properties.has(step));
  };
  const isParam = (key: string): boolean => properties.has(key) || isPointer(key);
  const param: Check = (value) =>
    typeof value === 'string' && properties.has(value) ? undefined : 'the name of a parameter';

  const field = members({ trust, readers, kind });
  const argument = members({ decides: flag, kind, readers: param });
  const policy = members({
    ...{ trust, readers, all: flag, readOnly: flag, openWorld: flag, show: oneOf('value', 'handle') },
    fields: entries(isPointer, field),
    params: entries(isParam, argument),
  });
  const problem = entries((name) => toolNames.has(name), policy)(policies);
  return problem === undefined ? [] : [`A policy may contain names and kinds only: ${problem}.`];
}

function oneOf(...values: readonly unknown[]): Check {
  return (value) => (values.includes(value) ? undefined : `it should be ${values.join(' or ')}`);
}

/** Checks an object with known keys. */
function members(checks: Readonly<Record<string, Check>>): Check {
  return (value) =>
    each(value, (key, member) => (Object.hasOwn(checks, key) ? checks[key]?.(member) : 'no such option'));
}

/** Checks an object whose keys are names. */
function entries(isName: (key: string) => boolean, check: Check): Check {
  return (value) => each(value, (key, member) => (isName(key) ? check(member) : 'no such name in the schemas'));
}

function each(value: unknown, check: (key: string, member: unknown) => string | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it should be a map';
  for (const [key, member] of Object.entries(value)) {
    const problem = check(key, member);
    if (problem !== undefined) return `${key}: ${problem}`;
  }
  return undefined;
}
