import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  type INestApplication,
  Injectable,
  Module,
  type ModuleMetadata,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpHttpControllerFor, McpStrategy, StreamableHttpTransport } from '@rekog/mcp-nest';
import type { Platform } from '../../table/app.js';
import { connectMcp, createClient, type Era, type McpClient } from '../../table/mcp-client.js';

/** The parts of an application of mcp-nest. */
export interface PeerParts extends Pick<ModuleMetadata, 'providers' | 'controllers'> {
  /** Mounts the endpoint as a controller with a guard that sets the user, instead of the route of the transport. */
  readonly isAuthenticated?: boolean;
  readonly version?: string;
  /** Keeps sessions for the clients of 2025. @default false */
  readonly hasSessions?: boolean;
  /** The names of the servers. @default one without a name */
  readonly servers?: readonly string[];
  readonly configure?: (app: INestApplication) => void;
}

/** A result of a tool, as an MCP client receives it. */
export interface PeerResult {
  readonly isError: boolean;
  /** The text of its content, parsed if it is JSON. */
  readonly value: unknown;
}

/** An application for one row of the table. */
export interface PeerApp {
  /** Starts the application, and returns the URL of its server. */
  start(parts: PeerParts): Promise<string>;
}

/** Authenticates a request: `Bearer admin` is a user with the role `admin`. */
@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    const role = request.headers.authorization?.replace('Bearer ', '');
    if (role === 'nobody') return false;
    // mcp-nest reads the user from the request of Node.js, which is another object on Fastify.
    if (role !== undefined) (request.raw ?? request).user = { role, roles: [role] };
    return true;
  }
}

/** Creates the application of a row, as the documentation of mcp-nest does. The second function closes it. */
export function createPeerApp(platform: Platform): readonly [PeerApp, () => Promise<void>] {
  const started: INestApplication[] = [];
  const start = async ({
    isAuthenticated,
    version,
    servers = [''],
    hasSessions,
    configure,
    ...metadata
  }: PeerParts) => {
    const strategies = servers.map((server) => createServer(server, hasSessions));
    const endpoints = isAuthenticated === true ? strategies.map(({ transport }) => mount(transport, version)) : [];
    @Module({ ...metadata, controllers: [...(metadata.controllers ?? []), ...endpoints] })
    class PeerModule {}
    const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    const app = await NestFactory.create(PeerModule, adapter, { logger: false, abortOnError: false });
    started.push(app);
    configure?.(app);
    for (const { strategy } of strategies) {
      strategy.setHttpAdapter(app.getHttpAdapter());
      // So that global guards, pipes, interceptors and filters apply to tools.
      app.connectMicroservice({ strategy }, { inheritAppConfig: true });
    }
    await app.startAllMicroservices();
    await app.listen(0, '127.0.0.1');
    return (await app.getUrl()).replace('[::1]', '127.0.0.1');
  };
  const close = async (): Promise<void> => {
    await Promise.all(started.map((app) => app.close()));
  };
  return [{ start }, close];
}

function createServer(server: string, statefulMode = false) {
  const endpoint = server === '' ? {} : { endpoint: `/${server}` };
  const transport = new StreamableHttpTransport({ statefulMode, ...endpoint });
  const name = server === '' ? {} : { server };
  return {
    transport,
    strategy: new McpStrategy({ name: 'tasks', version: '1.0.0', transports: [transport], logging: false, ...name }),
  };
}

function mount(transport: StreamableHttpTransport, version: string | undefined) {
  @Controller(version === undefined ? 'mcp' : { path: 'mcp', version })
  @UseGuards(TokenGuard)
  class EndpointController extends McpHttpControllerFor(transport) {}
  return EndpointController;
}

/** Connects the client of an era to a program over its standard input. The caller closes it. */
export async function connectProcess(era: Era, args: readonly string[]): Promise<McpClient> {
  const client = createClient(era);
  const server = { command: process.execPath, args: [...args] };
  const transport = era === '2025' ? new OldStdioTransport(server) : new StdioClientTransport(server);
  await client.connect(transport as never);
  return client;
}

/** The client of an era, connected to the endpoint. */
export interface PeerClient {
  list(): Promise<readonly string[]>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<PeerResult>;
}

/** Runs a function with a client that is connected to an endpoint. */
export async function withClient<T>(
  { era, url, role, headers = {} }: ClientOptions,
  use: (client: PeerClient) => Promise<T>,
): Promise<T> {
  const authorization = role === undefined ? {} : { authorization: `Bearer ${role}` };
  const client = await connectMcp(era, url, { ...authorization, ...headers });
  try {
    return await use({
      list: async () => (await client.listTools()).tools.map(({ name }) => name).sort(),
      call: async (name, args = {}) => readResult(client.callTool({ name, arguments: { ...args } })),
    });
  } finally {
    await client.close();
  }
}

export interface ClientOptions {
  readonly era: Era;
  readonly url: string;
  readonly role?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of the protocol is a failed result too. */
async function readResult(called: Promise<unknown>): Promise<PeerResult> {
  try {
    const { isError = false, content } = (await called) as {
      readonly isError?: boolean;
      readonly content: readonly { readonly text: string }[];
    };
    return { isError, value: parse(content.map(({ text }) => text).join('')) };
  } catch (error) {
    return { isError: true, value: (error as Error).message };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
