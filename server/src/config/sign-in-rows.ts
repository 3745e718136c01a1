import { path } from './setting.ts';
import type { Row } from './setting.ts';

/** The settings of how people sign in. */
export const signInRows = {
  oidcFile: {
    doc: 'A JSON file that names the OpenID Connect providers with which people may sign in: see [sign-in.md](sign-in.md). Unless set, there are none.',
    kind: path,
  },
} as const satisfies Record<string, Row>;
