export { peer } from './mastra/peer.mjs';
