import { Inject } from '@nestjs/common';

/** The name of the toolkit that `forRoot` creates without the option `name`. */
export const defaultName = 'default';

/** Returns the injection token of a toolkit, for `app.get()` and `overrideProvider()`. */
export function getToolkitToken(name: string = defaultName): string {
  return `toolwright:toolkit:${name}`;
}

/** Returns the injection token of the session for the current request, for `moduleRef.resolve()`. */
export function getToolkitSessionToken(name: string = defaultName): string {
  return `toolwright:session:${name}`;
}

/** Returns the injection token of the options of a toolkit. */
export function getOptionsToken(name: string): string {
  return `toolwright:options:${name}`;
}

/** Returns the injection token of the MCP endpoint of a toolkit. */
export function getMcpToken(name: string): string {
  return `toolwright:mcp:${name}`;
}

/** Returns the injection token of the developer page of a toolkit. */
export function getDevToken(name: string): string {
  return `toolwright:dev:${name}`;
}

/** Returns the injection token of the runtime of a toolkit. */
export function getRuntimeToken(name: string): string {
  return `toolwright:runtime:${name}`;
}

/**
 * Injects a toolkit into a constructor or a property.
 *
 * @param name - The name of the toolkit. @default the toolkit of `forRoot` without a name
 * @example
 * ```ts
 * constructor(@InjectToolkit() private readonly toolkit: Toolkit) {}
 * ```
 */
export function InjectToolkit(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getToolkitToken(name));
}

/**
 * Injects a session of the toolkit whose state, `auth` and `request` are those of the current request. The provider that
 * injects it becomes request-scoped.
 *
 * @param name - The name of the toolkit. @default the toolkit of `forRoot` without a name
 */
export function InjectToolkitSession(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getToolkitSessionToken(name));
}
