/**
 * The support for DTO classes: importing this module lets tools have parameters with class-validator rules.
 *
 * In Node, the core loads it when a tool has a DTO class. In a bundle, import it in the module of the class.
 *
 * @module
 */
import { type DtoEngine, registerDtoEngine } from '../typed/dto-engine.js';
import { argumentNames } from './dto-description.js';
import { dtoFlow } from './dto-flow.js';
import { dtoParser } from './dto-parser.js';
import { dtoJsonSchema } from './dto-schema.js';
import { createTypedDtoSchema } from './typed-dto-schema.js';

/** @internal */
export const dtoEngine: DtoEngine = Object.freeze({
  schemaOf: dtoJsonSchema,
  typedSchemaOf: createTypedDtoSchema,
  parserOf: dtoParser,
  argumentNamesOf: argumentNames,
  flowOf: dtoFlow,
});

registerDtoEngine(dtoEngine);
