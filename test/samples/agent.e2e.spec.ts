import { execFile, spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../support/repository.js';

const main = join(root, 'samples/.build/agent/main.js');
const controlSequence = '\x1b[';
// Of util-linux.
const pseudoTerminal = 'script';

interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

function run(env: object = {}, command: readonly string[] = [process.execPath, main]): Promise<Run> {
  const [program = '', ...args] = command;
  const options = { cwd: tmpdir(), timeout: 30_000, env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...env } };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ stdout, stderr, status: error === null ? 0 : Number(error.code ?? -1) });
    });
  });
}

/** Runs the sample on a pseudo terminal. */
function runOnTerminal(env: object = {}): Promise<Run> {
  const command = `'${process.execPath}' '${main}'`;
  return run(env, [pseudoTerminal, '--quiet', '--return', '--command', command, '/dev/null']);
}

const hasTerminal = (spawnSync(pseudoTerminal, ['--version'], { encoding: 'utf8' }).stdout ?? '').includes(
  'util-linux',
);

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string; readonly tool_call_id?: string }[];
  readonly tools: readonly { readonly type: string; readonly function: { readonly name: string } }[];
}

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: ChatBody;
}

/** A server for chat completions, which returns the passed answers. */
class ChatServer {
  readonly asked: Asked[] = [];
  readonly #server: Server;

  constructor(answer: (asked: Asked, round: number) => { readonly status?: number; readonly body: string }) {
    this.#server = createServer(async (request, response) => {
      const { url: path, headers } = request;
      const asked = { path, authorization: headers.authorization, body: JSON.parse(await read(request)) as ChatBody };
      this.asked.push(asked);
      const { status = 200, body } = answer(asked, this.asked.length);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** An answer of a model, as servers write it. */
function saying(content: string | null, ...calls: readonly (readonly [name: string, input: unknown])[]): string {
  const toolCalls = calls.map(([name, input], index) => {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    return { id: `c${index}`, type: 'function', function: { name, arguments: text } };
  });
  return JSON.stringify({
    choices: [{ message: { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: toolCalls } : {}) } }],
  });
}

describe('the sample agent', () => {
  describe('piped, with the embedded model', () => {
    let result: Run = { stdout: '', stderr: '', status: -1 };

    beforeAll(async () => {
      result = await run();
    });

    it('exits with 0, prints no control characters, and is deterministic', async () => {
      const { status, stderr, stdout } = result;
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toBe(stripVTControlCharacters(stdout));
      expect((await run()).stdout).toBe(stdout);
    });

    it('plans, calls, observes and finishes', () => {
      const { stdout } = result;
      expect(stdout.match(/^\d\. .*(?= {2})/gm)).toEqual([
        '1. Plan: look into the pantry, find a recipe, buy what is missing.',
        '2. There is most of rice and beans. I look for recipes with either.',
        '3. One argument had a wrong name. Again.',
        '4. rice salad needs the least. I need the shopping tools for olives.',
        '5. All is settled.',
      ]);
      expect(stdout).toContain("unknown argument 'ingrediant' (did you mean 'ingredient'?)");
      expect(stdout).toContain('1 × olives is on the list of the Lamberts');
      expect(stdout).toContain('Supper: rice salad, 25 minutes');
      expect(stdout).toContain('7 calls in 6 rounds, 1 of them failed');
    });
  });

  // Where `script` is missing, only the plain output can be looked at.
  if (hasTerminal) {
    it('writes in colour on a terminal, unless NO_COLOR is set', async () => {
      const [coloured, plain] = await Promise.all([runOnTerminal(), runOnTerminal({ NO_COLOR: '1' })]);
      expect([coloured.status, plain.status]).toEqual([0, 0]);
      expect(coloured.stdout).toContain(`${controlSequence}1m1. Plan`);
      expect(plain.stdout).not.toContain(controlSequence);
      expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
    });
  }

  describe('with an endpoint', () => {
    async function runAgainst(server: ChatServer, env: object = {}): Promise<Run> {
      try {
        return await run({ AGENT_BASE_URL: await server.open(), AGENT_MODEL: 'tiny', ...env });
      } finally {
        server.close();
      }
    }

    it('sends chat completions, and returns the result of each call', async () => {
      const finish = { recipe: 'toast\x1b[2J', minutes: 5, shopping: ['bread'] };
      const server = new ChatServer((_, round) => {
        if (round === 1) return { body: saying('I look.', ['lookIntoPantry', {}], ['serachRecipes', {}]) };
        if (round === 2) return { body: saying(null, ['activate_tool_groups', { shopping: true }]) };
        if (round === 3) return { body: saying(null, ['buy', { item: 'bread', portions: 1 }]) };
        return { body: saying(null, ['finish', finish]) };
      });
      const { status, stdout, stderr } = await runAgainst(server, { AGENT_API_KEY: 'k3y' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('Supper: toast [2J, 5 minutes');
      expect(stdout).toContain('Shopping list: 1 × bread');
      expect(stdout).not.toContain('k3y');
      expect(server.asked.map(({ path, authorization }) => [path, authorization])).toEqual(
        new Array(4).fill(['/v1/chat/completions', 'Bearer k3y']),
      );
      const [first, second, third, fourth] = server.asked.map(({ body }) => body);
      expect(first?.model).toBe('tiny');
      expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
      const names = (body: ChatBody | undefined): unknown => body?.tools.map((tool) => tool.function.name);
      expect(names(first)).toEqual(['lookIntoPantry', 'findRecipes', 'activate_tool_groups', 'finish']);
      expect(second?.messages.slice(2)).toMatchObject([
        { role: 'assistant', content: 'I look.', tool_calls: [{ id: 'c0' }, { id: 'c1' }] },
        { role: 'tool', tool_call_id: 'c0', content: '{"rice":6,"beans":4,"tomatoes":3,"onions":2}' },
        { role: 'tool', tool_call_id: 'c1', content: expect.stringContaining("no tool named 'serachRecipes'") },
      ]);
      expect(names(third)).toContain('buy');
      expect(third?.messages[0]?.content).toContain('Buy only what the recipe needs');
      expect(fourth?.messages.at(-1)?.content).toBe('1 × bread is on the list of the Lamberts');
    });

    it('accepts a final answer in plain text', async () => {
      const server = new ChatServer(() => ({ body: saying('There is nothing to cook.') }));
      const { status, stdout } = await runAgainst(server);
      expect(status).toBe(0);
      expect(stdout).toContain('There is nothing to cook.');
      expect(server.asked[0]?.authorization).toBeUndefined();
    });

    it('stops a model that repeats itself endlessly', async () => {
      const server = new ChatServer(() => ({ body: saying(null, ['lookIntoPantry', {}]) }));
      const { status, stdout } = await runAgainst(server);
      expect(status).toBe(0);
      expect(stdout).toContain('The model did not finish in 12 rounds.');
      expect(server.asked).toHaveLength(12);
    });

    it.each<[string, { readonly status?: number; readonly body: string }, string]>([
      ['refuses', { status: 401, body: '{"error":"no key"}' }, 'answered 401: {"error":"no key"}'],
      ['gives no JSON', { body: '<html>' }, 'gave no message: <html>'],
      ['gives no message', { body: '{}' }, 'gave no message: {}'],
    ])('reports that the endpoint %s, and exits with 1', async (_, answer, words) => {
      const { status, stderr } = await runAgainst(new ChatServer(() => answer));
      expect(status).toBe(1);
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(words)]);
    });

    it('reports that the endpoint is unreachable, and exits with 1', async () => {
      const { status, stderr } = await run({ AGENT_BASE_URL: 'http://127.0.0.1:9/v1', AGENT_MODEL: 'tiny' });
      expect(status).toBe(1);
      expect(stderr).toContain('http://127.0.0.1:9/v1/chat/completions cannot be reached: ');
    });

    it('requires the name of the model', async () => {
      expect(await run({ AGENT_BASE_URL: 'http://127.0.0.1:9/v1' })).toEqual({
        status: 1,
        stdout: '',
        stderr: 'AGENT_BASE_URL is set. Set AGENT_MODEL too: the name of the model.\n',
      });
    });
  });
});
