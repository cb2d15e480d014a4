import { setTimeout as pause } from 'node:timers/promises';
import { type INestApplication, Injectable, Module, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { map } from 'rxjs';
import {
  agentTool,
  audio,
  Bind,
  type ContentBlock,
  image,
  Param,
  ServerError,
  secret,
  Tool,
  type ToolContext,
  type Toolkit,
  video,
} from 'toolwright';
import { getToolkitToken, ToolkitModule } from 'toolwright/nest';
import { png, wav } from '../dev/page/fake-tools.js';

class Order {
  @IsString()
  product!: string;

  @IsInt()
  @Min(1)
  @Max(9)
  quantity!: number;

  @IsOptional()
  @IsIn(['slow', 'fast'])
  speed?: string;
}

@Injectable()
export class Shop {
  readonly sent: string[] = [];
  #isBusy = true;

  @Tool({ description: 'Finds the payments of a person.' })
  find(person: string): string {
    return `none of ${person}`;
  }

  @Tool({ description: 'Pays a person.', needsApproval: true, group: 'money' })
  pay(person: string, amount: number, @Bind('bank.key') _key: string): string {
    this.sent.push(`${amount} to ${person}`);
    return `sent ${amount} to ${person}`;
  }

  @Tool({ description: 'Orders a product for the user.' })
  order(order: Order): object {
    return { ordered: { ...order } };
  }

  @Tool({ description: 'Greets the user.', group: 'words' })
  greet(word: string, @Bind('user.name') name: string): string {
    return `${word} ${name}`;
  }

  @Tool({ description: 'Recites lines.' })
  async *recite(lines: number): AsyncGenerator<string> {
    for (let line = 1; line <= lines; line++) {
      await pause(5);
      yield `line ${line}`;
    }
  }

  @Tool({ description: 'Waits for a minute.' })
  async wait(context: ToolContext): Promise<void> {
    await pause(60_000, undefined, { signal: context.signal });
  }

  @Tool({ description: 'Shows a picture, a sound and a film.' })
  show(): ContentBlock[] {
    return [image(png, 'image/png'), audio(wav, 'audio/wav'), video('AAAA', 'video/mp4')];
  }

  @Tool({ description: 'Measures a file.' })
  measure(@Param({ schema: { type: 'string', contentEncoding: 'base64' } }) data: string): string {
    return `${Buffer.from(data, 'base64').length} bytes`;
  }

  @Tool({ description: 'Reads the price of a product.', retry: { maxRetries: 1, delayMs: 1 } })
  price(product: string): string {
    this.#isBusy = !this.#isBusy;
    if (!this.#isBusy) throw new ServerError('Busy.');
    return `${product} for 24`;
  }
}

/** A tool that calls others. */
const plan = agentTool({
  name: 'plan',
  description: 'Plans what to buy.',
  input: { type: 'object', properties: { product: { type: 'string' } }, required: ['product'] },
  groups: ['basic'],
  async run({ product }, { toolkit }) {
    await Promise.all([toolkit.execute('price', { product }), toolkit.execute('find', { person: 'Ann' })]);
    return `Buy the ${product}.`;
  },
});

/** Shows that the pipeline of the application runs for calls of the page. */
const envelope: NestInterceptor = {
  intercept: (_context, next) => next.handle().pipe(map((data) => (typeof data === 'string' ? `<${data}>` : data))),
};

@Module({
  imports: [
    ToolkitModule.forRoot({
      approvalKey: 'a key of at least thirty-two characters',
      http: { path: 'tools', approver: () => 'later' },
      dev: { title: 'Shop' },
      groups: { money: { description: 'Payments', active: true }, words: { active: true } },
      permissions: [{ tool: 'plan', action: 'allow' }],
      state: { user: { name: 'Ann' }, bank: { key: secret('k-12345678') } },
    }),
  ],
  providers: [Shop, { provide: APP_INTERCEPTOR, useValue: envelope }],
})
class ShopModule {}

/** An application of NestJS with Express, which serves its page. */
export interface PageApplication {
  readonly app: INestApplication;
  /** The address of the page that it logs. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the application. */
export async function startPageApplication(): Promise<PageApplication> {
  let url = '';
  const log = (message: unknown): void => {
    url ||= /^Developer page: (.*)$/.exec(String(message))?.[1] ?? '';
  };
  const app = await NestFactory.create(ShopModule, { logger: { log, warn: log, error: log }, abortOnError: false });
  app.setGlobalPrefix('api');
  app.get<Toolkit>(getToolkitToken()).register(plan);
  await app.listen(0, '127.0.0.1');
  return { app, url, close: () => app.close() };
}
