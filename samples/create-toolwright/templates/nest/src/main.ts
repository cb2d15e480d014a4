import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AppModule);
  app.enableShutdownHooks();
  // Other machines cannot reach this host name.
  await app.listen(process.env.PORT ?? 3000, '127.0.0.1');
  const url = await app.getUrl();
  console.log(`Tools are at ${url}/tools, and for MCP clients at ${url}/mcp`);
}

void bootstrap();
