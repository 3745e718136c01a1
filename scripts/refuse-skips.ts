import type { TestEvent } from 'node:test/reporters';

/**
 * A test reporter that fails the run when a test was skipped and the environment says `CI`: a missing
 * browser or proxy must not make a green run of half of the tests. Elsewhere it only names them.
 */
export default async function* refuseSkips(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  let skipped = 0;
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, skip } = event.data;
    if (skip === undefined || skip === false) continue;
    skipped += 1;
    yield `skipped: ${name}: ${skip === true ? 'no reason given' : skip}\n`;
  }
  if (skipped > 0) yield refuse(`In CI no test may be skipped: ${skipped} were.\n`);
}

/** The same for a whole pass, none of whose tests can run here. */
export function refuseSkippedPass(name: string, reason: string): string {
  return `skipped: the pass ${name}: ${reason}\n${refuse('In CI no pass may be skipped.\n')}`;
}

/** In CI, fails the run and returns the sentence that says so. */
function refuse(sentence: string): string {
  if (!process.env.CI) return '';
  process.exitCode = 1;
  return sentence;
}
