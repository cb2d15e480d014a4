/**
 * Tools that send HTTP requests. This module requires the package undici.
 *
 * @module
 */

export type { OutboundOptions } from '../../base/network/outbound-rules.js';
export type {
  ApiKeyAuth,
  AuthCallback,
  AuthHeaders,
  AuthScheme,
  BasicAuth,
  BearerAuth,
  Credential,
  OAuth2Auth,
  RestAuth,
} from './auth/rest-auth.js';
export type { ArgumentPlacement, OperationOptions, RestBodyOptions } from './create-operation.js';
export { type FetchMediaOptions, fetchMedia } from './fetch-media.js';
export type { GeneralRestToolOptions } from './general-tool.js';
export type { ParameterLocation, ParameterStyle, PropertyEncoding, ResponseFormat } from './http/operation.js';
export type { OpenApiAuth } from './openapi/choose-auth.js';
export type { OpenApiOperation } from './openapi/described-operation.js';
export type { QuarantinedOperation } from './openapi/list-operations.js';
export type { OpenApiInfo } from './openapi/open-api-document.js';
export { type OpenApiSource, openApiSource } from './openapi/open-api-source.js';
export type {
  OpenApiSourceOptions,
  OpenApiWarning,
  OperationFilter,
  OperationSpecOptions,
  ValidationLimits,
} from './openapi/source-options.js';
export type { AllowedOperation } from './path-pattern.js';
export type { RestClientOptions } from './rest-client.js';
export { Rest, type RestClassOptions } from './rest-decorator.js';
export type { RestLimits } from './rest-limits.js';
export type { RestRequestOptions } from './rest-request-options.js';
export { type RestToolOptions, restTool } from './rest-tool.js';
