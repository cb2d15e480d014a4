// An environment of jest in which `eval` and `new Function` throw, as in runtimes that forbid code generation.
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

module.exports = class NoCodeGenerationEnvironment extends TestEnvironment {
  constructor(...parts) {
    const { createContext } = vm;
    // The environment offers no option for it, and Node's flag does not apply to contexts of `node:vm`.
    vm.createContext = (object, options) =>
      createContext(object, { ...options, codeGeneration: { strings: false, wasm: true } });
    try {
      super(...parts);
    } finally {
      vm.createContext = createContext;
    }
  }
};
