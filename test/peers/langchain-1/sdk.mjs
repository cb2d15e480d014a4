export { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
export { RunnableLambda } from '@langchain/core/runnables';
export { fakeModel } from '@langchain/core/testing';
export { DynamicTool, StructuredTool, tool } from '@langchain/core/tools';
export { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
export { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
export { createAgent, createMiddleware } from 'langchain';
export { z } from 'zod';
