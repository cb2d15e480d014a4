export { HttpAgent, verifyEvents } from '@ag-ui/client';
export { EventSchema } from '@ag-ui/core/schemas';
