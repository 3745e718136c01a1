import { missingProgram } from './missing-program.ts';
import { startNginx } from './nginx.ts';
import { proveProxy } from './proxy-suite.ts';

proveProxy('nginx', startNginx, missingProgram('nginx', '-v'));
