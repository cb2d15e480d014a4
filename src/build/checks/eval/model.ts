import type { JsonSchema } from '../../../base/json/json-schema.js';

/** A message of a conversation. */
export interface ModelMessage {
  readonly role: string;
  readonly content: string;
}

/** A tool as a model sees it. */
export interface OfferedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters: JsonSchema;
}

/** What a model receives for a case. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[];
  readonly messages: readonly ModelMessage[];
}

/** A call of a tool that a model wants. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The calls that a model wants, or the reason why its answer has none that can be read, as a sentence. */
export type ModelAnswer =
  | { readonly calls: readonly ModelCall[]; readonly problem?: undefined }
  | { readonly calls?: undefined; readonly problem: string };

/** A model that is asked which tools it calls. */
export interface Model {
  /**
   * Asks for one case. A model that fails is an answer with a problem.
   *
   * @throws DefinitionError if no case can be answered.
   */
  ask(request: ModelRequest): Promise<ModelAnswer>;
  /** Ends what runs for the model, and a question that is open. */
  close(): Promise<void>;
}
