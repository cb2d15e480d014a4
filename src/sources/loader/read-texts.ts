import { type Secret, secret } from '../../index.js';
import { type Configuration, isMapping, type ValuePath } from './configuration.js';
import { hasPlaceholder, replacePlaceholders } from './placeholders.js';

/** Returns the state path of a text such as `{{session.user.id}}`. Returns undefined for any other value. */
export function statePathOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(value)?.[1] : undefined;
}

/**
 * Reads a credential: a text, which becomes a secret, or `{{state.path}}`.
 *
 * @throws DefinitionError on any other value.
 */
export function readCredential(
  configuration: Configuration,
  path: ValuePath,
  value: unknown,
): Secret<string> | { readonly state: string } {
  const state = statePathOf(value);
  if (state !== undefined) return { state };
  const text = replacePlaceholders(configuration, path, value);
  if (typeof text === 'string' && text !== '') {
    configuration.hide(text);
    return secret(text);
  }
  throw configuration.errorAt(path, `'${String(path.at(-1))}' must be a text, such as \${API_KEY}, or {{state.path}}.`);
}

/** Texts by name. Those with the value of an environment variable are secrets. */
export type Texts = Readonly<Record<string, string | Secret<string>>>;

/**
 * Reads a mapping of texts, such as headers. Numbers and booleans become texts.
 *
 * @throws DefinitionError on any other value.
 */
export function readTexts(configuration: Configuration, path: ValuePath, values: unknown): Texts {
  if (!isMapping(values)) return {};
  const entries = Object.entries(values).map(([name, value]): readonly [string, string | Secret<string>] => {
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw configuration.errorAt([...path, name], `'${name}' must be a text.`);
    }
    const text = String(replacePlaceholders(configuration, [...path, name], value));
    return [name, hasPlaceholder(configuration, value) ? secret(text) : text];
  });
  return Object.fromEntries(entries);
}

/** Returns texts with their secrets revealed, for a process. */
export function revealTexts(texts: Texts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, typeof text === 'string' ? text : text.reveal()]),
  );
}

/**
 * Reads the state paths of arguments, such as `{ userId: '{{session.user.id}}' }`.
 *
 * @throws DefinitionError on any other value.
 */
export function readBindings(
  configuration: Configuration,
  path: ValuePath,
  values: unknown,
): Readonly<Record<string, string>> {
  if (values === undefined) return {};
  if (!isMapping(values)) throw configuration.errorAt(path, 'This must be a mapping of arguments to {{state.path}}.');
  return Object.fromEntries(
    Object.entries(values).map(([argument, value]) => {
      const state = statePathOf(value);
      if (state !== undefined) return [argument, state];
      throw configuration.errorAt([...path, argument], `'${argument}' must be a quoted path such as '{{user.id}}'.`);
    }),
  );
}
