import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Returns the files of the OpenAPI documents in a folder: JSON or YAML, which may be compressed by gzip. */
export function listDocuments(folder) {
  if (folder === undefined || !existsSync(folder)) {
    throw new Error(`There is no folder '${folder ?? ''}'. Pass the folder of the OpenAPI documents.`);
  }
  return readdirSync(folder)
    .filter((name) => /\.(?:json|yaml)(?:\.gz)?$/.test(name))
    .map((name) => join(folder, name));
}

/** Reads the text of a document. */
export function readDocument(file) {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Returns the name of the document without compression, such as `github.json`. */
export function nameOf(file) {
  return basename(file, '.gz');
}
