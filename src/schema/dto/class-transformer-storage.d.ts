/** Where class-transformer keeps what its decorators said. The package has no types for this file. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: unknown;
}
