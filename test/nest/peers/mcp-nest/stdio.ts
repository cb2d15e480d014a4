import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpController, McpStrategy, StdioTransport, Tool, ToolRoles } from '@rekog/mcp-nest';

/** A server over standard input, whose caller has no role. */
@McpController()
class Tasks {
  @Tool({ name: 'purge', description: 'Purge.' })
  @ToolRoles(['admin'])
  purge(): string {
    return 'purged';
  }

  @Tool({ name: 'read', description: 'Read.' })
  read(): string {
    return 'text';
  }
}

@Module({ controllers: [Tasks] })
class AppModule {}

const strategy = new McpStrategy({
  name: 'tasks',
  version: '1.0.0',
  transports: [new StdioTransport()],
  logging: false,
});
const app = await NestFactory.createMicroservice(AppModule, { strategy, logger: false });
await app.listen();
