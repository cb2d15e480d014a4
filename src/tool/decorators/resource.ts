import { classNameOf } from '../../base/values/class-name.js';
import { type MethodRecord, recordMethod } from '../metadata/class-records.js';
import {
  type CompleteOptions,
  type OfferParts,
  type PromptOptions,
  type ResourceOptions,
  readCompleteOptions,
  readPromptOptions,
  readResourceOptions,
} from '../metadata/offer-options.js';
import { checkToolName } from '../metadata/tool-name.js';
import { checkCalled, createSecondDecoratorError, findMethod } from './definition-site.js';
import type { ToolDecorator } from './tool.js';

/** A decorator of a method that is a resource, a prompt or a completion. It compiles like a ToolDecorator. */
export interface OfferDecorator extends ToolDecorator {}

/**
 * Declares a method as a resource, which applications and MCP clients read by its URI. The variables of a URI template
 * (RFC 6570) are the parameters of the method. They are validated and bound like those of a tool.
 *
 * @param uri - The URI, such as `'shop://catalog'`, or a template, such as `'shop://orders/{id}'`.
 *
 * @example
 * ```ts
 * class Shop extends ToolRegistry {
 *   @Resource('shop://orders/{id}', { mimeType: 'application/json' })
 *   order(id: string, @Bind('user.id') userId: string): Order { … }
 * }
 * ```
 * @throws DefinitionError if it is not applied to a method, on an invalid URI, and if there is no option of that name.
 */
export function Resource(uri: string, options?: ResourceOptions): OfferDecorator;
export function Resource(...args: readonly [string, ResourceOptions?, ...unknown[]]): OfferDecorator {
  checkCalled('@Resource', args, 2);
  const [uri, options = {}] = args;
  return offerDecorator('@Resource()', (where) => readResourceOptions(uri, options, where));
}

/**
 * Declares a method as a prompt: messages for a model that a user chooses. The parameters are the arguments of the prompt.
 *
 * @example
 * ```ts
 * class Shop extends ToolRegistry {
 *   @Prompt({ description: 'Reply to a complaint' })
 *   reply(order: string, tone: 'formal' | 'friendly' = 'friendly'): string { … }
 * }
 * ```
 * @throws DefinitionError if it is not applied to a method, and if there is no option of that name.
 */
export function Prompt(options?: PromptOptions): OfferDecorator;
export function Prompt(...args: readonly [PromptOptions?, ...unknown[]]): OfferDecorator {
  checkCalled('@Prompt', args, 1);
  const [options = {}] = args;
  return offerDecorator('@Prompt()', (where) => readPromptOptions(options, where));
}

/**
 * Declares a method that completes an argument of the class's prompts, or a variable of its resources. The first parameter
 * is the text that the user has typed. Other parameters have the names of the arguments that were entered before.
 *
 * @param argument - The name of the argument.
 *
 * @example
 * ```ts
 * class Shop extends ToolRegistry {
 *   @Complete('id')
 *   orderIds(typed: string, @Bind('user.id') userId: string): string[] { … }
 * }
 * ```
 * @throws DefinitionError if it is not applied to a method, without an argument, and if there is no option of that name.
 */
export function Complete(argument: string, options?: CompleteOptions): OfferDecorator;
export function Complete(...args: readonly [string, CompleteOptions?, ...unknown[]]): OfferDecorator {
  checkCalled('@Complete', args, 2);
  const [argument, options = {}] = args;
  return offerDecorator('@Complete()', (where) => readCompleteOptions(argument, options, where));
}

/** @param read - Reads the options. It receives the beginning of error messages. */
function offerDecorator(decorator: string, read: (where: string) => OfferParts): OfferDecorator {
  return (...args: unknown[]): void => {
    const { recordTarget, method } = findMethod(decorator, args);
    const owner = recordTarget.kind === 'class' ? classNameOf(recordTarget.target) : undefined;
    const where = owner === undefined ? method : `${owner}.${method}`;
    const { tool, offer } = read(where);
    checkToolName(tool.name ?? method, where);
    recordMethod(recordTarget, method, (old): MethodRecord => {
      if (old.tool !== undefined) throw createSecondDecoratorError(where, decorator);
      return { ...old, tool, offer };
    });
  };
}
