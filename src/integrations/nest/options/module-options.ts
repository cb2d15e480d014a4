import type { FactoryProvider, ModuleMetadata, Type } from '@nestjs/common';
import type { DevHandlerOptions } from 'toolwright/dev';
import type { McpHandlerOptions } from 'toolwright/mcp';
import { checkOptionNames, type OptionNames, ownOptions } from '../../../base/options/check-options.js';
import {
  anyValue,
  callback,
  count,
  either,
  flag,
  flagOr,
  flagOrCallback,
  list,
  listOf,
  object,
  oneOf,
  optionRule,
  optionsOf,
  positive,
  recordOf,
  secretObject,
  string,
  strings,
} from '../../../base/options/option-rules.js';
import { signingKeys } from '../../../base/runtime/signing-keys.js';
import { type PermissionRule, ruleNames } from '../../../features/approval/permission-rules.js';
import { flowOptions } from '../../../features/flow/flow-options.js';
import { type SearchOptions, searchOptionNames } from '../../../features/search/search-options.js';
import type { Approver, Middleware, RegisterOptions, ToolGroupOptions, ToolkitOptions } from '../../../index.js';
import { stateScope } from '../../../tool/metadata/tool-option-names.js';
import { middlewareList } from '../../../toolkit/entry/middleware.js';
import { groupNames } from '../../../toolkit/entry/tool-group.js';
import { type CallHistoryOptions, historyNames } from '../../../toolkit/pipeline/call-history.js';
import { registerOptionNames } from '../../../toolkit/registration.js';
import { duplicatePolicy } from '../../../toolkit/resolve-duplicates.js';
import { type RouteApprovalOptions, routeApprovalNames } from '../../shared/route-approvals.js';
import type { RouteAddressOptions } from '../routes/route-guard.js';
import { mcpHandlerNames } from './mcp-handler-names.js';

/** The values of a state, by key. */
export type StateValues = Readonly<Record<string, unknown>>;

/** The validator of a tool's arguments: toolwright, or the `ValidationPipe` of the application. */
export type ArgumentValidation = 'toolwright' | 'nest';

/** The options of a toolkit that may come from a factory. */
export interface ToolkitModuleSettings extends Omit<ToolkitOptions, 'state' | 'callOptions'> {
  /**
   * The state of the toolkit, or a function that returns the state of each call from its request. It receives what guards
   * have added to the request of a controller, and must not return a promise.
   */
  // biome-ignore lint/suspicious/noExplicitAny: only the application can declare the type of its requests.
  readonly state?: ToolkitOptions['state'] | ((request: any) => StateValues) | undefined;
  /**
   * Returns the identity of the caller from the request of each call that does not pass `auth`. Must not return a promise.
   *
   * @default the property `user` of the request
   */
  // biome-ignore lint/suspicious/noExplicitAny: only the application can declare the type of its requests.
  readonly auth?: ((request: any) => unknown) | undefined;
  /** The groups of tools to create, by name. */
  readonly groups?: Readonly<Record<string, ToolGroupOptions>> | undefined;
  /** The middleware around every call. The first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
  /**
   * The validator of arguments. With `'nest'`, toolwright validates nothing, and the `ValidationPipe` of the application
   * validates DTOs.
   *
   * @default 'toolwright'
   */
  readonly validation?: ArgumentValidation | undefined;
  /**
   * The time that open calls have to end when the application closes, in milliseconds. The others are then cancelled.
   *
   * @default 5000
   */
  readonly closeTimeoutMs?: number | undefined;
  /**
   * Whether a start outside of production warns about parameters that are published with a wider type than their
   * TypeScript type. A thread compares them after the start, where the sources and typescript-json-schema are installed.
   *
   * @default true
   */
  readonly typeWarnings?: boolean | undefined;
}

/** The options of a route of the module. */
export interface RouteOptions {
  /** The path of the route, below the global prefix of the application. */
  readonly path: string;
  /** The version of the route, for an application with versioning. @default the application's default */
  readonly version?: string | readonly string[] | undefined;
  /** The guards of the route. They run before the global and own guards of the called tool. @default none */
  readonly guards?: readonly Type[] | undefined;
}

/** The options of the routes that list and call tools. */
export interface ToolRouteOptions extends RouteOptions, RouteAddressOptions {
  /**
   * The approver that decides on the calls of these routes. If it defers them, the route for approvals decides, while
   * other callers, such as the users of MCP clients, are asked.
   *
   * @default the approver of the toolkit
   */
  readonly approver?: Approver | undefined;
  /** Who may decide through the route for approvals. @default the caller, with the same identity */
  readonly approvals?: RouteApprovalOptions | undefined;
}

/** The options of the route of an MCP endpoint. */
export interface McpRouteOptions extends RouteOptions {
  /** The options of the endpoint: those of `mcpHandler` of `toolwright/mcp`. @default its defaults */
  readonly options?: Omit<McpHandlerOptions, 'path' | 'card' | 'health'> | undefined;
}

/** The options of the developer page: those of `devHandler` of `toolwright/dev`. */
export interface DevRouteOptions extends DevHandlerOptions {
  /** The path of the page, below the global prefix of the application. The page has no version. @default '/dev' */
  readonly path?: string | undefined;
  /**
   * Returns the request on whose behalf the page lists tools, or calls one: what guards, request-scoped providers, `auth` and
   * `state` of the module read, such as `{ headers: { authorization: 'Bearer …' }, user }`.
   *
   * @default none, as for calls from code
   */
  readonly hostRequest?: (() => object) | undefined;
}

/** The parts of a toolkit that must be known before its factory runs. */
export interface ToolkitModuleStructure {
  /** The name of the toolkit. An application may have several. @default the toolkit that needs no name */
  readonly name?: string | undefined;
  /** The routes to list and call tools, approve calls and stream. @default no routes */
  readonly http?: ToolRouteOptions | undefined;
  /** The MCP endpoint. Requires an SDK, as `toolwright/mcp` does. @default no endpoint */
  readonly mcp?: McpRouteOptions | undefined;
  /**
   * The developer page, or whether there is one. For development only: anyone who has its URL can call all tools. The application
   * does not start with it if `NODE_ENV` is `production`.
   *
   * @default false
   */
  readonly dev?: boolean | DevRouteOptions | undefined;
}

/** The options of `ToolkitModule.forRoot`. */
export type ToolkitModuleOptions = ToolkitModuleSettings & ToolkitModuleStructure;

/** The options of `ToolkitModule.forRootAsync`. */
export interface ToolkitModuleAsyncOptions extends ToolkitModuleStructure {
  /** The modules whose providers the factory injects. */
  readonly imports?: ModuleMetadata['imports'];
  /** The injection tokens of the factory's parameters. */
  readonly inject?: FactoryProvider['inject'];
  /** Returns the other options, or a promise of them. */
  // biome-ignore lint/suspicious/noExplicitAny: the types of injected values are those of the tokens.
  readonly useFactory: (...injected: any[]) => ToolkitModuleSettings | Promise<ToolkitModuleSettings>;
}

/** The options of `ToolkitModule.forFeature`. */
export interface ToolkitFeatureOptions {
  /** The name of the toolkit. @default the toolkit that needs no name */
  readonly toolkit?: string | undefined;
  /** The groups of tools to create in the toolkit, by name. */
  readonly groups?: Readonly<Record<string, ToolGroupOptions>> | undefined;
  /** The classes whose tools belong to the toolkit. A module must provide each of them. */
  readonly providers?: readonly Type[] | undefined;
  /** How the tools of `providers` are registered: their group, a prefix, their middleware. */
  readonly register?: Omit<RegisterOptions, 'include' | 'exclude' | 'overrides' | 'nestGuards'> | undefined;
}

const text = optionRule<string>('a text', (value) => typeof value === 'string' && value !== '');

const settingNames: OptionNames<ToolkitModuleSettings> = {
  state: either(secretObject, callback),
  auth: optionRule('a function of the request', (value) => typeof value === 'function'),
  groups: recordOf<ToolGroupOptions>(groupNames),
  use: middlewareList,
  validation: oneOf('toolwright', 'nest'),
  closeTimeoutMs: positive,
  typeWarnings: flag,
  onDuplicate: duplicatePolicy,
  coerce: flag,
  stateScope,
  maxPendingCalls: count,
  history: flagOr(optionsOf<CallHistoryOptions>(historyNames)),
  maskErrors: flagOrCallback,
  approver: callback,
  permissions: listOf<PermissionRule>(ruleNames),
  exemptReadOnly: flag,
  approvalKey: signingKeys,
  approvalSubject: callback,
  claimApproval: callback,
  taskStore: object,
  search: optionsOf<SearchOptions>(searchOptionNames),
  flow: flowOptions,
};
const routeNames: OptionNames<RouteOptions> = { path: string, version: either(string, strings), guards: list };
const httpNames: OptionNames<ToolRouteOptions> = {
  ...routeNames,
  approver: callback,
  approvals: optionsOf<RouteApprovalOptions>(routeApprovalNames),
  allowedHosts: strings,
  allowedOrigins: strings,
};
const mcpNames: OptionNames<McpRouteOptions> = {
  ...routeNames,
  options: optionsOf<Omit<McpHandlerOptions, 'path' | 'card' | 'health'>>(mcpHandlerNames),
};
const pagePath = optionRule<string>(
  'a path such as /dev',
  (value) => typeof value === 'string' && /^\/?[\w.~-]+(?:\/[\w.~-]+)*$/.test(value),
);
// Listed here too, because `toolwright/dev` is loaded when the application starts.
const devNames: OptionNames<DevRouteOptions> = {
  path: pagePath,
  title: string,
  version: string,
  auth: anyValue,
  hostRequest: callback,
  allowedHosts: strings,
};
const structureNames: OptionNames<ToolkitModuleStructure> = {
  name: text,
  http: optionsOf<ToolRouteOptions>(httpNames, 'path'),
  mcp: optionsOf<McpRouteOptions>(mcpNames, 'path'),
  dev: flagOr(optionsOf<DevRouteOptions>(devNames)),
};
const asyncNames: OptionNames<ToolkitModuleAsyncOptions> = {
  ...structureNames,
  imports: list,
  inject: list,
  useFactory: callback,
};
const {
  include: _include,
  exclude: _exclude,
  overrides: _overrides,
  nestGuards: _nestGuards,
  ...registerNames
} = registerOptionNames;
const featureNames: OptionNames<ToolkitFeatureOptions> = {
  toolkit: string,
  groups: recordOf<ToolGroupOptions>(groupNames),
  providers: list,
  register: optionsOf<NonNullable<ToolkitFeatureOptions['register']>>(registerNames),
};

/** Throws a DefinitionError on an option of `forRoot` that does not exist or cannot work. */
export function checkModuleOptions(options: ToolkitModuleOptions): ToolkitModuleOptions {
  const where = 'ToolkitModule.forRoot()';
  const names = { ...structureNames, ...settingNames };
  checkOptionNames(options, names, where);
  return ownOptions(options, names);
}

/** Throws a DefinitionError on an option of `forRootAsync` that does not exist or cannot work. */
export function checkAsyncOptions(options: ToolkitModuleAsyncOptions): void {
  const where = 'ToolkitModule.forRootAsync()';
  checkOptionNames(options, optionsOf<ToolkitModuleAsyncOptions>(asyncNames, 'useFactory'), where);
}

/** Throws a DefinitionError on options that a factory must not return. Returns the others. */
export function checkFactoryResult(settings: ToolkitModuleSettings): ToolkitModuleSettings {
  const where = 'ToolkitModule.forRootAsync(): the result of useFactory';
  checkOptionNames(settings, settingNames, where);
  return ownOptions(settings, settingNames);
}

/** Throws a DefinitionError on an option of `forFeature` that does not exist. */
export function checkFeatureOptions(options: ToolkitFeatureOptions): void {
  checkOptionNames(options, featureNames, 'ToolkitModule.forFeature()');
}
