import { readManifest } from './support/repository.js';

const { exports, main, types, typesVersions, sideEffects } = readManifest();
const subpaths = Object.keys(exports).filter((subpath) => subpath !== './package.json');

/** The file of the ES module of a subpath, relative to the folder of each build. */
function moduleOf(subpath: string): string {
  const { import: target } = exports[subpath] as { readonly import: { readonly default: string } };
  return target.default.replace(/^\.\/dist\/|\.js$/g, '');
}

describe('package.json', () => {
  // The order matters: the first condition that a tool knows decides. `module-sync` and `module` give `require` and
  // `import` the same copy, in Node and in bundlers. What knows neither, such as jest, takes the CommonJS build.
  it.each(subpaths)(
    'exports %s as an ES module, and as CommonJS for tools that cannot require ES modules',
    (subpath) => {
      const file = moduleOf(subpath);
      expect(JSON.stringify(exports[subpath])).toBe(
        JSON.stringify({
          import: { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
          'module-sync': `./dist/${file}.js`,
          module: `./dist/${file}.js`,
          require: { types: `./cjs/${file}.d.ts`, default: `./cjs/${file}.js` },
        }),
      );
    },
  );

  it('has the declarations of every subpath for compilers that do not read exports', () => {
    expect([main, types]).toEqual([`./cjs/${moduleOf('.')}.js`, `./cjs/${moduleOf('.')}.d.ts`]);
    const named = subpaths.filter((subpath) => subpath !== '.');
    const declarations = named.map((subpath) => [subpath.slice('./'.length), [`./cjs/${moduleOf(subpath)}.d.ts`]]);
    expect(typesVersions).toEqual({ '*': Object.fromEntries(declarations) });
  });

  it('names the modules that are imported for their effect, so that bundlers retain them', () => {
    const modules = ['schema/class-validator/index', 'build/plugin/register'];
    expect(sideEffects).toEqual(modules.flatMap((module) => [`./dist/${module}.js`, `./cjs/${module}.js`]));
  });
});
