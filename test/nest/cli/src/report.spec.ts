import { writeFileSync } from 'node:fs';
import { Test } from '@nestjs/testing';
import { AppModule } from './app.module.js';
import { createReport } from './report.js';

it('publishes the types of the tools', async () => {
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const app = await module.createNestApplication({ logger: false }).init();
  writeFileSync('report.json', JSON.stringify(await createReport(app)));
  await app.close();
});
