import './toolwright.gen.js';
import { checkService } from './checks.js';

checkService().then((result) => console.log(result));
