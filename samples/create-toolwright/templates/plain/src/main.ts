import { toolkit } from './toolkit.js';

console.log('A model is sent these tools:');
console.log(JSON.stringify(toolkit.toOpenAI(), null, 2));

// What a model would send back, with a text for a number.
const input = { filter: { kind: 'cup', maxPrice: '10' } };
const result = await toolkit.execute('find', input);
console.log(`It calls find with ${JSON.stringify(input)}, and reads:`);
console.log(result.toText());
