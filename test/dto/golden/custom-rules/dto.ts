import 'reflect-metadata';
import {
  IsString,
  registerDecorator,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';

@ValidatorConstraint({ name: 'isPalindrome', async: true })
class IsPalindrome implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    return typeof value === 'string' && value === [...value].reverse().join('');
  }
}

function IsShort() {
  return (target: object, propertyName: string) =>
    registerDecorator({
      name: 'isShort',
      target: target.constructor,
      propertyName,
      validator: { validate: (value: unknown) => String(value).length < 4 },
    });
}

export class Dto {
  @IsString() @Validate(IsPalindrome) word!: string;
  @IsShort() short!: unknown;
}
