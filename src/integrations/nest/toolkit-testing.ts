import { type DynamicModule, Module } from '@nestjs/common';
import { checkOptionNames } from '../../base/options/check-options.js';
import type { ToolCall, Toolkit, ToolkitCallOptions, ToolResult } from '../../index.js';
import { toolkitCallNames } from '../../toolkit/pipeline/toolkit-call-options.js';
import type { ToolkitModuleOptions } from './options/module-options.js';
import { getToolkitToken } from './options/tokens.js';
import { ToolkitModule } from './toolkit-module.js';

/** A step of a scripted model: a call, or a function that decides on it from the results so far. */
export type ScriptedStep = Omit<ToolCall, 'id'> | ((results: readonly ToolResult[]) => Omit<ToolCall, 'id'>);

/** A model for tests, which makes the calls of a script instead of its own decisions. */
export class ScriptedModel {
  readonly #toolkit: Toolkit;

  constructor(toolkit: Toolkit) {
    this.#toolkit = toolkit;
  }

  /** Makes the calls of a script one after the other, and returns their results. A failed call does not end it. */
  async run(script: readonly ScriptedStep[], options: ToolkitCallOptions = {}): Promise<readonly ToolResult[]> {
    checkOptionNames(options, toolkitCallNames, 'ScriptedModel.run');
    const results: ToolResult[] = [];
    for (const step of script) {
      const { name, input } = typeof step === 'function' ? step(results) : step;
      results.push(await this.#toolkit.execute(name, input, options));
    }
    return results;
  }
}

/**
 * The module for tests of tools: `ToolkitModule` with a {@link ScriptedModel} for the toolkit that needs no name.
 *
 * @example
 * ```ts
 * const module = await Test.createTestingModule({ imports: [ToolkitTestingModule.forRoot()], providers: [Tasks] }).compile();
 * await module.init();
 * const [added] = await module.get(ScriptedModel).run([{ name: 'add', input: { title: 'tea' } }]);
 * ```
 */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: a module of NestJS is a class.
export class ToolkitTestingModule {
  /** Creates the toolkit and the model. */
  static forRoot(options: ToolkitModuleOptions = {}): DynamicModule {
    const model = {
      provide: ScriptedModel,
      inject: [getToolkitToken(options.name)],
      useFactory: (toolkit: Toolkit) => new ScriptedModel(toolkit),
    };
    return {
      module: ToolkitTestingModule,
      global: true,
      imports: [ToolkitModule.forRoot(options)],
      providers: [model],
      exports: [ScriptedModel],
    };
  }
}
