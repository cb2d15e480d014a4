/**
 * Skills from folders. This module requires the package yaml.
 *
 * @module
 */

export { skillsFrom } from './skills-from.js';
