// Written by `npm run generate` from protocol/schemas/cgi.ts.

import type { Static, TSchema } from 'typebox';
import type { cgiOperations } from '#protocol/schemas/cgi.ts';

type Checks<Parts> = {
  readonly [Part in keyof Parts]: Parts[Part] extends TSchema
    ? (value: unknown) => value is Static<Parts[Part]>
    : never;
};

export declare const cgiChecks: {
  readonly [Name in keyof typeof cgiOperations]: Checks<(typeof cgiOperations)[Name]>;
};
