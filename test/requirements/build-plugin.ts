import type { Requirement } from './requirement.js';

/** The promises about the build plugin and its forms for Node.js, jest and Next.js. */
export const buildPluginRequirements: readonly Requirement[] = [
  {
    id: 'build-plugin.published',
    promise:
      'A build with the plugin publishes types, comments and parameter names of the author, also if it is minified.',
    sources: ['docs/build-plugin.md#configure-a-bundler', 'docs/build-plugin.md#install-the-plugin'],
    tests: {
      'test/plugin/esbuild.e2e.spec.ts': ['publishes types, comments and names of the author in %s'],
    },
  },
  {
    id: 'build-plugin.next',
    promise: '`withToolwright` adds a loader that adds the records of tools, for Turbopack and for webpack.',
    sources: ['docs/build-plugin.md#configure-nextjs'],
    tests: {
      'test/plugin/next.spec.ts': [
        'adds the loader for Turbopack and for webpack',
        'preserves the configuration, its rules and its own webpack function',
      ],
      'test/plugin/node.e2e.spec.ts': ['adds the records of a module, and depends on the files with their types'],
    },
  },
  {
    id: 'build-plugin.nest',
    promise:
      '`toolwright/nest-plugin` adds the records while TypeScript emits modules, in CommonJS and ES modules, with nodes of the ' +
      'compiler that runs the build.',
    sources: ['docs/build-plugin.md#configure-the-nest-cli'],
    tests: {
      'test/plugin/nest-plugin.e2e.spec.ts': ['publishes types, comments and names in %s (%s, %j), with TypeScript %s'],
    },
  },
  {
    id: 'build-plugin.nest-start',
    promise:
      'Outside of production, a NestJS application that starts names the parameters whose published type is wider than their ' +
      'own, and says that a build has not run the plugin; in production, it loads no compiler.',
    sources: ['docs/nestjs.md#types-of-parameters'],
    tests: {
      'test/nest/type-warnings.e2e.spec.ts': [
        'names the parameters whose published type is wider than their own',
        'does not keep the application running',
        'says that a build has not run the plugin that nest-cli.json names',
        'is not given %s, where neither a thread nor a compiler is loaded',
      ],
    },
  },
  {
    id: 'build-plugin.register',
    promise: '`toolwright/register` works with tsx in either order, with ts-node, and without another loader.',
    sources: ['docs/build-plugin.md#run-typescript-with-nodejs'],
    tests: {
      'test/plugin/node.e2e.spec.ts': ['publishes types, comments and names with %s', 'works in a CommonJS package %s'],
    },
  },
  {
    id: 'build-plugin.resolution',
    promise:
      '`toolwright/register` finds the TypeScript file of an import as tsc does, and runs ES modules and CommonJS modules.',
    sources: ['docs/build-plugin.md#run-typescript-with-nodejs'],
    tests: {
      'test/plugin/node.e2e.spec.ts': [
        'with %s',
        'in the order of Node.js if a JavaScript file imports it',
        'and reports what Node.js does, if there is none',
        'reads the format of a package that states none from the syntax of the module',
        'refuses %s in a CommonJS module: %s',
        'is imported by %s that imports the rest',
      ],
    },
  },
  {
    id: 'build-plugin.messages',
    promise:
      'The error of a tool without types names the command, the plugin or the transformer that fits how the program runs.',
    sources: ['docs/troubleshooting.md#while-tools-are-defined'],
    tests: {
      'test/plugin/set-up-messages.e2e.spec.ts': [
        'names the command that reads them with %s',
        'names the transformer in jest',
        'names what fits tsc first, and then bundlers, in a program that was compiled',
        'names the loader of Next.js where its runtime is set',
        'with toolwright/register names what it could not read',
        'does not take the short names of a TypeScript file for those of a minifier',
      ],
    },
  },
  {
    id: 'build-plugin.jest',
    promise:
      '`toolwright/jest` wraps another transformer, and compiles files again if a type of their tools has changed.',
    sources: ['docs/build-plugin.md#configure-jest'],
    tests: { 'test/plugin/node.e2e.spec.ts': ['is what a jest transformer adds to another transformer'] },
  },
  {
    id: 'build-plugin.functions',
    promise:
      'The types, comments and names of functions that become tools are read where the program passes them on, and options ' +
      'that contradict them are refused by name.',
    sources: ['docs/build-plugin.md#functions'],
    tests: {
      'test/plugin/functions.e2e.spec.ts': [
        'have their types, comments and names with toolwright/register and %s',
        'have them in a minified bundle of %s',
        'have them in jest, and again after a type has changed',
        'are listed and called by the command, from tool() at the declaration',
        'are refused at options that contradict the function',
        'are refused by name, if the argument is %s',
      ],
    },
  },
  {
    id: 'build-plugin.types',
    promise:
      'A build writes the types of the tools of a project, and a watch writes them again only after they have changed.',
    sources: ['docs/build-plugin.md#types-of-tools'],
    tests: {
      'test/plugin/types-file.e2e.spec.ts': [
        'writes the file that the command writes',
        'writes the file again when a watch builds a change of the types, and only then',
        'warns about a type without a schema and a class without types, and leaves the file as it is',
      ],
    },
  },
  {
    id: 'build-plugin.classes',
    promise: 'A class with tools needs no export and no name, and has the tools of generic classes with its own types.',
    sources: ['docs/build-plugin.md#what-the-plugin-adds'],
    tests: {
      'test/plugin/esbuild.e2e.spec.ts': [
        'describes classes that have no export, no name, or the name of another class',
        'describes the tools that a class inherits from a generic or abstract class',
        'describes DTO classes that are declared further down or in an import cycle',
      ],
    },
  },
  {
    id: 'build-plugin.lines',
    promise: 'Lines keep their numbers, and source maps map every column.',
    sources: ['docs/build-plugin.md#what-the-plugin-adds'],
    tests: {
      'test/plugin/create-insertions.spec.ts': [
        'adds a static block to the class and imports before the first statement, on existing lines',
        'maps every word to its line and column, before and after an insertion',
      ],
      'test/plugin/esbuild.e2e.spec.ts': ['preserves the lines of thrown errors'],
      'test/plugin/node.e2e.spec.ts': ['reports the lines of thrown errors %s'],
    },
  },
  {
    id: 'build-plugin.problems',
    promise: 'A type without a schema fails the build with file, line and remedy; a widened parameter is a warning.',
    sources: ['docs/build-plugin.md#errors-and-warnings', 'docs/cli.md#list'],
    tests: {
      'test/plugin/esbuild.e2e.spec.ts': [
        'fails for a type that JSON Schema cannot represent, and names the file and the line',
        'warns about a parameter whose published type is wider than its TypeScript type',
      ],
      'test/plugin/create-insertions.spec.ts': [
        'reports a class that is not in the text, and how to order the plugins',
      ],
      'test/cli/list.e2e.spec.ts': [
        'names the parameters that are published with a wider type than their TypeScript type',
      ],
    },
  },
  {
    id: 'build-plugin.rebuilds',
    promise: 'A rebuild reads the tools whose types changed, and a build without changes does not load the compiler.',
    sources: ['docs/build-plugin.md#rebuilds-and-caching'],
    tests: {
      'test/plugin/esbuild.e2e.spec.ts': [
        'describes a class again after an edit of an interface that it imports',
        'reuses the records of an earlier build until a type changes',
      ],
    },
  },
];
