import 'toolwright/dto';
import 'reflect-metadata';
import { Transform } from 'class-transformer';
import {
  IsInt,
  IsOptional,
  IsString,
  Validate,
  ValidateBy,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import {
  NetworkError,
  type SchemaSource,
  type StandardSchema,
  Tool,
  Toolkit,
  ToolRegistry,
  ToolSpec,
  type ValidationError,
} from 'toolwright';
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

describe('a rule that throws on a missing value', () => {
  class Range {
    @IsString() unit!: string;
    @IsInt() from!: number;
    @IsOptional() @IsInt() step?: number;
    @ValidateBy({ name: 'even', validator: { validate: (value: { length: number }) => value.length % 2 === 0 } })
    text!: string;
  }

  class Ranges extends ToolRegistry {
    @Tool()
    read(range: Range): string {
      return range.text;
    }

    @Tool()
    repeat(range: Range, times: number): string {
      return range.text.repeat(times);
    }
  }

  async function issuesOf(name: string, input: unknown): Promise<unknown> {
    const toolkit = new Toolkit();
    toolkit.register(new Ranges());
    return ((await toolkit.execute(name, input)).error as ValidationError).issues;
  }

  it('does not hide that arguments are missing', async () => {
    expect(await issuesOf('read', { from: 1 })).toEqual([
      { path: '/unit', message: 'is missing', rule: 'required' },
      { path: '/text', message: 'is missing', rule: 'required' },
      { path: '', message: expect.stringMatching(/^cannot be checked/), rule: 'validation' },
    ]);
    expect(await issuesOf('repeat', { range: { unit: 'm', from: 1 } })).toEqual([
      { path: '/range/text', message: 'is missing', rule: 'required' },
      { path: '/times', message: 'is missing', rule: 'required' },
      { path: '/range', message: expect.stringMatching(/^cannot be checked/), rule: 'validation' },
    ]);
  });
});
