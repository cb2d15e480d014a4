import { isContainer } from './state/containers.js';
import { redacted, Secret } from './state/secret.js';

// A shorter text would often match inside unrelated words.
const shortestSecret = 4;

/**
 * Collects the secrets in `roots` as texts, the longest first. A secret object contributes each of its scalar members.
 */
export function collectSecrets(roots: readonly object[]): readonly string[] {
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
  // A secret may begin with another one, so the longer one is replaced first.
  return [...texts].sort((one, other) => other.length - one.length);
}

function isEmpty(root: object): boolean {
  for (const _ in root) return false;
  return !Array.isArray(root) || root.length === 0;
}

/** Adds a secret in each form in which it can appear: verbatim, in JSON text and in a URL. */
function addForms(value: unknown, texts: Set<string>): void {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return;
  const secret = String(value);
  if (secret.length < shortestSecret) return;
  texts.add(secret);
  texts.add(JSON.stringify(secret).slice(1, -1));
  // `encodeURIComponent` throws on a lone surrogate.
  texts.add(encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\uFFFD')));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Replaces every secret in a text. */
export function redactText(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) shown = shown.replaceAll(secret, redacted);
  return shown;
}

/** Replaces every secret in JSON data, in both keys and values. */
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
