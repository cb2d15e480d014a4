import { type Configuration, isMapping, type ValuePath } from './configuration.js';

const wholePlaceholder = /\\\$\{|\$\{([^}]*)\}?/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}` in the texts of a value by environment variables. `\${` is literal. Keys are
 * not changed. Errors do not show the values of variables.
 *
 * @throws DefinitionError on a malformed placeholder, and on a variable that is not set.
 */
export function replacePlaceholders(configuration: Configuration, path: ValuePath, value: unknown): unknown {
  if (configuration.environment === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((one, index) => replacePlaceholders(configuration, [...path, index], one));
  }
  if (isMapping(value)) {
    const entries = Object.entries(value).map(([key, one]) => {
      return [key, replacePlaceholders(configuration, [...path, key], one)] as const;
    });
    return Object.fromEntries(entries);
  }
  return typeof value === 'string' ? replaceInText(configuration, path, value) : value;
}

/** Checks whether a text contains the value of an environment variable, or its default. */
export function hasPlaceholder(configuration: Configuration, value: unknown): boolean {
  if (configuration.environment === undefined || typeof value !== 'string') return false;
  return value.replaceAll('\\${', '').includes('${');
}

function replaceInText(configuration: Configuration, path: ValuePath, text: string): string {
  return text.replaceAll(wholePlaceholder, (whole, inner: string | undefined) => {
    if (inner === undefined) return '${';
    const [, name = '', fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? [];
    if (name === '' || !whole.endsWith('}')) {
      throw configuration.errorAt(
        path,
        `A placeholder must be \${NAME} or \${NAME:-default}. Write \\\${ for a literal \${.`,
      );
    }
    // As in a shell, a default also replaces an empty value.
    const found =
      fallback === undefined ? configuration.environment?.[name] : configuration.environment?.[name] || fallback;
    if (found === undefined) {
      throw configuration.errorAt(
        path,
        `The environment variable '${name}' is not set. Set it, or write \${${name}:-default}.`,
      );
    }
    configuration.hide(found);
    return found;
  });
}
