export { OpenAI } from 'openai';
export { VERSION } from 'openai/version';
