import { startCaddy } from './caddy.ts';
import { missingProgram } from './missing-program.ts';
import { proveProxy } from './proxy-suite.ts';

proveProxy('Caddy', startCaddy, missingProgram('caddy', 'version'));
