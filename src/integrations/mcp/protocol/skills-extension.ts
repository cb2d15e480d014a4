/** The key of the capability with which servers offer skills (SEP-2640). */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** The media type of a folder in a list of resources. */
export const folderMimeType = 'inode/directory';
