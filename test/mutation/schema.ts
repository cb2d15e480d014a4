import '../schema/normalize.spec.js';
import '../schema/normalize-verdicts.spec.js';
import '../schema/schema-surgery.spec.js';
import '../schema/tool-input.spec.js';
import '../schema/validation.spec.js';
import '../spec/tool-spec.spec.js';
