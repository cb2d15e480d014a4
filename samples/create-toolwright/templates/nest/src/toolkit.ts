import { createToolkitContext } from 'toolwright/nest';
import { AppModule } from './app.module';

/** The tools of the application without a server, for the command `toolwright`. */
export const toolkit = async () => (await createToolkitContext(AppModule)).toolkit;
