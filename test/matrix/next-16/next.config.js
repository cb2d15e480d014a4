import { withToolwright } from 'toolwright/next';

export default withToolwright({ turbopack: { root: import.meta.dirname } });
