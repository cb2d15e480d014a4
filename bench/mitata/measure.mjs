export { measure } from 'mitata';
