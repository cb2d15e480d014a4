import { type DynamicModule, Module, type Provider, Scope } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, ExternalContextCreator, REQUEST } from '@nestjs/core';
import type { Toolkit, ToolkitSession } from '../../index.js';
import { createMcpController } from './controllers/mcp-controller.js';
import { McpRoute } from './controllers/mcp-route.js';
import { createToolController } from './controllers/tool-controller.js';
import { createDevModule } from './dev/dev-module.js';
import {
  checkAsyncOptions,
  checkFactoryResult,
  checkFeatureOptions,
  checkModuleOptions,
  type McpRouteOptions,
  type ToolkitFeatureOptions,
  type ToolkitModuleAsyncOptions,
  type ToolkitModuleOptions,
  type ToolkitModuleSettings,
  type ToolkitModuleStructure,
} from './options/module-options.js';
import {
  defaultName,
  getMcpToken,
  getOptionsToken,
  getRuntimeToken,
  getToolkitSessionToken,
  getToolkitToken,
} from './options/tokens.js';
import { describeRoutes } from './routes/describe-routes.js';
import { createEmptyBodyModule, EmptyBodies } from './routes/empty-bodies.js';
import { ToolkitFeature } from './runtime/feature.js';
import { ToolLoader } from './runtime/tool-loader.js';
import { ToolkitRuntime } from './runtime/toolkit-runtime.js';

/**
 * The module that makes the `@Tool()` methods of an application's providers and controllers the tools of a toolkit.
 *
 * @example
 * ```ts
 * @Module({ imports: [ToolkitModule.forRoot()], providers: [TasksService] })
 * export class AppModule {}
 * ```
 */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: a module of NestJS is a class.
export class ToolkitModule {
  /**
   * Creates a toolkit with the tools of all modules. Import it once for each toolkit.
   *
   * @throws DefinitionError on an option that does not exist or cannot work.
   */
  static forRoot(options: ToolkitModuleOptions = {}): DynamicModule {
    const { name = defaultName, http, mcp, dev, ...settings } = checkModuleOptions(options);
    return createModule({ name, http, mcp, dev }, { provide: getOptionsToken(name), useValue: settings });
  }

  /**
   * Creates a toolkit whose options come from a factory, such as one that injects the `ConfigService`.
   *
   * @throws DefinitionError on an option that does not exist or cannot work.
   */
  static forRootAsync(options: ToolkitModuleAsyncOptions): DynamicModule {
    checkAsyncOptions(options);
    const { name = defaultName, http, mcp, dev, imports = [], inject = [], useFactory } = options;
    const provider = {
      provide: getOptionsToken(name),
      inject,
      useFactory: async (...injected: unknown[]) => checkFactoryResult(await useFactory(...injected)),
    };
    return createModule({ name, http, mcp, dev }, provider, imports);
  }

  /**
   * Adds groups to a toolkit, and assigns the classes of a feature to it. A module must also provide the classes.
   *
   * @throws DefinitionError on an option that does not exist.
   */
  static forFeature(options: ToolkitFeatureOptions): DynamicModule {
    checkFeatureOptions(options);
    const feature = { provide: Symbol('toolwright:feature'), useValue: new ToolkitFeature(options) };
    return { module: ToolkitModule, providers: [feature] };
  }
}

function createModule(
  { name = defaultName, http, mcp, dev = false }: ToolkitModuleStructure,
  options: Provider,
  imports: NonNullable<DynamicModule['imports']> = [],
): DynamicModule {
  const emptyBodies = new EmptyBodies();
  const tools = http === undefined ? undefined : createToolController(name, { http, emptyBodies });
  const endpoint = mcp === undefined ? undefined : createMcpController(name, mcp);
  const controllers = [tools, endpoint].filter((one) => one !== undefined);
  const description = {
    provide: Symbol('toolwright:description'),
    inject: [getRuntimeToken(name)],
    useFactory: ({ toolkit }: ToolkitRuntime) => describeRoutes({ tools, endpoint }, toolkit),
  };
  const providers = [
    options,
    ...createProviders(name),
    ...(mcp === undefined ? [] : [createMcpProvider(name, mcp)]),
    ...(controllers.length === 0 ? [] : [description]),
  ];
  const routeModules = [
    ...(tools === undefined ? [] : [createEmptyBodyModule(tools, emptyBodies)]),
    ...(dev === false ? [] : [createDevModule(name, dev === true ? {} : dev)]),
  ];
  return {
    module: ToolkitModule,
    global: true,
    imports: [DiscoveryModule, ...routeModules, ...imports],
    controllers,
    providers,
    exports: [getToolkitToken(name), getToolkitSessionToken(name), getRuntimeToken(name)],
  };
}

function createMcpProvider(name: string, { options = {} }: McpRouteOptions): Provider {
  return {
    provide: getMcpToken(name),
    inject: [getRuntimeToken(name)],
    useFactory: (runtime: ToolkitRuntime) => new McpRoute(runtime, options),
  };
}

function createProviders(name: string): readonly Provider[] {
  const runtime = {
    provide: getRuntimeToken(name),
    inject: [getOptionsToken(name), DiscoveryService, ExternalContextCreator],
    useFactory: (settings: ToolkitModuleSettings, ...[discovery, creator]: ConstructorParameters<typeof ToolLoader>) =>
      new ToolkitRuntime(name, settings, new ToolLoader(discovery, creator)),
  };
  const toolkit = {
    provide: getToolkitToken(name),
    inject: [getRuntimeToken(name)],
    useFactory: (one: ToolkitRuntime): Toolkit => one.toolkit,
  };
  const session = {
    provide: getToolkitSessionToken(name),
    scope: Scope.REQUEST,
    inject: [getRuntimeToken(name), REQUEST],
    useFactory: (one: ToolkitRuntime, request: unknown): ToolkitSession =>
      one.toolkit.session({
        auth: one.requests.authOf(request),
        state: one.requests.stateOf(request),
        hostRequest: request,
      }),
  };
  return [runtime, toolkit, session];
}
