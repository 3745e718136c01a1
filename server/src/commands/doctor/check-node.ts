import type { Verdict } from './finding.ts';
import { ok, problem } from './finding.ts';

const oldestMajor = 24;

export function checkNode(version: string): Verdict {
  return Number.parseInt(version, 10) >= oldestMajor
    ? ok(`Node ${version}`)
    : problem(
        `Node ${version} is too old: Valise needs ${oldestMajor} or newer.`,
        'Run "npm run setup": it brings one.',
      );
}
