import { type OpaqueNode, OpaqueReference, OpaqueValue, type SandboxEngine } from 'toolwright/sandbox';

/** Describes JSON data all of which is opaque. */
function opaque(value: unknown, hasOpenLength = false): OpaqueNode {
  if (Array.isArray(value)) return { kind: 'list', hasOpenLength, items: value.map((item) => opaque(item)) };
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => [name, opaque(member)]);
    return { kind: 'object', members: Object.fromEntries(members) };
  }
  return { kind: 'leaf', value: value as string };
}

/** What the host sees of a program. */
export interface Observation {
  /** The end, the output and the calls as text, in which references are shown. */
  readonly seen: string;
  readonly looked: readonly string[];
  /** The value, or the message of the error. */
  readonly end: unknown;
}

/**
 * Runs a program with an opaque value `x`, which the function `get` returns again, and another one, `y`, of the function
 * `other`. `send` returns nothing, `stream` emits the value and returns it, and `refuse` fails.
 */
async function observe(engine: SandboxEngine, source: string, root: OpaqueNode): Promise<Observation> {
  const calls: unknown[] = [];
  const get = (): OpaqueValue => new OpaqueValue('@c1', root);
  const result = await engine.run({
    source: `const x = await get();\n${source}`,
    functions: {
      get,
      other: () => new OpaqueValue('@c2', root),
      send: (args, { looked }) => void calls.push({ args: showReferences(args), looked }),
      stream: (_, { emit }) => {
        emit?.(get());
        return get();
      },
      refuse: () => {
        throw new RangeError('refused');
      },
    },
    limits: { computeMs: 5_000 },
  });
  const end = result.status === 'done' ? result.value : result.status === 'failed' ? result.error.message : 'paused';
  const seen = JSON.stringify({ status: result.status, end, logs: result.logs, calls }) ?? '';
  return { seen, looked: result.looked ?? [], end };
}

/** Shows references as text that no text equals. */
function showReferences(value: unknown): unknown {
  if (OpaqueReference.is(value)) return { '<ref>': value.ref };
  if (Array.isArray(value)) return value.map(showReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, showReferences(member)]));
}

/** Contents of different kinds, lengths and members, from which a program must not tell `x` without a look. */
export const contents: readonly OpaqueNode[] = [
  ...['', 'text', '7', 42, true, null].map((value) => opaque(value)),
  ...[[], ['b', 'a', 'c'], [{ from: 'ann' }, { from: 'bob', to: 'cy' }]].map((value) => opaque(value)),
  opaque({ toString: 'a', valueOf: 'b', toJSON: 'c', constructor: 'd', hasOwnProperty: 'e', size: 1 }),
  opaque(
    JSON.parse('{ "0": "zero", "from": { "name": "ann" }, "then": 1, "length": 2, "values": 3, "map": 4, "link": 5 }'),
  ),
];

/**
 * Checks that what the host sees of a program is the same for all contents, unless the program has looked at each. Returns
 * what contradicts it.
 */
export async function findLeak(
  engine: SandboxEngine,
  source: string,
  roots: readonly OpaqueNode[],
): Promise<readonly string[]> {
  const seen = await Promise.all(roots.map((root) => observe(engine, source, root)));
  const unlooked = seen.find(({ looked }) => looked.length === 0);
  if (unlooked === undefined) return [];
  const other = seen.find((one) => one.seen !== unlooked.seen || one.looked.length > 0);
  return other === undefined ? [] : [unlooked.seen, other.seen, ...other.looked];
}
