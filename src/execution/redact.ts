import { isContainer } from '../state/containers.js';
import { redacted, Secret } from '../state/secret.js';

// A shorter text would be cut out of innocent words.
const shortestSecret = 4;

/** The texts that must not be shown, the longest first: every secret in `roots` that is, or holds, a string. */
export function secretTexts(roots: readonly object[]): readonly string[] {
  if (roots.every(isEmpty)) return [];
  const texts = new Set<string>();
  const seen = { asSecret: new Set<unknown>(), inTheOpen: new Set<unknown>() };
  const open: { readonly value: unknown; readonly isSecret: boolean }[] = [];
  for (const value of roots) open.push({ value, isSecret: false });
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { value, isSecret } = node;
    const known = isSecret ? seen.asSecret : seen.inTheOpen;
    if (Secret.is(value)) open.push({ value: value.reveal(), isSecret: true });
    else if (!isContainer(value)) addForms(value, texts);
    else if (!known.has(value)) {
      known.add(value);
      for (const one of Object.values(value)) if (isSecret || isObject(one)) open.push({ value: one, isSecret });
    }
  }
  // A secret may begin with another, and must go as a whole.
  return [...texts].sort((one, other) => other.length - one.length);
}

function isEmpty(root: object): boolean {
  for (const _ in root) return false;
  return !Array.isArray(root) || root.length === 0;
}

/** A secret as it is, and as it stands in JSON text and in a URL. */
function addForms(value: unknown, texts: Set<string>): void {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return;
  const secret = String(value);
  if (secret.length < shortestSecret) return;
  texts.add(secret);
  texts.add(JSON.stringify(secret).slice(1, -1));
  // Half a surrogate pair cannot stand in a URL.
  texts.add(encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\uFFFD')));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A text with every secret replaced. */
export function redactText(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) shown = shown.replaceAll(secret, redacted);
  return shown;
}

/** JSON data with every secret replaced, in keys and values alike. */
export function redactData<T>(data: T, secrets: readonly string[]): T {
  if (secrets.length === 0 || data === undefined) return data;
  return redactNode(data, secrets) as T;
}

function redactNode(node: unknown, secrets: readonly string[]): unknown {
  if (typeof node === 'string') return redactText(node, secrets);
  if (Array.isArray(node)) return node.map((item) => redactNode(item, secrets));
  if (!isContainer(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [redactText(key, secrets), redactNode(value, secrets)]),
  );
}
