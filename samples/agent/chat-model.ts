import type { OpenAIChatTool } from 'toolwright/formats';

/** A tool call in a message of a model. The arguments are JSON text. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One message of a conversation. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly RequestedCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export type AssistantMessage = Extract<ChatMessage, { readonly role: 'assistant' }>;

/** A request to a model: the conversation so far, and the tools that it may call. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly OpenAIChatTool[];
}

/** Says, in words for the person at the keyboard, why there is no answer. */
export class ChatModelError extends Error {}

/** A model that continues a conversation. Any implementation can drive the agent. */
export interface ChatModel {
  /** Who answers, for people. */
  readonly name: string;
  /** The next message. Throws a ChatModelError if there is none. */
  complete(request: ChatRequest): Promise<AssistantMessage>;
}
