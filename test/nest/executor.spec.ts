import 'reflect-metadata';
import {
  type CallHandler,
  type ExecutionContext,
  type INestApplicationContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { Tool, ToolContext, type Toolkit, type ToolSpec } from 'toolwright';
import { getToolkitToken, ToolkitModule } from 'toolwright/nest';
import { type Behaviour, describeExecutor } from '../contracts/executor.contract.js';

let behaviour: Behaviour = () => undefined;

class Plain {
  @Tool()
  plain(text: string, ctx: ToolContext): unknown {
    return behaviour(ctx, text);
  }
}

@Injectable()
class PassOn implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle();
  }
}

class Intercepted {
  @Tool()
  @UseInterceptors(PassOn)
  intercepted(text: string, ctx: ToolContext): unknown {
    return behaviour(ctx, text);
  }
}

class AppModule {}

let app: INestApplicationContext;
let toolkit: Toolkit;

beforeAll(async () => {
  const module = {
    module: AppModule,
    imports: [ToolkitModule.forRoot({ closeTimeoutMs: 50 })],
    providers: [Plain, Intercepted],
  };
  app = await NestFactory.createApplicationContext(module, { logger: false });
  toolkit = app.get(getToolkitToken());
});

afterAll(() => app.close());

describe.each(['plain', 'intercepted'])('a tool of NestJS: %s', (name) => {
  describeExecutor(name, (wanted) => {
    behaviour = wanted;
    return toolkit.get(name) as ToolSpec;
  });
});
