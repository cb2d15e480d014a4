import { Type } from 'class-transformer';
import {
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Bind, Param, Tool, ToolRegistry } from 'toolwright';
import { defineToolSchemas } from 'toolwright/generated';
import { type SearchArguments, searchSchema } from './tools.js';

const { limit: limitSchema, tags: tagsSchema, filter: filterSchema } = searchSchema.properties;

/** The tool with its schema in decorators. */
export class DecoratedService extends ToolRegistry {
  @Tool()
  async search(
    @Param({ minLength: 1 }) query: string,
    @Param({ schema: limitSchema }) limit: number = 10,
    @Param({ schema: tagsSchema, optional: true }) tags?: readonly string[],
    @Param({ schema: filterSchema, optional: true }) filter?: SearchArguments['filter'],
  ): Promise<object> {
    return { query, limit };
  }
}

/** The tool with a schema that `toolwright generate` wrote. */
export class GeneratedService extends ToolRegistry {
  @Tool()
  async search(
    query: string,
    limit: number = 10,
    tags?: readonly string[],
    filter?: SearchArguments['filter'],
  ): Promise<object> {
    return { query, limit };
  }
}

defineToolSchemas(GeneratedService, {
  search: {
    params: [
      { name: 'query', schema: searchSchema.properties.query },
      { name: 'limit', optional: true, default: 10, schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'tags', optional: true, schema: tagsSchema },
      { name: 'filter', optional: true, schema: filterSchema },
    ],
  },
});

/** The tool with none, one and two parameters that the model does not see. */
export class BindingService extends ToolRegistry {
  @Tool({ inputSchema: searchSchema })
  async unbound(args: SearchArguments): Promise<object> {
    return { query: args.query, limit: args.limit };
  }

  @Tool({ inputSchema: searchSchema })
  async oneBinding(args: SearchArguments, @Bind('session.user.id') userId: string): Promise<object> {
    return { query: args.query, limit: args.limit, userId };
  }

  @Tool({ inputSchema: searchSchema })
  async twoBindings(
    args: SearchArguments,
    @Bind('session.user.id') userId: string,
    @Bind('session.tenant') tenant: string,
  ): Promise<object> {
    return { query: args.query, limit: args.limit, userId, tenant };
  }
}

/** A service whose tool has a DTO, and the classes that were made for it alone. */
export interface DtoService {
  readonly Dto: new () => object;
  readonly service: ToolRegistry;
}

/** The tool with a class-validator DTO: other classes at each call. Its method gives nothing unless it got an instance. */
export function createDtoService(): DtoService {
  class Filter {
    @IsString() field!: string;
    @IsIn(['eq', 'lt', 'gt']) op!: 'eq' | 'lt' | 'gt';
    @IsNumber() value!: number;
  }

  class SearchDto {
    @IsString() @MinLength(1) query!: string;
    @IsOptional() @IsInt() @Min(1) @Max(100) limit?: number = 10;
    @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
    @IsOptional() @ValidateNested() @Type(() => Filter) filter?: Filter;
  }

  class SearchService extends ToolRegistry {
    @Tool()
    async search(args: SearchDto): Promise<object | undefined> {
      if (!(args instanceof SearchDto && args.filter instanceof Filter)) return undefined;
      return { query: args.query, limit: args.limit };
    }
  }
  return { Dto: SearchDto, service: new SearchService() };
}
