import { DefinitionError } from '../../../base/errors/errors.js';
import type { Constructor } from '../../../tool/metadata/class-records.js';
import type { ParamMetadata } from '../../../tool/metadata/param-metadata.js';
import type { ToolMetadata } from '../../../tool/metadata/tool-metadata.js';
import { isMessageHandler, type RouteParameter, readRouteParameters, routeParameterKinds } from './nest-internals.js';
import type { ToolRun } from './tool-run.js';

/** The key of the metadata from which Nest reads the arguments of a tool's method. */
export const argumentsKey = 'toolwright:arguments';

/** Returns the value of a parameter that does not come from the model. */
type ReadValue = (run: ToolRun) => unknown;

/** The decorators whose parameters are arguments. */
const argumentKinds: readonly (string | undefined)[] = ['body', 'query', 'param'];

/** The values of the decorators whose parameters come from the request. */
const requestValues: Readonly<Record<string, (request: RequestView, name: string | undefined) => unknown>> = {
  request: (request) => request,
  headers: ({ headers = {} }, name) => (name === undefined ? headers : headers[name.toLowerCase()]),
  session: ({ session }) => session,
  host: ({ hosts = {} }, name) => (name === undefined ? hosts : hosts[name]),
  ip: ({ ip }) => ip,
};

interface RequestView {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly session?: unknown;
  readonly hosts?: Readonly<Record<string, unknown>>;
  readonly ip?: unknown;
}

/**
 * Adds what the decorators of Nest say about parameters to the metadata of a tool: `@Body()`, `@Query()` and `@Param()`
 * name arguments, and all others hide their parameter from models.
 *
 * @throws DefinitionError on a decorator whose value a tool cannot have, and on a rest parameter.
 */
export function describeNestParameters(owner: Constructor, tool: ToolMetadata): ToolMetadata {
  const where = `${tool.className}.${tool.method}`;
  const rest = tool.params.find((param) => param.rest);
  if (rest !== undefined) {
    throw new DefinitionError(`${where}: NestJS cannot pass a rest parameter. Declare '${rest.name}' as an array.`);
  }
  const routeParameters = readRouteParameters(owner, tool.method);
  if (routeParameters.length === 0) return tool;
  const isHandler = isMessageHandler(owner, tool.method);
  const params = tool.params.map((param) => {
    const found = routeParameters.find(({ index }) => index === param.index);
    if (found === undefined) return param;
    // The number of @Ctx() is that of @Headers().
    if (isHandler && found.kind === 'headers') throw createMissingError(param, 'context of a message', where);
    return describeParameter(param, found, where);
  });
  return Object.freeze({ ...tool, params: Object.freeze(params) });
}

function describeParameter(param: ParamMetadata, { kind, data }: RouteParameter, where: string): ParamMetadata {
  if (argumentKinds.includes(kind)) return typeof data === 'string' ? { ...param, name: data } : param;
  if (kind === undefined || kind in requestValues) return { ...param, role: 'context' };
  throw createMissingError(param, kind, where);
}

function createMissingError({ name, index }: ParamMetadata, missing: string, where: string): DefinitionError {
  return new DefinitionError(
    `${where}: a tool has no ${missing}, so parameter '${name ?? `#${index + 1}`}' cannot have the decorator of NestJS ` +
      'for it. Return the value, or move the tool to a method without this parameter.',
  );
}

/**
 * Stores the metadata from which Nest reads the arguments of a tool's method. Arguments have the types of their
 * decorators, else that of a body, because the `ValidationPipe` ignores other types.
 */
export function storeArguments(owner: Constructor, tool: ToolMetadata): void {
  const routeParameters = readRouteParameters(owner, tool.method);
  const entries = tool.params.map((param) => {
    const route = routeParameters.find(({ index }) => index === param.index);
    return route !== undefined && route.kind === undefined ? route.entry : describeArgument(param, route);
  });
  const metadata = Object.fromEntries(entries);
  const declared = (owner.prototype as { readonly constructor: object }).constructor;
  for (const target of new Set<object>([owner, declared])) {
    Reflect.defineMetadata(argumentsKey, metadata, target, tool.method);
  }
}

function describeArgument(
  { index, role, name }: ParamMetadata,
  route: RouteParameter | undefined,
): readonly [string, object] {
  const { kind, data, pipes = [] } = route ?? {};
  const isArgument = kind === undefined || argumentKinds.includes(kind);
  if (role !== 'context') {
    const type = isArgument ? routeParameterKinds[kind ?? 'body'] : routeParameterKinds.body;
    return [`${type}:${index}`, { index, data: name ?? '', pipes }];
  }
  const readRequest = kind === undefined ? undefined : requestValues[kind];
  const property = typeof data === 'string' ? data : undefined;
  const read: ReadValue =
    readRequest === undefined
      ? ({ context }) => context
      : ({ request }) => readRequest(request as RequestView, property);
  return [`${hiddenType}:${index}`, { index, data: read, pipes: [] }];
}

/** The type of the parameters that come from the call, through which no pipe runs. */
export const hiddenType = routeParameterKinds.request;

/** Returns the value that a parameter of the type and the data of `storeArguments` has in a run. */
export function readArgument(data: unknown, run: ToolRun): unknown {
  return typeof data === 'function' ? (data as ReadValue)(run) : run.values.get(String(data));
}
