/**
 * The types of the search for tools.
 *
 * @module
 */

export type { SearchLanguage } from './language/language.js';
export type { EmbedOptions, RerankCandidate, RerankOptions, SearchOptions } from './search-options.js';
