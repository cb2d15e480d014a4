// Runs the programs of code mode in a context of this process, with the prelude of the sandbox. It is no sandbox, and begins
// ten times as fast as the sandbox.
import { types } from 'node:util';
import vm from 'node:vm';
import { preludeProgram } from '../../dist/sources/sandbox/guest/prelude.program.gen.js';
import { readJson } from '../../dist/sources/sandbox/json-text.js';
import { ProgramCalls } from '../../dist/sources/sandbox/program-calls.js';
import { createSandboxError } from '../../dist/sources/sandbox/sandbox-failure.js';

const levels = ['debug', 'log', 'info', 'warn', 'error'];
const limits = { maxCharacters: 1_000_000, maxLogCharacters: 20_000, maxCalls: 1_000 };

/** An engine of code mode without a sandbox. The source of its programs is the body of an async function. */
export const contextEngine = {
  acceptsTypeScript: false,
  acceptsOpaque: true,
  async run({ source, functions }) {
    const program = new ContextProgram(functions);
    return program.run(source);
  },
};

class ContextProgram {
  #logs = [];
  #looked = [];
  #made = [];
  #end;
  #calls;
  #context = vm.createContext({});
  #api;

  constructor(functions) {
    this.#calls = new ProgramCalls(functions);
    const prelude = vm.runInContext(preludeProgram, this.#context);
    this.#api = prelude(
      (id, name, args, _, hasListener) => {
        this.#made.push({ id, name, args, hasListener, looked: this.#looked });
      },
      (level, text) => {
        this.#logs.push({ level: levels[level], text });
      },
      (kind, value) => {
        this.#end ??= { kind, value };
      },
      (ref) => {
        // A call has what the program had looked at by then.
        this.#looked = [...this.#looked, ref];
      },
      JSON.stringify(limits),
    );
    this.#api.install(JSON.stringify(Object.keys(functions)), '{}');
  }

  async run(source) {
    let promise;
    try {
      promise = vm.runInContext(`(async () => {\n${source}\n})().then((value) => ({ value }))`, this.#context);
    } catch (error) {
      return this.#fail({ reason: 'syntax', message: String(error) });
    }
    this.#api.watch(promise);
    await idle();
    while (this.#end === undefined) {
      for (const call of this.#made.splice(0)) this.#calls.start(call);
      const answers = await this.#calls.nextAnswers();
      if (answers.length === 0) return this.#fail({ reason: 'stuck' });
      for (const { id, isValue, isChunk = false, json, ref } of answers) {
        if (this.#end !== undefined) break;
        this.#api.answer(id, isChunk ? 'chunk' : isValue ? 'value' : 'error', json, ref);
        await idle();
      }
    }
    const lost = this.#made.length + this.#calls.abort();
    if (lost > 0) this.#logs.push({ level: 'warn', text: `${lost} calls were lost.` });
    return this.#finish();
  }

  #finish() {
    const { kind, value } = this.#end;
    if (kind !== 'done') return this.#fail(kind === 'thrown' ? describe(value) : { reason: kind });
    return { status: 'done', value: value === undefined ? undefined : readJson(value), ...this.#report() };
  }

  #fail(failure) {
    return { status: 'failed', error: createSandboxError(failure, limits), ...this.#report() };
  }

  #report() {
    const usage = { computeMs: 1, waitMs: 1, calls: 1 };
    return { logs: this.#logs, usage, looked: this.#looked };
  }
}

/** Describes what was thrown as the sandbox does: it reads nothing that is opaque. */
function describe(thrown) {
  const reason = 'thrown';
  if (typeof thrown !== 'object' || thrown === null) return { reason, message: String(thrown) };
  if (types.isProxy(thrown)) return { reason, message: 'The program threw a Proxy.' };
  const [name, message, code] = ['name', 'message', 'code'].map((key) => readText(thrown, key));
  return { reason, name, message, code };
}

function readText(object, key) {
  for (let one = object; one !== null && !types.isProxy(one); one = Object.getPrototypeOf(one)) {
    const value = Object.getOwnPropertyDescriptor(one, key)?.value;
    if (value !== undefined) return typeof value === 'string' ? value : undefined;
  }
  return undefined;
}

function idle() {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
