import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SettingsQuery } from '#protocol/schemas/settings.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import { secondFactorModes } from '../../../domain/model/receiver-code.ts';
import type { OwnSettings } from '../../../domain/people/own-settings.ts';
import { findLanguage } from '../../../i18n/language.ts';
import { settingsChecks } from '../../generated/checks.js';
import type { Person, Route, Services } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { Frame } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { settingsPage } from './settings-page.ts';

/** The page on which people set their name, language, time zone and notices. */
export function settingsRoutes(
  { ownSettings }: Pick<Services, 'ownSettings'>,
  frame: Frame,
): Route[] {
  function show(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    settings: OwnSettings,
    { problems = [], days }: { problems?: readonly FieldProblem[]; days?: string } = {},
  ): Promise<FastifyReply> {
    const { say, formats } = frame.readerOf(person);
    const page = settingsPage({
      reader: frame.readerOf(person),
      token: person.csrfToken,
      email: person.account.email,
      settings,
      defaultTimeZone: frame.timeZone,
      days: days ?? settings.defaultDays?.toString() ?? '',
      daysHint: say('settings.defaultDaysHint', {
        ...boundsOf(person),
        usual: formats.number(ownSettings.days.usual),
      }),
      secondFactors: ownSettings.secondFactors,
      problems,
      isSaved: (request.query as SettingsQuery).done === 'saved',
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  function boundsOf(person: Person): { from: string; to: string } {
    const { formats } = frame.readerOf(person);
    const { least, most } = ownSettings.days;
    return { from: formats.number(least), to: formats.number(most) };
  }

  async function save(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const { account, actor, form } = person;
    const typed = readSettings(form, ownSettings.secondFactorOf(account));
    const { say } = frame.readerOf(person);
    const problems = ownSettings.findFaults(typed).map((name) => ({
      field: name,
      text:
        name === 'defaultDays'
          ? say('settings.problems.defaultDays', boundsOf(person))
          : say(`settings.problems.${name}`),
    }));
    if (problems.length > 0) {
      return show(person, request, reply, typed, { problems, days: form.get('defaultDays') ?? '' });
    }
    await ownSettings.save(actor, account, typed);
    return frame.redirect(request, reply, '/app/settings?done=saved');
  }

  return [
    personRoute({
      path: '/app/settings',
      methods: {
        GET: {
          schema: settingsChecks.page,
          handle: (person, request, reply) =>
            show(person, request, reply, {
              ...person.account,
              secondFactor: ownSettings.secondFactorOf(person.account),
            }),
        },
        POST: { schema: settingsChecks.save, body: 'form', handle: save },
      },
    }),
  ];
}

/** `known`: what counts where the form has no such field. */
function readSettings(form: URLSearchParams, known: SecondFactorMode): OwnSettings {
  const zone = form.get('timeZone') ?? '';
  const days = (form.get('defaultDays') ?? '').trim();
  const mode = secondFactorModes.find((each) => each === form.get('secondFactor'));
  return {
    displayName: (form.get('displayName') ?? '').trim().replace(/ +/g, ' '),
    language: findLanguage(form.get('language') ?? '') ?? '',
    timeZone: zone === '' ? undefined : zone,
    notices: { receipts: form.has('receipts'), reminders: form.has('reminders') },
    defaultDays: days === '' ? undefined : wholeNumber(days),
    secondFactor: mode ?? known,
  };
}

/** NaN for anything else. */
function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
