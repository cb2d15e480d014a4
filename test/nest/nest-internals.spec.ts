import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ValidationPipe } from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Tool } from 'toolwright';
import { ToolkitModule } from 'toolwright/nest';
import { checkedVersions } from '../../src/integrations/nest/execution/nest-internals.js';
import { readManifest, root } from '../support/repository.js';

class Tasks {
  @Tool()
  add(title: string): string {
    return title;
  }
}

/** Starts an application whose creator has another member than that of Nest. */
async function startWith(member: string, value: unknown): Promise<void> {
  const builder = (): ReturnType<typeof Test.createTestingModule> =>
    Test.createTestingModule({ imports: [ToolkitModule.forRoot()], providers: [Tasks] }).setLogger(false as never);
  const creator = (await builder().compile()).get(ExternalContextCreator, { strict: false });
  const changed: unknown = Object.create(creator, { [member]: { value } });
  const module = await builder().overrideProvider(ExternalContextCreator).useValue(changed).compile();
  await module.init();
  await module.close();
}

function unsupported(name: string, owner: string, member: string): string {
  return (
    `${name} ${readManifest(name).version} is not supported, because its ${owner} has no member '${member}' of the kind ` +
    `that ToolkitModule relies on. Use ${checkedVersions.join(' or ')}, with which it was checked.`
  );
}

describe('members of NestJS that ToolkitModule replaces', () => {
  it.each([
    ['getContextModuleKey', undefined],
    ['getHostModuleKey', 'a text'],
    ['handlerMetadataStorage', undefined],
    ['handlerMetadataStorage', { get: () => undefined }],
    ['pipesContextCreator', undefined],
    ['pipesContextCreator', {}],
    ['getParamValue', undefined],
    ['interceptorsConsumer', undefined],
    ['interceptorsConsumer', {}],
    ['transformToResult', undefined],
  ])('are checked when the application starts: %s as %j', async (member, value) => {
    await expect(startWith(member, value)).rejects.toThrow(
      unsupported('@nestjs/core', 'ExternalContextCreator', member),
    );
  });

  it('may lack getHostModuleKey, as in 11.1.0 and 12.0.0', async () => {
    await expect(startWith('getHostModuleKey', undefined)).resolves.toBeUndefined();
  });

  it.each(['validatorOptions', 'exceptionFactory'])('are checked in a ValidationPipe: %s', async (member) => {
    const module = await Test.createTestingModule({ imports: [ToolkitModule.forRoot()], providers: [Tasks] })
      .setLogger(false as never)
      .compile();
    const pipe = Object.create(new ValidationPipe(), { [member]: { value: undefined } }) as ValidationPipe;
    const app = module.createNestApplication({ logger: false });
    app.useGlobalPipes(pipe);
    await expect(app.init()).rejects.toThrow(unsupported('@nestjs/common', 'ValidationPipe', member));
    await app.close();
  });

  it('are checked with the versions that the tests install, one for each major that is supported', () => {
    const folder = join(root, 'test/nest');
    const projects = readdirSync(folder).filter((name) => /^nest-\d+$/.test(name));
    const manifests = projects.sort().map((name) => {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as ReturnType<typeof readManifest>;
    });
    for (const name of ['@nestjs/core', '@nestjs/common']) {
      expect(manifests.map(({ dependencies }) => dependencies?.[name])).toEqual(checkedVersions);
      const supported = readManifest().peerDependencies?.[name]?.split(' || ') ?? [];
      expect(supported.map(majorOf)).toEqual(checkedVersions.map(majorOf));
    }
  });
});

function majorOf(range: string): string | undefined {
  return /^\^(\d+)\./.exec(range)?.[1];
}
