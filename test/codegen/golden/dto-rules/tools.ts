import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsOptional,
  IsString,
  Length,
  registerDecorator,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { Bind, Tool, ToolRegistry } from 'toolwright';

/** A rule that is made from rules of class-validator. */
function IsTitle(): PropertyDecorator {
  const rules = [IsString(), Length(1, 9)];
  return (target, property) => {
    for (const rule of rules) rule(target, String(property));
  };
}

/** A rule of its own. */
const IsEven = (options?: ValidationOptions): PropertyDecorator => {
  return (target, propertyName) => {
    const validator = { validate: (value: unknown) => Number(value) % 2 === 0 };
    const propertyNameText = String(propertyName);
    registerDecorator({
      name: 'isEven',
      target: target.constructor,
      propertyName: propertyNameText,
      options,
      validator,
    });
  };
};

abstract class Entity {
  @IsString()
  id!: string;

  @Exclude()
  createdAt?: Date;

  @Exclude({ toPlainOnly: true })
  @IsString()
  password!: string;
}

export class Section {
  @IsTitle()
  heading!: string;
}

export class Article extends Entity {
  /** Has the rule of the parent. */
  declare id: 'a' | 'b';

  @IsTitle()
  title!: string;

  @IsEven()
  pages!: number;

  @Allow()
  extra?: unknown;

  @IsOptional()
  note?: string;

  @Expose({ groups: ['admin'] })
  reviewer?: string;

  @ValidateNested({ each: true })
  @Type(() => Section)
  sections!: Section[];

  @Exclude()
  cache = 'set by the class';

  get length(): number {
    return this.title.length;
  }
}

@Exclude()
export class Exposed {
  @Expose()
  @IsString()
  shown!: string;

  @IsOptional()
  @IsString()
  hidden?: string;

  alsoHidden!: string;
}

export class Session {
  @IsString()
  token!: string;

  /** Never sent by a model, because the parameter is bound. */
  @Transform(({ value }) => value)
  user!: string;
}

export class DtoRules extends ToolRegistry {
  @Tool()
  save(article: Article): void {}

  @Tool()
  show(exposed: Exposed, @Bind('session') session: Session): void {}
}
