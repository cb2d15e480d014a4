import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { createReport } from './report.js';

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
  await app.init();
  process.stdout.write(JSON.stringify(await createReport(app)));
  await app.close();
}

main();
