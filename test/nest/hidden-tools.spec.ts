import 'reflect-metadata';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Tool, type Toolkit } from 'toolwright';
import { getToolkitToken, HideUnauthorized, ToolExecutionContext, ToolkitModule } from 'toolwright/nest';
import { warningsOf } from '../support/process-warnings.js';

@Injectable()
class TagGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return !ToolExecutionContext.create(context).getSpec().tags.includes('internal');
  }
}

class Files {
  @Tool()
  @HideUnauthorized(TagGuard)
  read(): string {
    return 'text';
  }
}

class AppModule {}

describe('a guard that hides a tool, and reads the call', () => {
  it('is reported when tools are listed, because a listing has no call', async () => {
    const module = { module: AppModule, imports: [ToolkitModule.forRoot()], providers: [Files] };
    const app = await NestFactory.createApplicationContext(module, { logger: false });
    const toolkit = app.get<Toolkit>(getToolkitToken());
    const warnings = await warningsOf(() => expect(toolkit.list()).toEqual([]));
    expect(warnings.join()).toContain(
      '@HideUnauthorized(TagGuard): the guard reads the call, which a listing does not have',
    );
    await app.close();
  });
});
