import '../state/binding.spec.js';
import '../state/layered-state.spec.js';
import '../state/tool-state.spec.js';
import '../state/secret.spec.js';
import '../state/state-path.spec.js';
import '../spec/tool-spec.spec.js';
