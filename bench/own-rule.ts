import { IsInt, IsString, registerDecorator } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

/** A rule that no schema says: class-validator itself has to check it. */
function NoSpaces(): PropertyDecorator {
  return (target, property) => {
    const validate = (value: unknown): boolean => typeof value === 'string' && !value.includes(' ');
    registerDecorator({
      name: 'noSpaces',
      target: target.constructor,
      propertyName: String(property),
      validator: { validate, defaultMessage: () => 'query must have no spaces' },
    });
  };
}

class CustomDto {
  @IsString() @NoSpaces() query!: string;
  @IsInt() limit!: number;
}

/** A service whose tool takes a DTO that only class-validator can judge. */
export class OwnRuleService extends ToolRegistry {
  @Tool()
  async custom(args: CustomDto): Promise<object> {
    return { query: args.query, limit: args.limit };
  }
}
