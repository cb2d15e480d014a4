import { toIdentifier } from '../../format/identifier.js';
import type { ListedTool } from '../../toolkit/entry/scope-control.js';
import { basicGroup } from '../../toolkit/entry/tool-group.js';

/** A tool that programs may call. */
export type CodeTool = ListedTool;

/** A tool with its name in programs: that of a function of a namespace. */
export interface NamedCodeTool extends CodeTool {
  readonly namespace: string;
  readonly functionName: string;
  /** The namespace and the name of the function, such as `github.list_issues`. */
  readonly path: string;
}

/** The namespace of the tools that belong to no other group. */
const basicNamespace = 'tools';

// Names that a program, or its sandbox, needs itself.
const takenNamespaces: ReadonlySet<string> = new Set(
  (
    'AggregateError Array ArrayBuffer Atomics BigInt Boolean DataView Date Error EvalError Infinity Iterator JSON Map ' +
    'Math NaN Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError ToolError TypeError ' +
    'URIError WeakMap WeakRef WeakSet console constructor decodeURI encodeURI escape eval globalThis isFinite isNaN ' +
    'parseFloat parseInt performance prototype undefined unescape __proto__'
  ).split(' '),
);
const takenFunctions: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'globalThis', 'prototype']);

/** Names tools for programs, in the order of the tools: by their groups, with as few changes as possible. */
export function nameCodeTools(tools: readonly CodeTool[]): readonly NamedCodeTool[] {
  const used = new Set<string>();
  return tools.map((tool) => {
    const namespace = namespaceOf(tool.group);
    const base = identifierOf(withoutPrefix(tool), takenFunctions);
    let functionName = base;
    for (let count = 2; used.has(`${namespace}.${functionName}`); count++) functionName = `${base}_${count}`;
    const path = `${namespace}.${functionName}`;
    used.add(path);
    return { ...tool, namespace, functionName, path };
  });
}

/** Returns the name of a tool without the prefix that repeats its group, as the tools of a source often have it. */
function withoutPrefix({ spec: { name }, group }: CodeTool): string {
  const prefix = `${group}__`;
  return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : name;
}

function namespaceOf(group: string): string {
  return group === basicGroup ? basicNamespace : identifierOf(group, takenNamespaces);
}

function identifierOf(name: string, taken: ReadonlySet<string>): string {
  const identifier = toIdentifier(name);
  return taken.has(identifier) ? `${identifier}_` : identifier;
}
