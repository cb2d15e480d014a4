/**
 * Returns Node's synchronous module loader, or undefined in a runtime without it. Bundlers do not see what it loads, so
 * the packages are in no bundle.
 */
export function nodeRequire(): NodeJS.Require | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.('node:module')?.createRequire(ownUrl() ?? process.argv[1] ?? '');
  } catch {
    // Code on the command line has no path.
    return undefined;
  }
}

/** Returns the URL of this module, or undefined in a bundle in CommonJS, which is the main module of its process. */
function ownUrl(): string | undefined {
  return import.meta.url;
}

/** Checks whether this code runs as a file of the installed package, and not as a part of a bundle. */
export function isInstalled(load: NodeJS.Require): boolean {
  const manifest = load.resolve('toolwright/package.json');
  // Not `import.meta.url`, which some bundlers replace by the place of the source.
  const [, frame = ''] = new Error('where').stack?.split('\n') ?? [];
  return toSlashes(decodeURI(frame)).includes(toSlashes(manifest.slice(0, -'package.json'.length)));
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
