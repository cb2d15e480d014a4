import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../support/repository.js';

/** Returns the packages that a declaration file and the files that it imports name. */
function packagesNamedFrom(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\(? ?'([^']+)'/g)) {
    if (!specifier.startsWith('.')) packages.add(specifier);
    else {
      const next = join(dirname(file), specifier.replace(/\.js$/, '.d.ts'));
      for (const name of packagesNamedFrom(next, seen)) packages.add(name);
    }
  }
  return packages;
}

describe('the declarations of toolwright/mcp', () => {
  it.each([
    'dist/integrations/mcp/index.d.ts',
    'dist/integrations/mcp/sdk-v1/index.d.ts',
    'dist/integrations/mcp/sdk-v2/index.d.ts',
  ])('compile without an SDK: %s', (file) => {
    const packages = [...packagesNamedFrom(join(root, file))];
    expect(packages).toEqual(expect.arrayContaining(['rxjs']));
    expect(packages.filter((name) => name.startsWith('@modelcontextprotocol/'))).toEqual([]);
  });
});
