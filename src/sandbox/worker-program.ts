/**
 * The program of the workers in which sandboxes run. A worker contains one sandbox at a time. Each message begins or
 * continues it, and is answered when the sandbox has ended, or waits for functions of the host.
 */
export const workerProgram = String.raw`
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { pathToFileURL } = require('node:url');
const { deflateRawSync, inflateRawSync } = require('node:zlib');

const fileName = 'program.ts';
const magic = 'toolwright-sandbox 1';
const silent = () => ({ fd_write: () => 8 });

let library;
let guest;

/** A sandbox, with what the worker knows about it. */
class Guest {
  calls = [];
  /** The number of calls that have no answer. */
  open = 0;
  made = 0;
  characters = 0;
  end = undefined;
  isInterrupted = false;
  deadline = Infinity;

  constructor(limits, known) {
    this.limits = limits;
    this.logCharacters = limits.maxLogCharacters;
    Object.assign(this, known);
  }

  get options() {
    return {
      wasm: workerData.wasm,
      memoryLimit: this.limits.memoryBytes,
      maxStackSize: this.limits.stackBytes,
      interruptHandler: () => this.end !== undefined || (this.isInterrupted ||= performance.now() > this.deadline),
      timezoneOffset: 0,
      wasi: silent,
    };
  }

  async create({ functions, globals }) {
    const vm = (this.vm = await library.QuickJS.create(this.options));
    const { maxCharacters, maxLogCharacters } = this.limits;
    const settings = vm.newString(JSON.stringify({ maxCharacters, maxLogCharacters }));
    const host = Object.entries(this.callbacks()).map(([name, callback]) => vm.newFunction(name, callback));
    this.api = vm.callFunction(vm.evalCode(workerData.prelude, 'prelude'), vm.undefined, ...host, settings);
    vm.callFunction(this.api.getProp('install'), vm.undefined, vm.newString(functions), vm.newString(globals)).dispose();
    this.token = vm.exportHandle(this.api);
  }

  async restore(snapshot) {
    this.vm = await library.QuickJS.restore(library.QuickJS.deserializeSnapshot(snapshot), this.options);
    for (const [name, callback] of Object.entries(this.callbacks())) this.vm.registerHostCallback(name, callback);
    this.api = this.vm.importHandle(this.token);
  }

  /**
   * The functions that the prelude calls. A program could reach them, so they check what they receive. They never throw:
   * the engine shows the stack of an error to the program.
   */
  callbacks() {
    return {
      call: (id, name, json, length, hasListener) => {
        if (![id, length].every((one) => one?.isNumber) || ![name, json].every((one) => one?.isString)) return this.vm.undefined;
        this.made++;
        this.characters += length.toNumber();
        if (this.made > this.limits.maxCalls) return this.stop('calls');
        if (!(this.characters <= this.limits.maxCharacters)) return this.stop('size');
        this.calls.push({ id: id.toNumber(), name: name.toString(), args: json.toString(), hasListener: hasListener?.toBoolean() ?? false });
        this.open++;
        return this.vm.undefined;
      },
      log: (level, text, isCut) => {
        if (!level?.isNumber || !text?.isString || this.logCharacters < 0) return this.vm.undefined;
        const line = text.toString().slice(0, this.logCharacters);
        this.logCharacters -= line.length + 1;
        parentPort.postMessage({ notice: { level: level.toNumber(), text: line, isCut: isCut?.toBoolean() ?? false } });
        return this.vm.undefined;
      },
      end: (kind, value) => {
        this.end ??= this.readEnd(readText(kind), value);
        return this.vm.undefined;
      },
    };
  }

  readEnd(kind, value) {
    // The engine turns some interruptions into rejected promises.
    if (this.isInterrupted) return { reason: 'compute_time' };
    try {
      if (kind !== 'done') return this.describe(kind, value);
      const json = readText(value);
      return json?.length > this.limits.maxCharacters ? { reason: 'size' } : { json };
    } catch {
      return { reason: 'thrown', message: 'an error that cannot be read' };
    }
  }

  /** Ends the program at a limit, whether it catches the error or not. */
  stop(reason) {
    this.end ??= { reason };
    return this.vm.newString('The limit of the sandbox is reached.');
  }

  /** Runs one step of the program, and returns what it waits for or how it ended. */
  step(computeMs, work) {
    const start = performance.now();
    this.deadline = start + computeMs;
    this.calls = [];
    this.characters = 0;
    try {
      work();
      this.vm.executePendingJobs();
    } catch (error) {
      this.end ??= this.isInterrupted ? { reason: 'compute_time' } : readFailure(error);
    }
    if (this.isInterrupted) this.end ??= { reason: 'compute_time' };
    if (this.end === undefined && this.open === 0) this.end = { reason: 'stuck' };
    const report = { calls: this.calls, made: this.made, computeMs: performance.now() - start };
    return { ...report, end: this.end };
  }

  evaluate(source, computeMs) {
    return this.step(computeMs, () => {
      const promise = this.vm.evalCode(source, fileName, library.EvalFlags.ASYNC);
      this.vm.callFunction(this.api.getProp('watch'), this.vm.undefined, promise).dispose();
      promise.dispose();
    });
  }

  answer(answers, computeMs) {
    return this.step(computeMs, () => {
      const { vm } = this;
      const settle = this.api.getProp('answer');
      for (const { id, isValue, isChunk = false, json } of answers) {
        if (!isChunk) this.open--;
        if (this.end !== undefined) break;
        const text = json === undefined ? vm.undefined : vm.newString(json);
        const parts = [vm.newNumber(id), isValue ? vm.true : vm.false, text, isChunk ? vm.true : vm.false];
        vm.callFunction(settle, vm.undefined, ...parts).dispose();
        for (const part of parts) part.dispose();
        vm.executePendingJobs();
      }
      settle.dispose();
    });
  }

  save({ pending = [] }) {
    const { open, made, logCharacters, token } = this;
    const state = JSON.stringify({ open, made, logCharacters, token, pending });
    const head = Buffer.from([magic, workerData.version, state, ''].join('\n'));
    // Most of the memory is zero, so the fastest level is as good as any.
    const body = deflateRawSync(library.QuickJS.serializeSnapshot(this.vm.snapshot()), { level: 1 });
    return new Uint8Array(Buffer.concat([head, body]));
  }

  /** Describes what the program threw. It reads no getter, and calls no trap of a proxy. */
  describe(reason, thrown) {
    return this.vm.withScope(() => {
      if (thrown === undefined || thrown.isUndefined) return { reason, message: 'The program threw undefined.' };
      if (thrown.isSymbol) return { reason, message: 'The program threw a symbol.' };
      if (!thrown.isObject) return { reason, message: thrown.toString().slice(0, 2000) };
      if (thrown.isProxy) return { reason, message: 'The program threw a Proxy.' };
      const [name, message, code] = ['name', 'message', 'code'].map((key) => readOwn(thrown, key));
      return classify({ reason, name, message: message ?? '', code, stack: thrown.isError ? this.stackOf(thrown) : '' });
    });
  }

  stackOf(error) {
    try {
      return readText(this.vm.callFunction(this.api.getProp('stackOf'), this.vm.undefined, error)) ?? '';
    } catch {
      return '';
    }
  }
}

function readText(handle) {
  return handle?.isString ? handle.toString() : undefined;
}

/** Reads a text of an object or of its prototypes, unless it is a getter. */
function readOwn(object, key) {
  let one = object;
  for (let depth = 0; depth < 8 && one.isObject && !one.isProxy; depth++) {
    const found = one.getOwnPropertyDescriptor(key);
    if (found !== undefined) return readText(found.value)?.slice(0, 2000);
    one = one.getPrototypeOf();
  }
}

/** Describes an error that left the engine: a program that does not compile, or a failure of the engine. */
function readFailure(error) {
  const { name, message, stack } = error;
  if (error instanceof library.JSException) return classify({ reason: 'syntax', name, message, stack });
  return classify({ reason: 'crashed', name, message, cause: error });
}

function classify(failure) {
  const { name, message } = failure;
  if (/out of memory|malloc failed/.test(message)) return { ...failure, reason: 'memory' };
  if (name === 'RangeError' && /call stack/.test(message)) return { ...failure, reason: 'stack' };
  return failure;
}

const jobs = {
  async start({ source, functions, globals, limits, computeMs }) {
    guest = undefined;
    const created = new Guest(limits, {});
    await created.create({ functions, globals });
    guest = created;
    return guest.evaluate(source, computeMs);
  },

  async restore({ snapshot, answers, limits, computeMs }) {
    guest = undefined;
    const found = readSnapshot(snapshot, limits);
    if (found === undefined) return { calls: [], end: { reason: 'foreign' } };
    const { pending, ...state } = found.state;
    const restored = new Guest(limits, state);
    await restored.restore(found.memory);
    guest = restored;
    // A program that was paused accepts answers of its pending calls only.
    const isOpen = ({ id }) => pending.length === 0 || pending.some((call) => call.id === id);
    return { ...guest.answer(answers.filter(isOpen), computeMs), pending };
  },

  answer: ({ answers, computeMs }) => guest.answer(answers, computeMs),

  save(options) {
    const snapshot = guest.save(options);
    guest = undefined;
    return { snapshot };
  },
};

function readSnapshot(snapshot, { memoryBytes }) {
  try {
    const bytes = Buffer.from(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
    let start = 0;
    const nextLine = () => bytes.toString('utf8', start, (start = bytes.indexOf('\n', start) + 1) - 1);
    if (nextLine() !== magic || nextLine() !== workerData.version) return undefined;
    const state = JSON.parse(nextLine());
    // The engine itself needs some memory too.
    const memory = inflateRawSync(bytes.subarray(start), { maxOutputLength: memoryBytes + 16_000_000 });
    return { state, memory: new Uint8Array(memory.buffer, memory.byteOffset, memory.byteLength) };
  } catch {
    return undefined;
  }
}

async function run({ kind, ...job }) {
  try {
    const output = await jobs[kind](job);
    if (output.end !== undefined) guest = undefined;
    return output;
  } catch (error) {
    guest = undefined;
    return { calls: [], end: { reason: 'crashed', cause: error } };
  }
}

import(pathToFileURL(workerData.path)).then((module) => {
  library = module;
  parentPort.on('message', async (job) => {
    const output = await run(job);
    parentPort.postMessage(output, output.snapshot === undefined ? [] : [output.snapshot.buffer]);
  });
  parentPort.postMessage('ready');
});
`;
