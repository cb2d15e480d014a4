export { OpenAI } from 'openai';
