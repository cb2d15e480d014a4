import 'reflect-metadata';
import { type CanActivate, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Bind, Complete, Prompt, Resource, Tool, type Toolkit } from 'toolwright';
import { getToolkitToken, ToolkitModule } from 'toolwright/nest';

@Injectable()
class Store {
  readonly titles = new Map([['a', 'Tea']]);
}

let isOpen = true;

@Injectable()
class OpeningHours implements CanActivate {
  canActivate(): boolean {
    return isOpen;
  }
}

@Injectable()
class Books {
  constructor(private readonly store: Store) {}

  @Tool()
  count(): number {
    return this.store.titles.size;
  }

  @Resource('books://{id}', { list: true })
  book(id: string, @Bind('reader', { optional: true }) reader?: string): string {
    return `${this.store.titles.get(id)} for ${reader ?? 'everyone'}`;
  }

  @Complete('id')
  ids(typed: string): string[] {
    return [...this.store.titles.keys()].filter((id) => id.startsWith(typed));
  }

  @UseGuards(OpeningHours)
  @Prompt()
  review(id: string): string {
    return `Review ${this.store.titles.get(id)}.`;
  }
}

/** A provider without tools. */
@Injectable()
class Notices {
  @Resource('notices://today')
  today(): string {
    return 'Closed at noon.';
  }
}

@Module({ imports: [ToolkitModule.forRoot()], providers: [Store, OpeningHours, Books, Notices] })
class AppModule {}

describe('resources and prompts of Nest providers', () => {
  async function start(): Promise<{ readonly toolkit: Toolkit; readonly close: () => Promise<void> }> {
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    return { toolkit: app.get(getToolkitToken()), close: () => app.close() };
  }

  it('are registered, read and completed with what is injected', async () => {
    const { toolkit, close } = await start();
    expect(await toolkit.readResource('books://a', { state: { reader: 'Ann' } })).toMatchObject([
      { text: 'Tea for Ann' },
    ]);
    expect(await toolkit.readResource('notices://today')).toMatchObject([{ text: 'Closed at noon.' }]);
    expect((await toolkit.listResources()).resources.map(({ uri }) => uri)).toEqual(['notices://today', 'books://a']);
    const request = { ref: { prompt: 'review' }, argument: 'id', value: '' };
    expect(await toolkit.completeArgument(request)).toEqual(['a']);
    expect(toolkit.list().map(({ name }) => name)).toEqual(['count']);
    await close();
  });

  it('are guarded by Nest', async () => {
    const { toolkit, close } = await start();
    expect((await toolkit.getPrompt('review', { id: 'a' })).messages).toMatchObject([
      { content: { text: 'Review Tea.' } },
    ]);
    isOpen = false;
    await expect(toolkit.getPrompt('review', { id: 'a' })).rejects.toMatchObject({ code: 'denied' });
    await close();
  });
});
