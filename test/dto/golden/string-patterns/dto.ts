import 'reflect-metadata';
import { Contains, IsAlpha, IsAlphanumeric, IsLowercase, Matches, NotContains } from 'class-validator';

export class Dto {
  @Matches(/^[a-z]+@[\w-]+$/) account!: string;
  @Matches(/^abc$/i) anyCase!: string;
  @Matches('^x+$') fromText!: string;
  @Matches(/^\p{Lu}/u) capital!: string;
  @Matches(/a/) @Matches(/b/) both!: string;
  @Contains('a.b') part!: string;
  @NotContains('?') statement!: string;
  @IsAlpha() letters!: string;
  @IsAlphanumeric('de-DE') german!: string;
  @IsLowercase() quiet!: string;
}
