import type { ts } from './compiler.js';
import type { ToolRecord } from './describe-tool.js';
import type { ToolSite } from './tool-site.js';

/**
 * Caches the records of tools between the programs of a watch. A record is valid while none of the files that its class
 * depends on has changed: an unchanged file is the same object in both programs.
 */
export class RecordCache {
  #entries = new Map<ts.Node, Map<string, Entry>>();

  /** Returns a function that returns a tool's cached record, or creates it, for one program. */
  beginProgram(builder: ts.BuilderProgram): (site: ToolSite, make: () => ToolRecord) => ToolRecord {
    const previous = this.#entries;
    const entries: typeof previous = new Map();
    this.#entries = entries;
    const program = builder.getProgram();
    const filesOf = new Map<ts.SourceFile, ReadonlySet<ts.SourceFile>>();
    return ({ owner, method }, make) => {
      const source = owner.declaration.getSourceFile();
      let files = filesOf.get(source);
      if (files === undefined) {
        const paths = builder.getAllDependencies(source);
        files = new Set(paths.flatMap((path) => program.getSourceFile(path) ?? []));
        filesOf.set(source, files);
      }
      const old = previous.get(owner.declaration)?.get(method);
      const isFresh =
        old !== undefined && old.files.size === files.size && [...old.files].every((file) => files.has(file));
      const entry = isFresh ? old : { record: make(), files };
      const ofClass = entries.get(owner.declaration) ?? new Map<string, Entry>();
      entries.set(owner.declaration, ofClass.set(method, entry));
      return entry.record;
    };
  }
}

interface Entry {
  readonly record: ToolRecord;
  readonly files: ReadonlySet<ts.SourceFile>;
}
