import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';

/** Creates a model that asks for the price of a pot, and then reports it. */
export function createModel() {
  const calls = [{ id: 'call_1', name: 'price', args: { article: 'pot' } }];
  return fakeModel()
    .respondWithTools(calls)
    .respond((messages) => new AIMessage(`A pot costs ${messages.at(-1)?.text} euros.`));
}
