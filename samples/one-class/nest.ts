import 'reflect-metadata';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Toolkit } from 'toolwright';
import { InjectToolkit, ToolkitModule } from 'toolwright/nest';
import { Shop } from './shop.js';

@Controller('calls')
class CallsController {
  @InjectToolkit() private readonly toolkit!: Toolkit;

  // The front end calls tools for its user, who has approved them there.
  @Post()
  async call(@Body() call: { readonly name: string; readonly input: unknown }): Promise<{ readonly text: string }> {
    const result = await this.toolkit.execute(call.name, call.input, { approver: () => 'approve' });
    return { text: result.toText() };
  }
}

@Module({ imports: [ToolkitModule.forRoot()], providers: [Shop], controllers: [CallsController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] });
await app.listen(0, '127.0.0.1');

const response = await fetch(`${await app.getUrl()}/calls`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'order', input: { article: 'pot', count: '2' } }),
});
const { text } = (await response.json()) as { readonly text: string };
console.log(text);
await app.close();
