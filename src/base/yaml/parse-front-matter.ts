import { loadPackage } from '../runtime/load-package.js';

/**
 * Parses the front matter of an untrusted document, without aliases. Returns undefined if it is malformed.
 *
 * @param use - What requires the package yaml, for errors.
 * @throws DefinitionError if the package yaml is not installed.
 */
export async function parseFrontMatter(text: string, use: string): Promise<unknown> {
  const { parse } = await loadPackage(() => import('yaml'), use, 'yaml@2');
  try {
    const value: unknown = parse(text, { maxAliasCount: 0, logLevel: 'silent' });
    return value;
  } catch {
    return undefined;
  }
}
