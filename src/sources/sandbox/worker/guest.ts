import type * as quickjs from 'quickjs-wasi';
import type { HostFunction, JSValueHandle, QuickJS, QuickJSOptions } from 'quickjs-wasi';
import type { GuestApi, GuestHost, GuestSettings } from '../guest/guest-api.js';
import { describeFailure, describeThrown, readText } from './describe-thrown.js';
import { type SavedGuest, writeSnapshot } from './guest-snapshot.js';
import type {
  AnswerJob,
  CheckedLimits,
  GuestOutput,
  GuestWorkerData,
  LogNotice,
  ProgramEnd,
  SaveJob,
  StartJob,
  StepLimits,
} from './messages.js';
import { ProgramState } from './program-state.js';

/** What the sandboxes of a worker share. */
export interface GuestSetting {
  readonly library: typeof quickjs;
  readonly data: Omit<GuestWorkerData, 'path'>;
  /** Called with each line of console output. */
  readonly log: (notice: LogNotice) => void;
}

const fileName = 'program.ts';
const silent = (): { fd_write: () => number } => ({ fd_write: () => 8 });

/** A sandbox: an engine with the prelude and one program. */
export class Guest {
  readonly #setting: GuestSetting;
  readonly #vm: QuickJS;
  readonly #state: ProgramState;
  /** The functions of the prelude. */
  #api: JSValueHandle;

  private constructor(setting: GuestSetting, vm: QuickJS, state: ProgramState) {
    this.#setting = setting;
    this.#vm = vm;
    this.#state = state;
    this.#api = vm.undefined;
  }

  /** Creates a sandbox with functions and globals, but without its program. */
  static async create(setting: GuestSetting, { functions, globals, limits }: StartJob & StepLimits): Promise<Guest> {
    const state = new ProgramState(limits);
    const vm = await setting.library.QuickJS.create(optionsOf(setting, state));
    const guest = new Guest(setting, vm, state);
    const settings: GuestSettings = { maxCharacters: limits.maxCharacters, maxLogCharacters: limits.maxLogCharacters };
    const { call, log, end, look } = guest.#hostFunctions();
    guest.#api = vm.callFunction(
      evaluatePrelude(vm, setting),
      vm.undefined,
      vm.newFunction('call', call),
      vm.newFunction('log', log),
      vm.newFunction('end', end),
      vm.newFunction('look', look),
      vm.newString(JSON.stringify(settings)),
    );
    guest.#callApi('install', vm.newString(functions), vm.newString(globals)).dispose();
    return guest;
  }

  /** Creates a sandbox from its snapshot. */
  static async restore(setting: GuestSetting, saved: SavedGuest, limits: CheckedLimits): Promise<Guest> {
    const { QuickJS } = setting.library;
    const state = new ProgramState(limits, saved.state);
    const vm = await QuickJS.restore(QuickJS.deserializeSnapshot(saved.memory), optionsOf(setting, state));
    const guest = new Guest(setting, vm, state);
    for (const [name, callback] of Object.entries(guest.#hostFunctions())) vm.registerHostCallback(name, callback);
    guest.#api = vm.importHandle(saved.state.token);
    return guest;
  }

  /** Runs the first step of a program. */
  evaluate(source: string, computeMs: number): GuestOutput {
    return this.#step(computeMs, () => {
      const promise = this.#vm.evalCode(source, fileName, this.#setting.library.EvalFlags.ASYNC);
      this.#callApi('watch', promise).dispose();
      promise.dispose();
    });
  }

  /** Runs the next step of the program, with answers of its calls. */
  answer(answers: AnswerJob['answers'], computeMs: number): GuestOutput {
    return this.#step(computeMs, () => {
      const vm = this.#vm;
      const settle = this.#api.getProp('answer');
      for (const { id, isValue, isChunk = false, json, ref } of answers) {
        if (!isChunk) this.#state.closeCall();
        if (this.#state.end !== undefined) break;
        const text = json === undefined ? vm.undefined : vm.newString(json);
        const handle = ref === undefined ? vm.undefined : vm.newString(ref);
        const kind = vm.newString(isChunk ? 'chunk' : isValue ? 'value' : 'error');
        const parts = [vm.newNumber(id), kind, text, handle];
        vm.callFunction(settle, vm.undefined, ...parts).dispose();
        for (const part of parts) part.dispose();
        vm.executePendingJobs();
      }
      settle.dispose();
    });
  }

  /** Writes a snapshot. */
  save({ pending = [] }: SaveJob): Uint8Array<ArrayBuffer> {
    const state = { ...this.#state.saved, token: this.#vm.exportHandle(this.#api), pending };
    const memory = this.#setting.library.QuickJS.serializeSnapshot(this.#vm.snapshot());
    return writeSnapshot({ state, memory }, this.#setting.data.version);
  }

  /** Runs one step of the program, and returns what it waits for or how it ended. */
  #step(computeMs: number, work: () => void): GuestOutput {
    const state = this.#state;
    const start = performance.now();
    state.beginStep(start + computeMs);
    try {
      work();
      this.#vm.executePendingJobs();
    } catch (error) {
      state.end ??= state.isInterrupted ? { reason: 'compute_time' } : describeFailure(error, this.#setting.library);
    }
    if (state.isInterrupted) state.end ??= { reason: 'compute_time' };
    if (state.isStuck) state.end ??= { reason: 'stuck' };
    const { calls, made, end, looked } = state;
    return { calls, made, computeMs: performance.now() - start, end, looked };
  }

  /**
   * The functions that the prelude calls. A program could reach them, so they check what they receive. They never throw:
   * the engine shows the stack of an error to the program.
   */
  #hostFunctions(): Readonly<Record<keyof GuestHost, HostFunction>> {
    const vm = this.#vm;
    return {
      call: (...[id, name, json, length, hasListener]) => {
        if (!id?.isNumber || !length?.isNumber || !name?.isString || !json?.isString) return vm.undefined;
        const call = {
          id: id.toNumber(),
          name: name.toString(),
          args: json.toString(),
          hasListener: hasListener?.toBoolean() ?? false,
          looked: this.#state.looked,
        };
        const isAllowed = this.#state.addCall(call, length.toNumber());
        return isAllowed ? vm.undefined : vm.newString('The limit of the sandbox is reached.');
      },
      log: (level, text, isCut) => {
        if (!level?.isNumber || !text?.isString) return vm.undefined;
        const line = this.#state.cutLine(text.toString());
        if (line === undefined) return vm.undefined;
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
      },
    };
  }

  #readEnd(kind: string | undefined, value: JSValueHandle | undefined): ProgramEnd {
    // The engine turns some interruptions into rejected promises.
    if (this.#state.isInterrupted) return { reason: 'compute_time' };
    try {
      if (kind === 'done') return this.#readValue(value);
      const reason = kind === 'size' || kind === 'value' || kind === 'thrown' ? kind : 'crashed';
      return this.#vm.withScope(() => describeThrown(reason, value, (error) => this.#readStack(error)));
    } catch {
      return { reason: 'thrown', message: 'an error that cannot be read' };
    }
  }

  #readValue(value: JSValueHandle | undefined): ProgramEnd {
    const json = readText(value);
    return json !== undefined && json.length > this.#state.limits.maxCharacters ? { reason: 'size' } : { json };
  }

  #readStack(error: JSValueHandle): string {
    try {
      return readText(this.#callApi('stackOf', error)) ?? '';
    } catch {
      return '';
    }
  }

  #callApi(name: keyof GuestApi, ...args: JSValueHandle[]): JSValueHandle {
    return this.#vm.callFunction(this.#api.getProp(name), this.#vm.undefined, ...args);
  }
}

const compiled = new WeakMap<GuestSetting, Uint8Array>();

/** Evaluates the prelude, which the first sandbox of a worker compiles. */
function evaluatePrelude(vm: QuickJS, setting: GuestSetting): JSValueHandle {
  const { STRIP_SOURCE } = setting.library.CompileFlags;
  const code = compiled.get(setting) ?? vm.compile(setting.data.prelude, 'prelude', 0, STRIP_SOURCE);
  compiled.set(setting, code);
  return vm.evalBytecode(code);
}

function optionsOf({ data }: GuestSetting, state: ProgramState): QuickJSOptions {
  return {
    wasm: data.wasm,
    memoryLimit: state.limits.memoryBytes,
    maxStackSize: state.limits.stackBytes,
    interruptHandler: () => state.mustStop(),
    timezoneOffset: 0,
    wasi: silent,
  };
}
