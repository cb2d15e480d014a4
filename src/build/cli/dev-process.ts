import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { scheduleAfter } from '../../base/async/schedule.js';
import { LATE, settleWithin } from '../../base/async/settle-within.js';
import type { DevEvent, DevMethod, ParamsOf, ResultOf } from '../../integrations/dev/protocol.js';
import { findOutput } from '../codegen/own-package.js';
import { type FromTools, isFromTools, type ToTools } from './dev-messages.js';
import type { DevPlace } from './dev-place.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/** The times after which a process of tools is killed, in milliseconds. */
const limits = {
  /** A top-level `await` may never end. */
  loadMs: 60_000,
  /** A tool that does not end its turn of the event loop can neither be cancelled nor called again. */
  blockedMs: 10_000,
  pingMs: 1_000,
  cancelMs: 2_000,
  closeMs: 2_000,
} as const;

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** A process that runs the tools. It ends when it is closed, when a tool ends it, and when it no longer answers. */
export class DevProcess {
  readonly #child: ChildProcess;
  readonly #onEvent: (event: DevEvent) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exit: Promise<unknown>;
  #lastId = 0;
  #reason: string | undefined;
  #isReady = false;
  #onReady = (_title: string): void => {};
  #stopTimer = (): void => {};

  /** Resolves to the title of the tools when they are loaded. Rejects with the reason if the process ends before. */
  readonly ready: Promise<string>;

  /** Resolves to the reason when the process has ended. */
  readonly ended: Promise<string>;

  constructor(place: DevPlace, onEvent: (event: DevEvent) => void) {
    this.#onEvent = onEvent;
    // Standard output belongs to the result of the command.
    const stdio = ['ignore', process.stderr, process.stderr, 'ipc'] as const;
    this.#child = fork(findOutput('build/cli/main.js'), ['__dev'], { stdio: [...stdio] });
    this.#child.on('message', (message) => this.#receive(message));
    this.#exit = once(this.#child, 'exit');
    this.ended = this.#exit.then(
      () => this.#finish(),
      (error: unknown) => this.#finish(`The process of the tools cannot be started: ${String(error)}`),
    );
    this.ready = Promise.race([
      new Promise<string>((resolve) => {
        this.#onReady = resolve;
      }),
      this.ended.then((reason) => Promise.reject(new CommandFailure(reason, exitCodes.module))),
    ]);
    this.#stopTimer = scheduleAfter(
      () => this.#kill(`It was not loaded in ${limits.loadMs / 1000} seconds.`),
      limits.loadMs,
    );
    this.#send({ toolwright: 'start', place });
  }

  /** Whether the tools have been loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Sends a request. Rejects with the error of the tools, or with the reason if the process ends before it has answered. */
  async request<Method extends DevMethod>(method: Method, params: ParamsOf<Method>): Promise<ResultOf<Method>> {
    const answer = this.#ask<ResultOf<Method>>((id) => ({ toolwright: 'request', id, method, params }));
    if (method !== 'cancel') return answer;
    const isLate = (await settleWithin(answer, limits.cancelMs)) === LATE;
    if (isLate) this.#kill(`A tool did not end within ${limits.cancelMs / 1000} seconds after its call was cancelled.`);
    return answer;
  }

  /** Ends the process: it may close what it has opened, and is killed if that takes too long. */
  async close(): Promise<void> {
    this.#stopTimer();
    this.#reason ??= 'The tools are closed.';
    if (this.#child.connected) this.#child.disconnect();
    if ((await settleWithin(this.ended, limits.closeMs)) === LATE) this.#child.kill('SIGKILL');
    await this.ended;
  }

  #receive(message: unknown): void {
    if (!isFromTools(message)) return;
    if (message.toolwright === 'ready') this.#begin(message);
    else if (message.toolwright === 'failed') this.#reason ??= message.message;
    else if (message.toolwright === 'event') this.#onEvent(message.event);
    else if (message.toolwright === 'answer' || message.toolwright === 'refusal') this.#settle(message);
  }

  #begin({ title, isDebugged }: Extract<FromTools, { readonly toolwright: 'ready' }>): void {
    this.#isReady = true;
    this.#stopTimer();
    // A breakpoint stops the event loop too.
    if (!isDebugged) void this.#pingOften();
    this.#onReady(title);
  }

  #settle(answer: Extract<FromTools, { readonly id: number }>): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.toolwright === 'answer') waiting?.resolve(answer.result as never);
    else waiting?.reject(new CommandFailure(answer.message, exitCodes.tool));
  }

  async #pingOften(): Promise<void> {
    while (this.#reason === undefined) {
      const pong = this.#ask((id) => ({ toolwright: 'ping', id })).catch(() => undefined);
      if ((await settleWithin(pong, limits.blockedMs)) === LATE) {
        this.#kill(`A tool has blocked the event loop for ${limits.blockedMs / 1000} seconds.`);
      }
      await new Promise<void>((resolve) => scheduleAfter(resolve, limits.pingMs, false));
    }
  }

  #ask<Result>(create: (id: number) => ToTools): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#send(create(id));
    });
  }

  /** Sends a message. One that cannot be sent is answered by the end of the process. */
  #send(message: ToTools): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
    else void this.ended.then(() => this.#rejectAll());
  }

  #kill(reason: string): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  #finish(reason?: string): string {
    this.#stopTimer();
    const { exitCode, signalCode } = this.#child;
    const how = signalCode === null ? `with the exit code ${exitCode}` : `by ${signalCode}`;
    this.#reason ??= reason ?? `The process of the tools has ended ${how}.`;
    this.#rejectAll();
    return this.#reason;
  }

  #rejectAll(): void {
    const error = new CommandFailure(this.#reason ?? 'The process of the tools has ended.', exitCodes.tool);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
