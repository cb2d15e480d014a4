import 'toolwright/dto';
import 'reflect-metadata';
import { Transform } from 'class-transformer';
import { IsString, Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { NetworkError, type SchemaSource, type StandardSchema, ToolSpec } from 'toolwright';
import { z } from 'zod';

function throwing(error: Error): readonly (readonly [string, SchemaSource])[] {
  @ValidatorConstraint()
  class Throws implements ValidatorConstraintInterface {
    validate(): boolean {
      throw error;
    }
  }
  @ValidatorConstraint({ async: true })
  class Rejects implements ValidatorConstraintInterface {
    async validate(): Promise<boolean> {
      throw error;
    }
  }
  class Checked {
    @IsString() @Validate(Throws) name!: string;
  }
  class Remote {
    @IsString() @Validate(Rejects) name!: string;
  }
  class Converted {
    @IsString()
    @Transform(() => {
      throw error;
    })
    name!: string;
  }
  const fail = (): boolean => {
    throw error;
  };
  return [
    ['a rule of a DTO', Checked],
    ['an asynchronous rule of a DTO', Remote],
    ['a conversion of a DTO', Converted],
    ['a refinement of zod', z.object({ name: z.string().refine(fail) })],
    ['a Standard Schema', standardSchema(fail)],
    ['an asynchronous Standard Schema', standardSchema(async () => fail() as never)],
  ];
}

function standardSchema(validate: () => unknown): StandardSchema {
  const json = () => ({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
  return {
    '~standard': { version: 1, vendor: 'own', validate: validate as never, jsonSchema: { input: json, output: json } },
  };
}

function toolWith(inputSchema: SchemaSource): ToolSpec {
  return ToolSpec.create({ name: 'probe', inputSchema, executor: { kind: 'test', execute: () => 'ran' } });
}

describe('a validator that throws', () => {
  it.each(throwing(new RangeError('no entry in /srv/app/names.db')))('rejects the arguments: %s', async (_, schema) => {
    const { error } = await toolWith(schema).exec({ name: 'a' });
    expect(error).toMatchObject({
      code: 'invalid_parameters',
      message: expect.stringMatching(
        /^Invalid arguments for 'probe': the arguments cannot be \w+ \(no entry in \[path\]\)$/,
      ),
    });
  });

  it.each(throwing(new NetworkError('no connection')))(
    'fails the call with its own ToolError: %s',
    async (_, schema) => {
      const { error } = await toolWith(schema).exec({ name: 'a' });
      expect(error).toMatchObject({ code: 'network', message: 'no connection' });
    },
  );
});
