import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { counted, formatInstant } from '../../cli-kit/print.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import type { Installation } from '../../compose/installation.ts';
import type { Config } from '../../config/settings.ts';
import { parseDuration } from '../../config/setting.ts';
import type { DispatchControl } from '../../domain/dispatches/dispatch-control.ts';
import { createDispatchControl } from '../../domain/dispatches/dispatch-control.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { DispatchId } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operator, withInstallation } from '../installation/open-data.ts';

/** The operations on dispatches of an open data folder. */
export function dispatchControlOf(
  installation: Installation,
  { desttimeMax, desttimeUnit }: Config,
): DispatchControl {
  const { database, events, tokenHasher, linkSecret, randomness, clock } = installation;
  return createDispatchControl({
    database,
    events,
    linkSecret,
    hasher: tokenHasher,
    randomness,
    clock,
    maxLifetimeMs: desttimeMax,
    ttlUnit: desttimeUnit,
  });
}

/** A day in UTC, or a time with its zone. */
const isoPattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

export const dropExtend = defineCommand({
  name: 'drop extend',
  summary: 'change when a live drop or grant expires',
  about: `The end may be later or earlier than it was, in the future, and within desttimeMax of the creation.
Links stay as they are. What has ended cannot be brought back. The sender is told by mail.`,
  words: ['ID'],
  options: {
    for: { value: 'TIME', doc: 'expire this long from now, such as 12h or 7d' },
    until: { value: 'ISO', doc: 'expire at this time, such as 2026-11-30T12:00Z or 2026-11-30' },
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
    return {
      json: { status: 'ok', expiresAt: new Date(expiresAt).toISOString() },
      text: `${word} now expires at ${formatInstant(expiresAt)}.\n`,
    };
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

export const dropResend = defineCommand({
  name: 'drop resend',
  summary: 'send a new link for a live drop or grant',
  about: `Each receiver gets a new link by mail, and the old one is dead from then on. Receivers whose link
was revoked are left out, unless one is named. The sender is told by mail.`,
  words: ['ID'],
  options: {
    receiver: { value: 'EMAIL', doc: 'send it to this receiver alone' },
    json: jsonOption,
  },
  examples: [
    'drop resend mR4cTq2vXb8sLk0pYw1nZg',
    'drop resend mR4cTq2vXb8sLk0pYw1nZg --receiver zoe@example.com',
  ],
  async run(context, given) {
    const [word] = given.words;
    const { receiver } = given.options;
    await withInstallation(context, given, async (installation, { config }) => {
      const control = dispatchControlOf(installation, config);
      const { dispatch } = await control.get(word);
      await control.resend(operator, dispatch.id, receiver);
    });
    const text = `New links for ${word} are sent to ${receiver ?? 'every receiver'}.\n`;
    return { json: { status: 'ok' }, text };
  },
});

export const dropRevoke = defineCommand({
  name: 'drop revoke',
  summary: 'end a drop or grant early, for all or for one receiver',
  about: `Takes effect at once. For all, the links die and the files become unreadable, which cannot be
undone: on a terminal you are asked first, elsewhere --yes is required. For one receiver, that link
dies and the others notice nothing; "valise drop resend" gives the receiver a new one.`,
  words: ['ID'],
  options: {
    receiver: { value: 'EMAIL', doc: 'end it for this receiver alone' },
    yes: { doc: 'do it without asking' },
    json: jsonOption,
  },
  examples: [
    'drop revoke mR4cTq2vXb8sLk0pYw1nZg --yes',
    'drop revoke mR4cTq2vXb8sLk0pYw1nZg --receiver zoe@example.com',
  ],
  async run(context, given) {
    const { receiver, yes } = given.options;
    const [word] = given.words;
    const { dispatch, receivers } = await withInstallation(
      context,
      given,
      (installation, { config }) => dispatchControlOf(installation, config).get(word),
    );
    const question = `End ${dispatch.id} for ${counted(receivers.length, 'receiver')}?`;
    if (receiver === undefined && !yes && !(await confirm(context, question))) {
      context.stderr.write('Nothing was revoked.\n');
      return exitStatus.failed;
    }
    await withInstallation(context, given, (installation, { config }) =>
      revoke(dispatchControlOf(installation, config), dispatch.id, receiver),
    );
    return {
      json: { status: 'ok' },
      text: `Revoked ${dispatch.id} for ${receiver ?? 'everyone'}.\n`,
    };
  },
});

async function revoke(
  control: ReturnType<typeof dispatchControlOf>,
  id: DispatchId,
  receiver: string | undefined,
): Promise<void> {
  if (receiver === undefined) await control.revoke(operator, id);
  else await control.revokeReceiver(operator, id, receiver);
}
