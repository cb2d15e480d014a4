import type { OpenAIChatTool } from 'toolwright';

/** What a model asks for in one message. The arguments are JSON text, as models write it. */
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

/** What a model is asked: the conversation so far, and the tools that it may call. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly OpenAIChatTool[];
}

/** Says, in words for the person at the keyboard, why there is no answer. */
export class ChatModelError extends Error {}

/** What goes on with a conversation. Anything that does can drive the agent. */
export interface ChatModel {
  /** Who answers, for people. */
  readonly name: string;
  /** The next message. Throws a ChatModelError if there is none. */
  complete(request: ChatRequest): Promise<AssistantMessage>;
}
