// Written by `npm run generate` from protocol/schemas/.

import type { Static, TSchema } from 'typebox';
import type { pageOperations } from '#protocol/schemas/pages.ts';

type Checks<Operations> = {
  readonly [Name in keyof Operations]: {
    readonly [Part in keyof Operations[Name]]: Operations[Name][Part] extends TSchema
      ? (value: unknown) => value is Static<Operations[Name][Part]>
      : never;
  };
};

export declare const pageChecks: Checks<typeof pageOperations>;
