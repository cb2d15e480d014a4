// Written by `npm run generate`. Change worker.program.ts instead.
/** The text of the program worker.program.ts. */
export const workerProgram = `"use strict";

// src/sources/sandbox/worker/worker.program.ts
var import_node_url = require("node:url");
var import_node_worker_threads = require("node:worker_threads");

// src/base/worker/serve-jobs.ts
function serveJobs(port, run, { transfer = () => [] } = {}) {
  port.on("message", async (job) => {
    const output = await run(job);
    port.postMessage(output, transfer(output));
  });
  port.postMessage("ready");
}

// src/sources/sandbox/worker/describe-thrown.ts
var longestText = 2e3;
var deepestPrototype = 8;
function describeThrown(reason, thrown, readStack) {
  if (thrown === void 0 || thrown.isUndefined) return { reason, message: "The program threw undefined." };
  if (thrown.isSymbol) return { reason, message: "The program threw a symbol." };
  if (!thrown.isObject) return { reason, message: thrown.toString().slice(0, longestText) };
  if (thrown.isProxy) return { reason, message: "The program threw a Proxy." };
  return classify({
    reason,
    name: readOwn(thrown, "name"),
    message: readOwn(thrown, "message") ?? "",
    code: readOwn(thrown, "code"),
    stack: thrown.isError ? readStack(thrown) : ""
  });
}
function describeFailure(error, { JSException }) {
  if (error instanceof JSException) {
    const { name: name2, message: message2, stack } = error;
    return classify({ reason: "syntax", name: name2, message: message2, stack });
  }
  const { name, message } = error instanceof Error ? error : { name: void 0, message: String(error) };
  return classify({ reason: "crashed", name, message, cause: error });
}
function readText(value) {
  return value?.isString === true ? value.toString() : void 0;
}
function readOwn(object, key) {
  let one = object;
  for (let depth = 0; depth < deepestPrototype && one.isObject && !one.isProxy; depth++) {
    const found = one.getOwnPropertyDescriptor(key);
    if (found !== void 0) return readText(found.value)?.slice(0, longestText);
    one = one.getPrototypeOf();
  }
  return void 0;
}
function classify(failure) {
  const { name, message = "" } = failure;
  if (/out of memory|malloc failed/.test(message)) return { ...failure, reason: "memory" };
  if (name === "RangeError" && /call stack/.test(message)) return { ...failure, reason: "stack" };
  return failure;
}

// src/sources/sandbox/worker/guest-snapshot.ts
var import_node_zlib = require("node:zlib");
var magic = "toolwright-sandbox 2";
function writeSnapshot({ state, memory }, version) {
  const head = Buffer.from([magic, version, JSON.stringify(state), ""].join("\\n"));
  const body = (0, import_node_zlib.deflateRawSync)(memory, { level: 1 });
  return new Uint8Array(Buffer.concat([head, body]));
}
function readSnapshot(snapshot, limits) {
  try {
    const bytes = Buffer.from(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
    let start = 0;
    const nextLine = () => {
      const end = bytes.indexOf("\\n", start);
      const line = bytes.toString("utf8", start, end);
      start = end + 1;
      return line;
    };
    if (nextLine() !== magic || nextLine() !== limits.version) return void 0;
    const state = JSON.parse(nextLine());
    const memory = (0, import_node_zlib.inflateRawSync)(bytes.subarray(start), { maxOutputLength: limits.memoryBytes + 16e6 });
    return { state, memory: new Uint8Array(memory.buffer, memory.byteOffset, memory.byteLength) };
  } catch {
    return void 0;
  }
}

// src/sources/sandbox/worker/program-state.ts
var maxLooked = 1e3;
var ProgramState = class {
  limits;
  /** How the program ended. Only the first end counts. */
  end;
  #calls = [];
  #open = 0;
  #made = 0;
  #characters = 0;
  #logCharacters;
  #looked;
  #deadline = Number.POSITIVE_INFINITY;
  #isInterrupted = false;
  constructor(limits, saved) {
    this.limits = limits;
    this.#logCharacters = saved?.logCharacters ?? limits.maxLogCharacters;
    this.#open = saved?.open ?? 0;
    this.#made = saved?.made ?? 0;
    this.#looked = new Set(saved?.looked);
  }
  /** The calls of the current step. */
  get calls() {
    return this.#calls;
  }
  /** The number of all calls. */
  get made() {
    return this.#made;
  }
  /** Whether the program waits for nothing that could continue it. */
  get isStuck() {
    return this.#open === 0;
  }
  /** Whether the engine has interrupted the program at its time limit. */
  get isInterrupted() {
    return this.#isInterrupted;
  }
  /** The references of the results at which the program has looked. */
  get looked() {
    return this.#looked.size > maxLooked ? ["*"] : [...this.#looked];
  }
  /** Notes that the program has looked at a result. */
  look(ref) {
    if (this.#looked.size <= maxLooked) this.#looked.add(ref);
  }
  /** What a snapshot keeps. */
  get saved() {
    const { looked } = this;
    return { open: this.#open, made: this.#made, logCharacters: this.#logCharacters, looked };
  }
  beginStep(deadline) {
    this.#deadline = deadline;
    this.#calls = [];
    this.#characters = 0;
  }
  /** Whether the engine has to interrupt the program. */
  mustStop() {
    if (this.end !== void 0) return true;
    this.#isInterrupted ||= performance.now() > this.#deadline;
    return this.#isInterrupted;
  }
  /** Adds a call with arguments of a length that the program states. Returns whether the limits allow it. */
  addCall(call, length) {
    this.#made++;
    this.#characters += length;
    if (this.#made > this.limits.maxCalls) return this.#stop("calls");
    if (!(this.#characters <= this.limits.maxCharacters)) return this.#stop("size");
    this.#calls.push(call);
    this.#open++;
    return true;
  }
  /** Notes that a call has its answer. */
  closeCall() {
    this.#open--;
  }
  /** Cuts a line of console output. Returns undefined if there was too much of it already. */
  cutLine(text) {
    if (this.#logCharacters < 0) return void 0;
    const line = text.slice(0, this.#logCharacters);
    this.#logCharacters -= line.length + 1;
    return line;
  }
  /** Ends the program at a limit, whether it catches the error or not. */
  #stop(reason) {
    this.end ??= { reason };
    return false;
  }
};

// src/sources/sandbox/worker/guest.ts
var fileName = "program.ts";
var silent = () => ({ fd_write: () => 8 });
var Guest = class _Guest {
  #setting;
  #vm;
  #state;
  /** The functions of the prelude. */
  #api;
  constructor(setting, vm, state) {
    this.#setting = setting;
    this.#vm = vm;
    this.#state = state;
    this.#api = vm.undefined;
  }
  /** Creates a sandbox with functions and globals, but without its program. */
  static async create(setting, { functions, globals, limits }) {
    const state = new ProgramState(limits);
    const vm = await setting.library.QuickJS.create(optionsOf(setting, state));
    const guest = new _Guest(setting, vm, state);
    const settings = { maxCharacters: limits.maxCharacters, maxLogCharacters: limits.maxLogCharacters };
    const { call, log, end, look } = guest.#hostFunctions();
    guest.#api = vm.callFunction(
      evaluatePrelude(vm, setting),
      vm.undefined,
      vm.newFunction("call", call),
      vm.newFunction("log", log),
      vm.newFunction("end", end),
      vm.newFunction("look", look),
      vm.newString(JSON.stringify(settings))
    );
    guest.#callApi("install", vm.newString(functions), vm.newString(globals)).dispose();
    return guest;
  }
  /** Creates a sandbox from its snapshot. */
  static async restore(setting, saved, limits) {
    const { QuickJS } = setting.library;
    const state = new ProgramState(limits, saved.state);
    const vm = await QuickJS.restore(QuickJS.deserializeSnapshot(saved.memory), optionsOf(setting, state));
    const guest = new _Guest(setting, vm, state);
    for (const [name, callback] of Object.entries(guest.#hostFunctions())) vm.registerHostCallback(name, callback);
    guest.#api = vm.importHandle(saved.state.token);
    return guest;
  }
  /** Runs the first step of a program. */
  evaluate(source, computeMs) {
    return this.#step(computeMs, () => {
      const promise = this.#vm.evalCode(source, fileName, this.#setting.library.EvalFlags.ASYNC);
      this.#callApi("watch", promise).dispose();
      promise.dispose();
    });
  }
  /** Runs the next step of the program, with answers of its calls. */
  answer(answers, computeMs) {
    return this.#step(computeMs, () => {
      const vm = this.#vm;
      const settle = this.#api.getProp("answer");
      for (const { id, isValue, isChunk = false, json, ref } of answers) {
        if (!isChunk) this.#state.closeCall();
        if (this.#state.end !== void 0) break;
        const text = json === void 0 ? vm.undefined : vm.newString(json);
        const handle = ref === void 0 ? vm.undefined : vm.newString(ref);
        const kind = vm.newString(isChunk ? "chunk" : isValue ? "value" : "error");
        const parts = [vm.newNumber(id), kind, text, handle];
        vm.callFunction(settle, vm.undefined, ...parts).dispose();
        for (const part of parts) part.dispose();
        vm.executePendingJobs();
      }
      settle.dispose();
    });
  }
  /** Writes a snapshot. */
  save({ pending = [] }) {
    const state = { ...this.#state.saved, token: this.#vm.exportHandle(this.#api), pending };
    const memory = this.#setting.library.QuickJS.serializeSnapshot(this.#vm.snapshot());
    return writeSnapshot({ state, memory }, this.#setting.data.version);
  }
  /** Runs one step of the program, and returns what it waits for or how it ended. */
  #step(computeMs, work) {
    const state = this.#state;
    const start = performance.now();
    state.beginStep(start + computeMs);
    try {
      work();
      this.#vm.executePendingJobs();
    } catch (error) {
      state.end ??= state.isInterrupted ? { reason: "compute_time" } : describeFailure(error, this.#setting.library);
    }
    if (state.isInterrupted) state.end ??= { reason: "compute_time" };
    if (state.isStuck) state.end ??= { reason: "stuck" };
    const { calls, made, end, looked } = state;
    return { calls, made, computeMs: performance.now() - start, end, looked };
  }
  /**
   * The functions that the prelude calls. A program could reach them, so they check what they receive. They never throw:
   * the engine shows the stack of an error to the program.
   */
  #hostFunctions() {
    const vm = this.#vm;
    return {
      call: (...[id, name, json, length, hasListener]) => {
        if (!id?.isNumber || !length?.isNumber || !name?.isString || !json?.isString) return vm.undefined;
        const call = {
          id: id.toNumber(),
          name: name.toString(),
          args: json.toString(),
          hasListener: hasListener?.toBoolean() ?? false,
          looked: this.#state.looked
        };
        const isAllowed = this.#state.addCall(call, length.toNumber());
        return isAllowed ? vm.undefined : vm.newString("The limit of the sandbox is reached.");
      },
      log: (level, text, isCut) => {
        if (!level?.isNumber || !text?.isString) return vm.undefined;
        const line = this.#state.cutLine(text.toString());
        if (line === void 0) return vm.undefined;
        this.#setting.log({ level: level.toNumber(), text: line, isCut: isCut?.toBoolean() ?? false });
        return vm.undefined;
      },
      look: (ref) => {
        if (ref?.isString) this.#state.look(ref.toString());
        return vm.undefined;
      },
      end: (kind, value) => {
        this.#state.end ??= this.#readEnd(readText(kind), value);
        return vm.undefined;
      }
    };
  }
  #readEnd(kind, value) {
    if (this.#state.isInterrupted) return { reason: "compute_time" };
    try {
      if (kind === "done") return this.#readValue(value);
      const reason = kind === "size" || kind === "value" || kind === "thrown" ? kind : "crashed";
      return this.#vm.withScope(() => describeThrown(reason, value, (error) => this.#readStack(error)));
    } catch {
      return { reason: "thrown", message: "an error that cannot be read" };
    }
  }
  #readValue(value) {
    const json = readText(value);
    return json !== void 0 && json.length > this.#state.limits.maxCharacters ? { reason: "size" } : { json };
  }
  #readStack(error) {
    try {
      return readText(this.#callApi("stackOf", error)) ?? "";
    } catch {
      return "";
    }
  }
  #callApi(name, ...args) {
    return this.#vm.callFunction(this.#api.getProp(name), this.#vm.undefined, ...args);
  }
};
var compiled = /* @__PURE__ */ new WeakMap();
function evaluatePrelude(vm, setting) {
  const { STRIP_SOURCE } = setting.library.CompileFlags;
  const code = compiled.get(setting) ?? vm.compile(setting.data.prelude, "prelude", 0, STRIP_SOURCE);
  compiled.set(setting, code);
  return vm.evalBytecode(code);
}
function optionsOf({ data: data2 }, state) {
  return {
    wasm: data2.wasm,
    memoryLimit: state.limits.memoryBytes,
    maxStackSize: state.limits.stackBytes,
    interruptHandler: () => state.mustStop(),
    timezoneOffset: 0,
    wasi: silent
  };
}

// src/sources/sandbox/worker/guest-worker.ts
var GuestWorker = class {
  #setting;
  #guest;
  constructor(setting) {
    this.#setting = setting;
  }
  /** Runs a job. An unexpected error ends the sandbox. */
  async run(job) {
    try {
      const output = await this.#run(job);
      if (output.end !== void 0) this.#guest = void 0;
      return output;
    } catch (error) {
      this.#guest = void 0;
      return { calls: [], end: { reason: "crashed", cause: error } };
    }
  }
  async #run(job) {
    if (job.kind === "start") {
      this.#guest = void 0;
      this.#guest = await Guest.create(this.#setting, job);
      return this.#guest.evaluate(job.source, job.computeMs);
    }
    if (job.kind === "restore") return this.#restore(job);
    const guest = this.#guest;
    if (guest === void 0) return { calls: [], end: { reason: "crashed" } };
    if (job.kind === "answer") return guest.answer(job.answers, job.computeMs);
    this.#guest = void 0;
    return { calls: [], snapshot: guest.save(job) };
  }
  async #restore({ snapshot, answers, limits, computeMs }) {
    this.#guest = void 0;
    const { version } = this.#setting.data;
    const saved = readSnapshot(snapshot, { version, memoryBytes: limits.memoryBytes });
    if (saved === void 0) return { calls: [], end: { reason: "foreign" } };
    const { pending } = saved.state;
    const guest = await Guest.restore(this.#setting, saved, limits);
    this.#guest = guest;
    const isOpen = ({ id }) => pending.length === 0 || pending.some((call) => call.id === id);
    return { ...guest.answer(answers.filter(isOpen), computeMs), pending };
  }
};

// src/sources/sandbox/worker/worker.program.ts
var data = import_node_worker_threads.workerData;
import((0, import_node_url.pathToFileURL)(data.path).href).then((library) => {
  const port = import_node_worker_threads.parentPort;
  if (port === null) return;
  const worker = new GuestWorker({ library, data, log: (notice) => port.postMessage({ notice }) });
  serveJobs(port, (job) => worker.run(job), {
    transfer: ({ snapshot }) => snapshot === void 0 ? [] : [snapshot.buffer]
  });
});
`;
