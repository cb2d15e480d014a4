// What `<script src="toolwright/view"></script>` in a page of `view()` becomes.
import { connectView } from './connect-view.js';

Object.assign(globalThis, { connectView });
