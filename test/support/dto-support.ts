// jest resolves the package to its sources, which Node's loader, with which the core loads this module, cannot read.
import 'toolwright/dto';
