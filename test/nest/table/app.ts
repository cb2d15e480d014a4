import type { INestApplication, Type } from '@nestjs/common';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Toolkit } from 'toolwright';
import { getToolkitToken, ToolkitModule, type ToolkitModuleOptions } from 'toolwright/nest';

/** A platform of NestJS. */
export type Platform = 'express' | 'fastify';

/** An application for one row of the table. */
export interface RowApp {
  readonly platform: Platform;
  /** Starts an application with a toolkit, and closes it at the end of the row. */
  start(parts: AppParts): Promise<StartedApp>;
}

/** The parts of an application. */
export interface AppParts extends Pick<ModuleMetadata, 'imports' | 'providers' | 'controllers'> {
  readonly toolkit?: ToolkitModuleOptions;
  /** Configures the application before it starts. */
  readonly configure?: (app: INestApplication) => void;
}

/** A started application. */
export interface StartedApp {
  readonly app: INestApplication;
  readonly toolkit: Toolkit;
  readonly url: string;
}

@Module({})
class RowModule {}

/** Creates the application of a row. The second function closes what the row has started. */
export function createRowApp(platform: Platform): readonly [RowApp, () => Promise<void>] {
  const started: INestApplication[] = [];
  const start = async ({ toolkit: options, configure, imports = [], ...metadata }: AppParts): Promise<StartedApp> => {
    const module: DynamicModule = {
      module: RowModule,
      imports: [ToolkitModule.forRoot(options), ...imports],
      ...metadata,
    };
    const app = await createApp(module, platform);
    started.push(app);
    configure?.(app);
    await app.listen(0, '127.0.0.1');
    const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    return { app, url, toolkit: app.get(getToolkitToken(options?.name)) };
  };
  const close = async (): Promise<void> => {
    await Promise.all(started.map((app) => app.close()));
  };
  return [{ platform, start }, close];
}

function createApp(module: DynamicModule | Type, platform: Platform): Promise<INestApplication> {
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  return NestFactory.create(module, adapter, { logger: false, abortOnError: false });
}
