import { Logger, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { emitWarning } from '../../../base/errors/emit-warning.js';
import { DefinitionError, InterruptedError, ToolError } from '../../../base/errors/errors.js';
import { noteNest } from '../../../base/runtime/type-set-up.js';
import { Toolkit, type ToolkitCallOptions, type ToolSpec } from '../../../index.js';
import { moduleOf } from '../execution/nest-internals.js';
import { OpenCalls } from '../execution/open-calls.js';
import { RequestScope } from '../execution/request-scope.js';
import type { ToolkitModuleSettings } from '../options/module-options.js';
import { buildSpecs } from './build-specs.js';
import { describeClass, type LoadedClass, type ToolLoader } from './tool-loader.js';
import { describeUntyped, describeUnusedPlugin } from './type-warning.js';

/** A toolkit in an application: its tools, the requests of its calls, and its calls that are open. */
export class ToolkitRuntime implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  readonly toolkit: Toolkit;
  readonly requests: RequestScope;
  readonly openCalls = new OpenCalls();
  readonly #name: string;
  readonly #settings: ToolkitModuleSettings;
  readonly #loader: ToolLoader;
  readonly #logger = new Logger('Toolkit');
  /** The method of each registered tool, by the tool's name. */
  readonly #methods = new Map<string, string>();
  readonly #loaded = new Set<unknown>();
  readonly #prepare: (() => void)[] = [];
  /** The tools whose types neither the build plugin nor a generated module describes. */
  readonly #untyped: ToolSpec[] = [];
  #isClosing = false;

  /** @throws DefinitionError on an invalid tool, on a name that two tools have, and on a class that no module provides. */
  constructor(name: string, settings: ToolkitModuleSettings, loader: ToolLoader) {
    this.#name = name;
    this.#settings = settings;
    this.#loader = loader;
    this.requests = new RequestScope(settings);
    noteNest();
    this.toolkit = this.#createToolkit();
    this.#loadTools();
  }

  /** Whether the application closes. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Registers the tools of values and factories, whose instances exist now. */
  onModuleInit(): void {
    this.#loadTools();
    this.#loader.checkAssigned();
    this.#logger.log(`Toolkit '${this.#name}': ${this.#methods.size} tools of NestJS`);
  }

  /** Creates the handlers of singletons, so that a `ValidationPipe` that cannot work is refused. */
  onApplicationBootstrap(): void {
    for (const prepare of this.#prepare) prepare();
    if (this.#settings.typeWarnings ?? true) void this.#warnOfTypes();
  }

  /** Waits until the open calls have ended, and cancels those that take too long. */
  async onModuleDestroy(): Promise<void> {
    this.#isClosing = true;
    await this.openCalls.drain(this.#settings.closeTimeoutMs ?? 5_000);
    const { count } = this.openCalls;
    if (count > 0) this.#logger.warn(`Toolkit '${this.#name}': cancelling ${count} open calls`);
    this.openCalls.cancel(createClosingError());
    await this.toolkit.clear();
  }

  async #warnOfTypes(): Promise<void> {
    const warning = await describeUntyped(this.#untyped);
    // Not the logger of NestJS, which writes to the standard output: a server of MCP may send its messages there.
    if (warning !== undefined && !this.#isClosing) emitWarning(warning);
  }

  #createToolkit(): Toolkit {
    const { auth: _, validation: __, closeTimeoutMs: ___, typeWarnings: ____, ...settings } = this.#settings;
    const { state, groups = {}, use = [], ...options } = settings;
    const toolkit = new Toolkit({
      ...options,
      state: typeof state === 'function' ? undefined : state,
      callOptions: (given) => this.#completeOptions(given),
    });
    toolkit.use(...use);
    const features = this.#loader.featuresOf(this.#name).map((feature) => feature.groups ?? {});
    for (const [name, group] of [groups, ...features].flatMap((one) => Object.entries(one))) {
      toolkit.createGroup(name, group);
    }
    return toolkit;
  }

  #completeOptions(given: ToolkitCallOptions): ToolkitCallOptions {
    if (this.#isClosing) throw createClosingError();
    return this.requests.complete(given);
  }

  #loadTools(): void {
    for (const loaded of this.#loader.classesOf(this.#name)) {
      if (this.#loaded.has(loaded.tool.wrapper)) continue;
      this.#loaded.add(loaded.tool.wrapper);
      this.#register(loaded);
    }
  }

  #register({ tool, register = {} }: LoadedClass): void {
    const where = describeClass(tool);
    const environment = {
      creator: this.#loader.creator,
      requests: this.requests,
      openCalls: this.openCalls,
      isValidatedByNest: this.#settings.validation === 'nest',
    };
    try {
      const built = buildSpecs(tool, environment);
      for (const { spec, method, isTyped, prepare } of built) {
        const name = register.prefix === undefined ? spec.name : `${register.prefix}__${spec.name}`;
        this.#prepare.push(prepare);
        if (!isTyped) this.#untyped.push(spec);
        // The table of resources and prompts checks itself.
        if (spec.offer !== undefined) continue;
        this.#checkDuplicate(name, `${where}.${method}`, register.onDuplicate ?? this.#settings.onDuplicate);
      }
      this.toolkit.register(
        built.map(({ spec }) => spec),
        register,
      );
    } catch (error) {
      if (!ToolError.is(error) || error.message.startsWith(where)) throw error;
      const unused = error.message.includes('has no runtime type') ? describeUnusedPlugin() : undefined;
      const message = unused === undefined ? error.message : `${error.message} ${unused}`;
      throw new DefinitionError(`${moduleOf(tool.wrapper).name}: ${message}`, { cause: error });
    }
  }

  #checkDuplicate(name: string, method: string, policy: string = 'error'): void {
    const other = this.#methods.get(name);
    this.#methods.set(name, method);
    if (other === undefined || policy !== 'error') return;
    throw new DefinitionError(
      `${method} and ${other} are both named '${name}'. Rename one with @Tool({ name }), provide the class in one module ` +
        'only, or set a prefix in ToolkitModule.forFeature({ providers, register: { prefix } }).',
    );
  }
}

function createClosingError(): InterruptedError {
  return new InterruptedError('The application is closing.');
}
