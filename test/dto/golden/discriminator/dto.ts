import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ArrayMinSize, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';

abstract class Shape {
  @IsOptional() @IsString() label?: string;
}

class Circle extends Shape {
  @IsInt() radius!: number;
}

class Square extends Shape {
  @IsInt() side!: number;
}

class Group extends Shape {
  @IsString() kind!: string;
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => Shape, {
    keepDiscriminatorProperty: true,
    discriminator: { property: 'kind', subTypes: [{ value: Group, name: 'group' }] },
  })
  groups?: Shape[];
}

const oneOf = {
  discriminator: {
    property: '__type',
    subTypes: [
      { value: Square, name: 'square' },
      { value: Circle, name: 'circle' },
    ],
  },
};

export class Dto {
  @ValidateNested() @Type(() => Shape, oneOf) main!: Shape;
  @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => Shape, oneOf) others!: Shape[];
  @IsOptional() @ValidateNested() @Type(() => Group) group?: Group;
}
