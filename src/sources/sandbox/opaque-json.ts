import { toJsonValue } from '../../call/response/json-value.js';
import { OpaqueReference } from '../../features/code-mode/sandbox-engine.js';
import type { OpaqueNode } from '../../toolkit/opaque-node.js';
import { referenceMark, type SentNode } from './guest/guest-api.js';
import { readJson } from './json-text.js';

/** Returns a value with opaque parts as a program receives it. */
export function sentNode(node: OpaqueNode): SentNode {
  switch (node.kind) {
    case 'open':
      return [0, toJsonValue(node.value)];
    case 'leaf':
      return [1, toJsonValue(node.value)];
    case 'list':
      return [2, node.items.map(sentNode), node.hasOpenLength];
    case 'object':
      return [3, sentMembers(node.members)];
    case 'openList':
      return [4, node.items.map(sentNode)];
    case 'openObject':
      return [5, sentMembers(node.members)];
  }
}

function sentMembers(members: Readonly<Record<string, OpaqueNode>>): Readonly<Record<string, SentNode>> {
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, sentNode(member)]));
}

/** Reads the JSON text of arguments, in which references are in the place of opaque values. */
export function readArguments(text: string): unknown {
  const args = readJson(text);
  return text.includes(referenceMark) ? withReferences(args) : args;
}

function withReferences(value: unknown): unknown {
  if (typeof value === 'string') return readText(value);
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withReferences(member)]));
}

function readText(text: string): unknown {
  if (!text.startsWith(referenceMark)) return text;
  const rest = text.slice(referenceMark.length);
  return rest.startsWith('!') ? rest.slice(1) : new OpaqueReference(rest);
}
