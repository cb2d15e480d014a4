/**
 * The types of resources, prompts and completion.
 *
 * @module
 */

export type { ResourceContents } from '../../call/response/content.js';
export type { OfferDecorator } from '../../tool/decorators/resource.js';
export type {
  CompleteOptions,
  PromptOptions,
  ResourceAnnotations,
  ResourceOptions,
} from '../../tool/metadata/offer-options.js';
export type { CompletionRequest } from './complete-argument.js';
export type { OfferDefinition, OfferSource, ResourceFields } from './define-offer.js';
export type { PromptMessage, PromptResult } from './get-prompt.js';
export type { ListedPrompt, ListedResource, ListedResources, ListedTemplate, PromptArgument } from './list-offers.js';
export type { OfferCallOptions } from './offer-call.js';
