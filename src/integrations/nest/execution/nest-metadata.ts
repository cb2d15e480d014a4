import type { Constructor } from '../../../tool/metadata/class-records.js';

/** A parameter that a decorator of Nest describes, such as `@Body()`. */
export interface RouteParameter {
  /** The kind of decorator; undefined for one of `createParamDecorator`. */
  readonly kind: RouteParameterKind | undefined;
  readonly index: number;
  /** The argument of the decorator: the name of a property. */
  readonly data: unknown;
  readonly pipes: readonly unknown[];
  /** The key and the value of the metadata. */
  readonly entry: readonly [key: string, value: object];
}

/** The numbers by which Nest identifies the decorators of parameters: RouteParamtypes of @nestjs/common. */
export const routeParameterKinds = {
  request: 0,
  response: 1,
  next: 2,
  body: 3,
  query: 4,
  param: 5,
  headers: 6,
  session: 7,
  file: 8,
  files: 9,
  host: 10,
  ip: 11,
  rawBody: 12,
} as const;

/** The name of a decorator for the parameters of a route. */
export type RouteParameterKind = keyof typeof routeParameterKinds;

/** Returns the parameters of a method that decorators of Nest describe. */
export function readRouteParameters(owner: Constructor, method: string): readonly RouteParameter[] {
  const metadata: unknown = Reflect.getMetadata('__routeArguments__', owner, method);
  if (typeof metadata !== 'object' || metadata === null) return [];
  return Object.entries(metadata as Readonly<Record<string, RouteArgument>>).map(([key, value]) => {
    const number = key.includes('__customRouteArgs__') ? undefined : Number(key.split(':')[0]);
    const kind = (Object.keys(routeParameterKinds) as RouteParameterKind[]).find(
      (one) => routeParameterKinds[one] === number,
    );
    return { kind, index: value.index, data: value.data, pipes: value.pipes ?? [], entry: [key, value] };
  });
}

/** Whether a method handles the messages of a microservice: `@MessagePattern()` or `@EventPattern()`. */
export function isMessageHandler(owner: Constructor, method: string): boolean {
  const handler = (owner.prototype as Readonly<Record<string, object | undefined>>)[method];
  return handler !== undefined && Reflect.hasMetadata('microservices:pattern', handler);
}

interface RouteArgument {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly unknown[];
}
