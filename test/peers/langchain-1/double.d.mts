import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

export function createModel(): BaseChatModel;
