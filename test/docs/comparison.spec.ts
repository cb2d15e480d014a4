import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, root } from '../support/repository.js';
import { countTokens } from './program-tokens.js';

const page = join(root, 'docs/comparison.md');
const folder = join(root, 'samples/comparison');
const readme = join(folder, 'README.md');

const jobs = {
  'one-tool': 'one tool with described arguments',
  streaming: 'a tool that streams',
  'hidden-tenant': 'a tenant that the model does not see',
  'nested-input': 'nested input',
  'mcp-tools': 'the tools of an MCP server',
  approval: 'a tool that needs approval',
  'zod-function': 'a function with a zod schema',
};

/** The names of the programs, with the package of which the table shows the version. */
const peers = {
  'ai-sdk': ['AI SDK', 'ai'],
  langchain: ['LangChain.js', '@langchain/core'],
  mastra: ['Mastra', '@mastra/core'],
  'openai-agents': ['OpenAI Agents', '@openai/agents'],
  'mcp-sdk': ['MCP SDK', '@modelcontextprotocol/sdk'],
} as const;

/** The tokens of a program; undefined if the library cannot do the job. */
function tokensOf(job: string, library: string): number | undefined {
  const program = join(folder, job, `${library}.ts`);
  return existsSync(program) ? countTokens(readFileSync(program, 'utf8')) : undefined;
}

function renderTable(): string {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const titles = Object.values(peers).map(([title, name]) => `${title} \`${name}\` ${dependencies[name]}`);
  const rows = Object.entries(jobs).map(([job, title]) => {
    const tokens = ['toolwright', ...Object.keys(peers)].map((library) => tokensOf(job, library) ?? '–');
    return [`[${title}](${job})`, ...tokens];
  });
  const lines = [['tokens', 'toolwright', ...titles], ['---', ...titles.map(() => '--:'), '--:'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

describe('the programs of samples/comparison', () => {
  it('are one program per job and library, and none is left out of the table', () => {
    const programs = Object.keys(jobs).flatMap((job) =>
      ['toolwright', ...Object.keys(peers)].map((library) => `${job}/${library}.ts`),
    );
    const existing = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['node_modules', '.build'].includes(entry.name))
      .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
      .filter((file) => file.endsWith('.ts'));
    const missing = programs.filter((program) => !existing.includes(program));
    expect(existing.filter((program) => !programs.includes(program))).toEqual([]);
    // Neither has tools that send parts of their results.
    expect(missing).toEqual(['streaming/openai-agents.ts', 'streaming/mcp-sdk.ts']);
  });

  it('have the tokens that the README says (UPDATE_SCHEMA=1 writes the table)', () => {
    const text = readFileSync(readme, 'utf8');
    const updated = text.replace(
      /(<!-- tokens:begin -->\n)[\s\S]*(<!-- tokens:end -->)/,
      (_, begin, end) => `${begin}\n${renderTable()}\n${end}`,
    );
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(readme, updated);
    expect(readFileSync(readme, 'utf8')).toBe(updated);
    expect(updated).toContain(renderTable());
  });

  it.each(Object.entries(jobs))('are not longer than the shortest peer, or the README says why: %s', (job, title) => {
    const ofPeers = Object.keys(peers).flatMap((library) => tokensOf(job, library) ?? []);
    const isLonger = Number(tokensOf(job, 'toolwright')) > Math.min(...ofPeers);
    expect(readFileSync(readme, 'utf8').includes(`\n- **${title}**: `)).toBe(isLonger);
  });
});

describe('what docs/comparison.md says is not available yet', () => {
  const [, list = ''] = /^Not available yet:\n\n((?:[- ] .*\n)+)/m.exec(readFileSync(page, 'utf8')) ?? [];
  const items = list.split(/^(?=- )/m);

  it('names what would end it', () => {
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter((item) => !/<!-- until: .+ -->\n$/.test(item))).toEqual([]);
  });

  it.each([...list.matchAll(/<!-- until: (\S+) exports (\w+) -->/g)])('is not available: %s', async (...match) => {
    const [, path, name] = match;
    expect(Object.keys((await import(String(path))) as object)).not.toContain(name);
  });

  it.each([...list.matchAll(/<!-- until: package\.json names no (\w+) -->/g)])('is not available: %s', (...match) => {
    const [, placeholder] = match;
    expect(readManifest().repository?.url).toContain(`/${placeholder}/`);
  });
});
