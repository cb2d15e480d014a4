import type { Requirement } from './requirement.js';

/** The promises about agent loops. */
export const agentLoopRequirements: readonly Requirement[] = [
  {
    id: 'agent-loop.read',
    promise:
      'The calls in the answers of OpenAI, Anthropic, Gemini and the AI SDK are read by structure, without those that have been run elsewhere.',
    sources: ['docs/agent-loop.md#read-the-calls-of-an-answer'],
    tests: {
      'test/agent-loop/read-tool-calls.spec.ts': [
        'reads the calls of a chat completion of OpenAI',
        'reads the calls of a response of OpenAI',
        'reads the calls of a message of Anthropic, without those that the provider has run',
        'reads the calls of Gemini, also without IDs and arguments',
        'reads the calls of the AI SDK that neither it nor the provider has run',
      ],
    },
  },
  {
    id: 'agent-loop.malformed',
    promise:
      'Arguments that are not JSON remain text, which the toolkit repairs, a call without a name is an error for the model, and anything but an answer is a DefinitionError.',
    sources: ['docs/agent-loop.md#read-the-calls-of-an-answer'],
    tests: {
      'test/agent-loop/read-tool-calls.spec.ts': [
        'keeps arguments that are not the JSON text of an object, and a toolkit repairs them',
        'returns a call without a name, so that the model receives an error',
        'rejects %p, which is no answer',
        'returns a list for malformed parts of an answer',
      ],
    },
  },
  {
    id: 'agent-loop.messages',
    promise:
      'The message of a result is accepted by the SDK of its provider, with the images and files that the API accepts in results, and a short text for others.',
    sources: ['docs/agent-loop.md#return-the-results'],
    tests: {
      'test/response/tool-message.spec.ts': [
        'returns the name, the output and the error of a call without a provider',
        'is text for OpenAI Chat Completions, which accepts no media',
        'contains images and PDF files for OpenAI Responses',
        'contains images and PDF files for Anthropic, unless the call failed',
        'contains images and PDF files for Gemini, and the ID only if the model sent one',
      ],
    },
  },
  {
    id: 'agent-loop.loops',
    promise: 'The loop for each provider runs the calls of the model and returns their results.',
    sources: [
      'docs/agent-loop.md#loop-with-openai-chat-completions',
      'docs/agent-loop.md#loop-with-openai-responses',
      'docs/agent-loop.md#loop-with-anthropic',
      'docs/agent-loop.md#loop-with-gemini',
    ],
    tests: {
      'test/agent-loop/loops.e2e.spec.ts': ['with $method runs the call and returns its result'],
    },
  },
  {
    id: 'agent-loop.formatter',
    promise:
      'A ToolFormatter uses function calling if the client supports it, and else structured output or a clear error, and reads calls in any text.',
    sources: ['docs/agent-loop.md#models-without-function-calling'],
    tests: {
      'test/agent-loop/tool-formatter.spec.ts': [
        'returns the API of a client that supports function calling',
        'recognizes the clients of the SDKs of OpenAI, Anthropic and Google',
        'falls back to structured output, unless that is disabled',
        'formats a call as each strategy writes it',
        'formats the tools as each strategy sends them',
        'reads %s',
        'reads several calls',
        'finds no call in %p',
        'rejects a call that cannot be read with an error for the model',
        'runs a call that was cut off only if its tool is read-only',
        'keeps the tags of thoughts %s',
        'does not pass over a call in other quotes: %p',
      ],
    },
  },
];
