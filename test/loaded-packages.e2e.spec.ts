import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedPackages, packageOf, root, runNode } from './support/repository.js';

describe('importing the root', () => {
  let loaded: readonly string[] = [];

  beforeAll(() => {
    loaded = packagesLoadedBy("import 'toolwright';");
  });

  it('loads the core', () => {
    expect(loaded).toEqual(expect.arrayContaining(['reflect-metadata', 'rxjs']));
  });

  it('loads only dependencies', () => {
    expect(loaded.filter((name) => !installedPackages().has(name))).toEqual([]);
  });

  it.each(['class-transformer', 'class-validator', 'validator', 'libphonenumber-js'])(
    'leaves %s to the first DTO class',
    (name) => {
      expect(packagesLoadedBy("import 'toolwright/dto';")).toContain(name);
      expect(loaded).not.toContain(name);
    },
  );

  it.each([
    'lru-cache',
    'limiter',
    'minisearch',
    'porter2',
    'jsonrepair',
    '@opentelemetry/api',
    '@modelcontextprotocol/sdk',
  ])('loads %s only when it is used', (name) => {
    expect(loaded).not.toContain(name);
  });
});

describe('importing toolwright/mcp', () => {
  it('does not load the SDKs of the Model Context Protocol before the first server', () => {
    const loaded = packagesLoadedBy("import 'toolwright/mcp';");
    expect(loaded.filter((name) => name.startsWith('@modelcontextprotocol/'))).toEqual([]);
    expect(packagesLoadedBy("import 'toolwright/mcp/v1';")).toContain('@modelcontextprotocol/sdk');
  });
});

describe('serving and importing tools over MCP without telemetry', () => {
  it('does not load OpenTelemetry', () => {
    const loaded = packagesLoadedBy(`
      import { Toolkit } from 'toolwright';
      import { linkMcp } from 'toolwright/mcp';
      for (const era of ['2025-11-25', '2026-07-28']) {
        const source = linkMcp(new Toolkit(), { era });
        await new Toolkit().registerSource(source);
        await source.close();
      }
    `);
    expect(loaded).toContain('@modelcontextprotocol/sdk');
    expect(loaded.filter((name) => name.startsWith('@opentelemetry/'))).toEqual([]);
  });
});

describe('importing toolwright/sandbox', () => {
  it('loads neither an engine nor a compiler before the first program', () => {
    const loaded = packagesLoadedBy("import 'toolwright/sandbox';");
    const late = ['quickjs-wasi', '@swc/wasm-typescript', 'typescript', 'typescript-json-schema'];
    expect(loaded.filter((name) => late.includes(name))).toEqual([]);
  });
});

/**
 * The packages of which a module loads at least one file, in a fresh process. V8's own coverage names every script
 * that ran, whichever module system loaded it.
 */
function packagesLoadedBy(code: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-loaded-'));
  try {
    runNode(['--input-type=module', '-e', code], { cwd: root, env: { NODE_V8_COVERAGE: folder } });
    const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage);
    const urls = reports.flatMap(({ result }) => result.map(({ url }) => url));
    const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
    return [...new Set(files.flatMap((file) => packageOf(file) ?? []))].sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}
