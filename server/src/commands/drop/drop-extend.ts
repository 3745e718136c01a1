import { parseDuration } from '../../config/written-values.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { formatInstant, printJson } from '../../cli-kit/print.ts';
import { dispatchControlOf } from './dispatch-control-of.ts';

/** A day in UTC, or a time with its zone. */
const isoPattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

export const dropExtend = defineCommand({
  name: 'drop extend',
  summary: 'give a live drop or grant another end',
  about: `The end may be later or earlier than it was, in the future, and within desttimeMax of the creation.
Links stay as they are. What has ended cannot be brought back.`,
  words: ['ID'],
  options: {
    for: { value: 'TIME', doc: 'live so long from now on, such as 12h or 7d' },
    until: { value: 'ISO', doc: 'live until then, such as 2026-11-30T12:00Z or 2026-11-30' },
    json: jsonOption,
  },
  examples: [
    'drop extend mR4cTq2vXb8sLk0pYw1nZg --for 7d',
    'drop extend mR4cTq2vXb8sLk0pYw1nZg --until 2026-11-30T12:00+01:00',
  ],
  async run(context, given) {
    const [word] = given.words;
    const { for: lifetime, until } = given.options;
    const expiresAt = await withInstallation(context, given, async (installation, { config }) => {
      const end = getEnd(lifetime, until, installation.clock.now());
      const control = dispatchControlOf(installation, config);
      const { dispatch } = await control.get(word);
      await control.extend(operator, dispatch.id, end);
      return end;
    });
    if (given.options.json) {
      printJson(context, { status: 'ok', expiresAt: new Date(expiresAt).toISOString() });
    } else {
      context.stdout.write(`${word} now lives until ${formatInstant(expiresAt)}.\n`);
    }
    return exitStatus.ok;
  },
});

function getEnd(lifetime: string | undefined, until: string | undefined, now: Instant): Instant {
  if ((lifetime === undefined) === (until === undefined)) {
    throw new ValiseError('usage', 'Say either --for or --until.');
  }
  if (lifetime !== undefined) {
    const lifetimeMs = parseDuration(lifetime);
    if (lifetimeMs !== undefined) return now + lifetimeMs;
    throw new ValiseError('usage', '--for must be a time such as 30m, 12h or 7d.');
  }
  const end = isoPattern.test(until ?? '') ? Date.parse(until ?? '') : NaN;
  if (!Number.isNaN(end)) return end;
  throw new ValiseError('usage', '--until must be a day, or a time with its zone in ISO 8601.');
}
