// Written by `npm run generate` from protocol/operations/.

import type { groups } from '#protocol/operations/groups.ts';
import type { Compiled } from '#protocol/operations/compiled.ts';

type Groups = typeof groups;

export declare const operations: {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: Compiled<Groups[Group][Name]>;
  };
};
