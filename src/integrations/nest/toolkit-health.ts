import { Inject, Injectable } from '@nestjs/common';
import { registeredSpecsOf } from '../../toolkit/registered-specs.js';
import { getRuntimeToken } from './options/tokens.js';
import type { ToolkitRuntime } from './runtime/toolkit-runtime.js';

/** The health of a toolkit, in the format of `@nestjs/terminus`: by the key that the check passes. */
export type ToolkitHealth = Readonly<
  Record<string, { readonly status: 'up' | 'down'; readonly tools: number; readonly openCalls: number }>
>;

/**
 * The health indicator of the toolkit that needs no name. A toolkit is down while its application closes.
 *
 * @example
 * ```ts
 * this.health.check([() => this.toolkitHealth.isHealthy('toolkit')]);
 * ```
 */
@Injectable()
export class ToolkitHealthIndicator {
  readonly #runtime: ToolkitRuntime;

  /** @internal */
  constructor(@Inject(getRuntimeToken('default')) runtime: ToolkitRuntime) {
    this.#runtime = runtime;
  }

  /** Returns the health of the toolkit under a key. */
  isHealthy(key: string): ToolkitHealth {
    const { toolkit, openCalls, isClosing } = this.#runtime;
    const tools = new Set(registeredSpecsOf(toolkit).map(({ name }) => name)).size;
    return { [key]: { status: isClosing ? 'down' : 'up', tools, openCalls: openCalls.count } };
  }
}
