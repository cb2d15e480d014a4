import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { string } from '../../base/options/option-rules.js';
import type { Toolkit } from '../../index.js';
import { getToolkitToken } from './options/tokens.js';

/** The options of `createToolkitContext`. */
export interface ToolkitContextOptions {
  /** The name of the toolkit. @default the toolkit that needs no name */
  readonly name?: string | undefined;
}

const optionNames: OptionNames<ToolkitContextOptions> = { name: string };

/** The toolkit of an application that has no server. */
export interface ToolkitContext {
  readonly app: INestApplicationContext;
  readonly toolkit: Toolkit;
  /** Waits for open calls, and closes the application. */
  close(): Promise<void>;
}

/**
 * Starts the application of a module without a server, for the command line, MCP over standard input and scripts. The
 * application closes on the signals of its process, such as SIGINT. Its log is written to standard error only for
 * warnings and errors, because standard output belongs to the protocol or the result.
 *
 * @param module - The module of the application, which imports `ToolkitModule.forRoot()`.
 * @example
 * ```ts
 * export const { toolkit } = await createToolkitContext(AppModule);
 * ```
 */
export async function createToolkitContext(module: Type, options: ToolkitContextOptions = {}): Promise<ToolkitContext> {
  checkOptionNames(options, optionNames, 'createToolkitContext');
  const app = await NestFactory.createApplicationContext(module, { logger: ['warn', 'error'], abortOnError: false });
  app.enableShutdownHooks();
  const toolkit = app.get<Toolkit>(getToolkitToken(options.name));
  return Object.freeze({ app, toolkit, close: () => app.close() });
}
