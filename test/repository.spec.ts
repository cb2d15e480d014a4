import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, root } from './support/repository.js';

interface Client {
  readonly title: string;
  readonly package: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string } | undefined>>;
}

describe('the repository', () => {
  const paper = (name: string): string => readFileSync(join(root, name), 'utf8');

  function matrixOf(name: string): string {
    return /<!-- matrix: begin.*-->([\s\S]*)<!-- matrix: end -->/.exec(paper(name))?.[1] ?? '';
  }

  function namesInMatrix(name: string): readonly (string | undefined)[] {
    return [...matrixOf(name).matchAll(/^\| (.+?) \|/gm)].map(([, first]) => first);
  }

  /** The cells of the rows of a table between two markers. */
  function rowsBetween(name: string, marker: string): readonly (readonly string[])[] {
    const lines = paper(name).split(`<!-- ${marker}: `)[1]?.split('\n') ?? [];
    return lines.filter((line) => line.startsWith('|')).map((line) => line.slice(2, -2).split(/ ?\| ?/));
  }

  it('states its licence and its minimum Node version', () => {
    expect(readManifest()).toMatchObject({ license: 'MIT', engines: { node: '>=20.19' } });
    expect(paper('LICENSE')).toMatch(/^MIT License\n/);
  });

  it('has its documents, and a workflow that installs, checks and tests', () => {
    for (const name of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md'])
      expect(paper(name)).toMatch(/^# /);
    expect(paper('.ci/run')).toMatch(/^npm ci --engine-strict$[\s\S]*^npm run check$[\s\S]*^npm run test:all /m);
    expect(paper('.ci/run')).toMatch(/^npm run --silent test:matrix -- --quick tsx$/m);
    expect(paper('.ci/set-ups')).toMatch(/^npm run --silent test:matrix -- --quick --package /m);
  });

  it('explains each script of package.json in CONTRIBUTING.md', () => {
    const { scripts } = JSON.parse(paper('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const explained = paper('CONTRIBUTING.md');
    const names = Object.keys(scripts).filter((name) => !name.startsWith('pre'));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(explained))).toEqual([]);
  });

  it('shows each row and each tool of the matrix, as the last complete run has written them', async () => {
    const { rows } = (await import(join(root, 'test/matrix/rows.mjs'))) as {
      readonly rows: readonly { name: string; tool: string }[];
    };
    const tools = [...new Set(rows.map(({ tool }) => tool))];
    expect(namesInMatrix('test/matrix/README.md')).toEqual(['built or run with', ...rows.map(({ name }) => name)]);
    expect(namesInMatrix('docs/compilers-and-bundlers.md')).toEqual(['tool', ...tools, 'Windows', 'macOS']);
    expect(matrixOf('test/matrix/README.md')).not.toContain('fails');
  });

  it('shows each capability of each MCP client of others, as the last complete run has written them', async () => {
    const { clients } = (await import(join(root, 'test/clients/clients.mjs'))) as {
      readonly clients: readonly Client[];
    };
    const { capabilities } = (await import(join(root, 'test/clients/capabilities.mjs'))) as {
      readonly capabilities: readonly { readonly title: string }[];
    };
    const lock = JSON.parse(paper('test/clients/drivers/package-lock.json')) as Lock;
    const versions = clients.map(({ title, package: name }) => {
      return `${title} ${lock.packages[`node_modules/${name}`]?.version}`;
    });
    const [head, , version, ...rows] = rowsBetween('docs/mcp-server.md', 'clients');
    expect(head).toEqual(['', ...versions]);
    expect(version?.[0]).toBe('protocol version');
    const shown = rows.flatMap(([titles]) => String(titles).split(', '));
    expect(shown.sort()).toEqual(capabilities.map(({ title }) => title).sort());
    expect(rows.filter((cells) => !cells.includes('yes'))).toEqual([]);
  });

  it('installs the compilers of the matrix from lock files that name no registry', () => {
    const folders = readdirSync(join(root, 'test/matrix'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const projects = folders
      .map(({ name }) => `test/matrix/${name}`)
      .filter((name) => existsSync(join(root, name, 'package.json')));
    expect(projects.length).toBeGreaterThan(15);
    expect(projects.filter((name) => /"resolved": "http/.test(paper(`${name}/package-lock.json`)))).toEqual([]);
    const dependencies = projects.flatMap((name) =>
      Object.values(
        (JSON.parse(paper(`${name}/package.json`)) as { dependencies: Record<string, string> }).dependencies,
      ),
    );
    expect(dependencies.filter((version) => !/^(?:npm:\w+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
