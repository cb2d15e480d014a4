// Passes standard input to a port of this machine, and what comes from there to standard output.
import { connect } from 'node:net';

const socket = connect(Number(process.argv[2]), '127.0.0.1');
socket.on('error', () => {}).on('close', () => process.exit(1));
process.stdin.pipe(socket).pipe(process.stdout);
