import { type OpenSchema, ts } from './compiler.js';
import { findToolsOfFile } from './find-tools.js';
import { formatLocation } from './generation-problem.js';
import { createProgram, readProject } from './project.js';
import type { ToolSite } from './tool-site.js';
import { createTypedSchema, describeWidened, isWider, typeText } from './widened-parameters.js';

/** A tool as it is published: its name and the schemas of its arguments. */
export interface PublishedTool {
  readonly name: string;
  readonly properties: Readonly<Record<string, OpenSchema>>;
}

/**
 * Finds the parameters of published tools that accept more than their TypeScript types in a project, and describes each
 * in one line. A tool is found by its name and the names of its parameters.
 *
 * @param project - The path of the tsconfig file, or of its folder.
 * @throws DefinitionError if the project does not exist.
 */
export function findWidenedTools(project: string, tools: readonly PublishedTool[]): readonly string[] {
  const program = createProgram(readProject(project));
  const checker = program.getTypeChecker();
  const sources = program.getSourceFiles().filter((file) => {
    return !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file);
  });
  const sites = sources.flatMap((file) => findToolsOfFile(file, checker)).flatMap((one) => one.tools);
  const found = sites.flatMap((site) => {
    const name = site.options.text('name') ?? site.method;
    return tools.filter((tool) => tool.name === name).flatMap((tool) => compare(site, tool, checker));
  });
  return [...new Set(found)];
}

function compare(site: ToolSite, { properties }: PublishedTool, checker: ts.TypeChecker): readonly string[] {
  const parameters = site.declaration.parameters.filter(({ name }) => ts.isIdentifier(name));
  const names = parameters.map(({ name }) => name.getText());
  // Another class may have a tool with this name.
  if (!Object.keys(properties).every((name) => names.includes(name))) return [];
  return parameters.flatMap((parameter) => {
    const name = parameter.name.getText();
    const published = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const typed = published === undefined ? undefined : createTypedSchema(parameter, checker);
    if (published === undefined || typed === undefined || !isWider(published, typed)) return [];
    return [
      `${formatLocation(parameter.getSourceFile(), parameter.getStart())} ${site.owner.name}.${site.method}: ` +
        `${describeWidened(name, { published, type: typeText(parameter, checker) })} ` +
        "Fix one of: use the build plugin (for NestJS, 'toolwright/nest-plugin'); run 'toolwright generate' and import the module that it writes; list the values with @Param({ enum }).",
    ];
  });
}
