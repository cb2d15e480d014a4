import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Approver,
  image,
  secret,
  Tool,
  type ToolCall,
  ToolContext,
  Toolkit,
  ToolRegistry,
  type ToolResponse,
  type ToolScope,
} from 'toolwright';
import { deferred } from '../execution/waiting.js';
import { root } from '../support/repository.js';

/** One turn of a scripted model: the calls that it makes. After the last turn, it answers with the text `done`. */
export type ScriptedTurn = readonly (ToolCall & { readonly id: string })[];

/** A run of an agent with a scripted model. */
export interface AgentRunOptions {
  readonly scope: ToolScope;
  readonly turns: readonly ScriptedTurn[];
  /** The options for the adapter. */
  readonly options: {
    readonly auth?: unknown;
    readonly state?: Readonly<Record<string, unknown>>;
    readonly approver?: Approver;
    readonly onChunk?: (chunk: ToolResponse) => void;
  };
  /** The signal with which the run is aborted. */
  readonly signal: AbortSignal;
  /** The decision of the user of the SDK, if the SDK asks. */
  readonly decision: 'approve' | 'deny';
}

/** A result of a tool, as the model receives it. */
export interface SeenResult {
  readonly id: string;
  readonly text: string;
  /** Whether the result is marked as an error. Undefined if the API of the SDK has no such mark. */
  readonly isError?: boolean | undefined;
  /** The media types of the images in the result. */
  readonly images: readonly string[];
}

/** A request that the scripted model receives. */
export interface SeenRequest {
  readonly tools: readonly string[];
  /** All results in the conversation so far. */
  readonly results: readonly SeenResult[];
}

/** What an agent did. */
export interface AgentRun {
  readonly requests: readonly SeenRequest[];
  /** The answer of the model. Undefined if the run failed. */
  readonly text?: string | undefined;
  /** What the run threw. */
  readonly failure?: unknown;
}

/** A case of the contract. */
export type AgentCase =
  | 'good call'
  | 'misspelt arguments'
  | 'failing tool'
  | 'thrown secret'
  | 'streaming tool'
  | 'image'
  | 'abort'
  | 'approval granted'
  | 'approval edited'
  | 'approval denied'
  | 'activated group'
  | 'inactive tool'
  | 'unknown tool'
  | 'parallel calls'
  | 'bound value'
  | 'per-request auth';

/** What an SDK cannot do, in place of the behaviour that the contract requires. */
export interface AgentLimit {
  /** The SDK's own limit, as `docs/agent-sdks.md` states it. */
  readonly reason: string;
  /** Checks what the run does instead. */
  readonly check: (run: AgentRun) => void;
}

/** An SDK, an adapter and a scripted model, under test. */
export interface AgentSdk {
  readonly run: (options: AgentRunOptions) => Promise<AgentRun>;
  readonly limits?: Partial<Readonly<Record<AgentCase, AgentLimit>>>;
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';
const apiKey = 'sk-live-5f1e2d3c4b5a';

class Services extends ToolRegistry {
  readonly paid: number[] = [];
  readonly started = deferred<void>();
  readonly stopped = deferred<void>();
  #present = 0;
  readonly #bothPresent = deferred<void>();

  @Tool({ params: { a: { type: Number }, b: { type: Number } } })
  add(a: number, b: number): number {
    return a + b;
  }

  @Tool()
  fail(): never {
    throw new TypeError('disk full');
  }

  @Tool({ bind: { key: 'apiKey' } })
  leak(key: string): never {
    throw new TypeError(`The key ${key} was refused`);
  }

  @Tool()
  async *count(): AsyncGenerator<string> {
    yield 'one ';
    yield 'two ';
    yield 'three';
  }

  @Tool()
  chart(): unknown {
    return image(png, 'image/png');
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<string> {
    this.started.resolve();
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve(), { once: true }));
    this.stopped.resolve();
    return 'waited';
  }

  @Tool({ needsApproval: true, params: { cents: { type: Number } } })
  pay(cents: number): string {
    this.paid.push(cents);
    return `paid ${cents}`;
  }

  @Tool({ group: 'extra' })
  discount(): string {
    return 'ten percent';
  }

  @Tool({ params: { name: { type: String } } })
  async meet(name: string): Promise<string> {
    if (++this.#present === 2) this.#bothPresent.resolve();
    await this.#bothPresent.promise;
    return `${name} met`;
  }

  @Tool({ bind: { user: 'user' } })
  whoAmI(user: string): string {
    return `user ${user}`;
  }

  @Tool()
  role(ctx: ToolContext): string {
    return `role ${(ctx.auth as { readonly role: string }).role}`;
  }
}

type Changes = Partial<Omit<AgentRunOptions, 'scope' | 'turns'>>;

/** The contract of every adapter for the SDK of an agent: one toolkit behaves alike in all of them. */
export function describeAgentSdk(name: string, createSdk: () => Promise<AgentSdk>): void {
  describe(`a toolkit in ${name}`, () => {
    let sdk: AgentSdk;
    let services: Services;
    let toolkit: Toolkit;

    beforeAll(async () => {
      sdk = await createSdk();
    });

    beforeEach(() => {
      services = new Services();
      toolkit = new Toolkit({ state: { apiKey: secret(apiKey) } });
      toolkit.createGroup('extra', { description: 'Prices', instructions: 'Mention the discount.' });
      toolkit.enableMetaTool();
      toolkit.register(services);
    });

    const run = (turns: readonly ScriptedTurn[], changes: Changes = {}): Promise<AgentRun> =>
      sdk.run({
        scope: toolkit,
        turns,
        options: {},
        signal: new AbortController().signal,
        decision: 'approve',
        ...changes,
      });

    /** Checks a run: against the SDK's documented limit, if it has one in this case. */
    const check = (which: AgentCase, ran: AgentRun, expectation: (results: readonly SeenResult[]) => void): void => {
      const limit = sdk.limits?.[which];
      if (limit !== undefined) {
        limit.check(ran);
        return;
      }
      expect(ran.failure).toBeUndefined();
      expect(ran.text).toBe('done');
      expectation(ran.requests.at(-1)?.results ?? []);
    };

    const textOf = (results: readonly SeenResult[], id = 'call_1'): string | undefined =>
      results.find((result) => result.id === id)?.text;

    const isMarked = (results: readonly SeenResult[]): boolean => results[0]?.isError ?? true;

    it('runs a call', async () => {
      const ran = await run([[{ id: 'call_1', name: 'add', input: { a: 1, b: 2 } }]]);
      expect(ran.requests[0]?.tools).toContain('add');
      check('good call', ran, (results) => {
        expect(results).toEqual([{ id: 'call_1', text: '3', isError: results[0]?.isError, images: [] }]);
        expect(results[0]?.isError ?? false).toBe(false);
      });
    });

    it('explains misspelt arguments to the model', async () => {
      const ran = await run([[{ id: 'call_1', name: 'add', input: { a: 1, bb: 2 } }]]);
      check('misspelt arguments', ran, (results) => {
        expect(textOf(results)).toContain("did you mean 'b'");
        expect(isMarked(results)).toBe(true);
      });
    });

    it('reports a failing tool to the model, and continues', async () => {
      const ran = await run([[{ id: 'call_1', name: 'fail', input: {} }]]);
      check('failing tool', ran, (results) => {
        expect(textOf(results)).toContain('disk full');
        expect(isMarked(results)).toBe(true);
      });
    });

    it('redacts a secret that a tool throws', async () => {
      const ran = await run([[{ id: 'call_1', name: 'leak', input: {} }]]);
      check('thrown secret', ran, (results) => {
        expect(textOf(results)).toContain('was refused');
        expect(JSON.stringify(results)).not.toContain(apiKey);
      });
    });

    it('passes the output of a streaming tool to the model, and its chunks to the application', async () => {
      const chunks: string[] = [];
      const onChunk = (chunk: ToolResponse): void => void chunks.push(chunk.toText());
      const ran = await run([[{ id: 'call_1', name: 'count', input: {} }]], { options: { onChunk } });
      check('streaming tool', ran, (results) => {
        expect(textOf(results)).toBe('one two three');
        expect(chunks).toEqual(['one ', 'two ', 'three']);
      });
    });

    it('passes an image to the model', async () => {
      const ran = await run([[{ id: 'call_1', name: 'chart', input: {} }]]);
      check('image', ran, (results) => expect(results[0]?.images).toEqual(['image/png']));
    });

    it('aborts the tool and ends the run if the run is aborted', async () => {
      const controller = new AbortController();
      const running = run([[{ id: 'call_1', name: 'wait', input: {} }]], { signal: controller.signal });
      await services.started.promise;
      controller.abort();
      await services.stopped.promise;
      const ran = await running;
      expect(ran.text).not.toBe('done');
      expect(ran.requests).toHaveLength(1);
    });

    describe('asks for approval, and', () => {
      const turns = [[{ id: 'call_1', name: 'pay', input: { cents: 5 } }]];

      it('runs a call that the user approves', async () => {
        const ran = await run(turns);
        check('approval granted', ran, (results) => {
          expect(textOf(results)).toBe('paid 5');
          expect(services.paid).toEqual([5]);
        });
      });

      it('runs a call with the arguments that an approver has edited', async () => {
        const approver: Approver = () => ({ kind: 'approve', input: { cents: 3 } });
        const ran = await run(turns, { options: { approver } });
        check('approval edited', ran, (results) => {
          expect(textOf(results)).toContain('paid 3');
          expect(services.paid).toEqual([3]);
        });
      });

      it('does not run a call that the user denies', async () => {
        const ran = await run(turns, { decision: 'deny' });
        expect(services.paid).toEqual([]);
        check('approval denied', ran, (results) => expect(textOf(results)).toMatch(/denied|rejected|not approved/i));
      });
    });

    it('adds a group that the model activates between two turns', async () => {
      const ran = await run([
        [{ id: 'call_1', name: 'activate_tool_groups', input: { extra: true } }],
        [{ id: 'call_2', name: 'discount', input: {} }],
      ]);
      expect(ran.requests[0]?.tools).not.toContain('discount');
      check('activated group', ran, (results) => {
        expect(ran.requests[1]?.tools).toContain('discount');
        expect(textOf(results, 'call_2')).toBe('ten percent');
      });
    });

    it('explains to the model that a tool is inactive', async () => {
      const ran = await run([[{ id: 'call_1', name: 'discount', input: {} }]]);
      check('inactive tool', ran, (results) => expect(textOf(results)).toContain("group 'extra'"));
    });

    it('explains to the model that a tool does not exist', async () => {
      const ran = await run([[{ id: 'call_1', name: 'ad', input: {} }]]);
      check('unknown tool', ran, (results) => expect(textOf(results)).toContain("Did you mean 'add'"));
    });

    it('runs two calls of a turn at the same time', async () => {
      const ran = await run([
        [
          { id: 'call_1', name: 'meet', input: { name: 'Ada' } },
          { id: 'call_2', name: 'meet', input: { name: 'Bea' } },
        ],
      ]);
      check('parallel calls', ran, (results) => {
        expect([textOf(results, 'call_1'), textOf(results, 'call_2')]).toEqual(['Ada met', 'Bea met']);
      });
    });

    it('binds values of the state of a request, which the model does not see', async () => {
      const ran = await run([[{ id: 'call_1', name: 'whoAmI', input: {} }]], { options: { state: { user: 'u1' } } });
      check('bound value', ran, (results) => expect(textOf(results)).toBe('user u1'));
    });

    it('passes the identity of a request to the tool', async () => {
      const ran = await run([[{ id: 'call_1', name: 'role', input: {} }]], { options: { auth: { role: 'admin' } } });
      check('per-request auth', ran, (results) => expect(textOf(results)).toBe('role admin'));
    });

    it('states the limits of the SDK in docs/agent-sdks.md', () => {
      const page = readFileSync(join(root, 'docs/agent-sdks.md'), 'utf8').replace(/\s+/g, ' ');
      const reasons = Object.values(sdk.limits ?? {}).map(({ reason }) => reason);
      expect(reasons.filter((reason) => !page.includes(reason))).toEqual([]);
    });
  });
}
