import type { InputOf } from '#protocol/operations/operation.ts';
import type { settingsOperations } from '#protocol/operations/settings.ts';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import { secondFactorModes } from '../../../domain/model/receiver-code.ts';
import type { OwnSettings } from '../../../domain/people/own-settings.ts';
import { findLanguage } from '../../../i18n/language.ts';
import { operations } from '../../generated/operations.js';
import { keepKeys, usesKeys } from '../../routing/person-cookies.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { settingsPage } from './settings-page.ts';

type SettingsForm = InputOf<typeof settingsOperations.save.input>['form'];

/** The page on which people set their name, language, time zone and notices. */
export function settingsRoutes(
  { ownSettings }: Pick<Services, 'ownSettings'>,
  { page, frame }: Pages,
): Route[] {
  interface State {
    days?: string;
    hasKeys?: boolean;
    problems?: readonly FieldProblem[];
    done?: 'saved';
  }

  function show(
    { reader, account, csrfToken, exchange }: PageContext,
    settings: OwnSettings,
    { days, hasKeys = usesKeys(exchange.request), problems = [], done }: State,
  ): AppPage {
    const { say, formats } = reader;
    return settingsPage({
      reader,
      token: csrfToken,
      email: account.email,
      settings,
      defaultTimeZone: frame.timeZone,
      days: days ?? settings.defaultDays?.toString() ?? '',
      daysHint: say('settings.defaultDaysHint', {
        ...boundsFor(reader),
        usual: formats.number(ownSettings.days.usual),
      }),
      secondFactors: ownSettings.secondFactors,
      hasKeys,
      problems,
      done,
    });
  }

  function boundsFor({ formats }: PageReader): { from: string; to: string } {
    const { least, most } = ownSettings.days;
    return { from: formats.number(least), to: formats.number(most) };
  }

  return [
    page(operations.settings.page, (context, { query }) => {
      const { account } = context;
      const known = { ...account, secondFactor: ownSettings.secondFactorOf(account) };
      return show(context, known, query);
    }),
    page(operations.settings.save, async (context, { form }) => {
      const { account, actor, reader, say } = context;
      const settings = settingsIn(form, ownSettings.secondFactorOf(account));
      const problems = ownSettings.findFaults(settings).map((name) => ({
        field: name,
        text:
          name === 'defaultDays'
            ? say('settings.problems.defaultDays', boundsFor(reader))
            : say(`settings.problems.${name}`),
      }));
      if (problems.length > 0) {
        const { defaultDays: days = '', keys: hasKeys } = form;
        return show(context, settings, { problems, days, hasKeys });
      }
      await ownSettings.save(actor, account, settings);
      keepKeys(context.exchange.reply, form.keys);
      return { redirect: '/app/settings?done=saved' };
    }),
  ];
}

/** `known`: what counts where the form has no such field. */
function settingsIn(form: SettingsForm, known: SecondFactorMode): OwnSettings {
  const { displayName = '', language = '', timeZone = '', defaultDays = '' } = form;
  const mode = secondFactorModes.find((each) => each === form.secondFactor);
  return {
    displayName: displayName.replace(/ +/g, ' '),
    language: findLanguage(language) ?? '',
    timeZone: timeZone === '' ? undefined : timeZone,
    notices: { receipts: form.receipts, reminders: form.reminders },
    defaultDays: defaultDays === '' ? undefined : (parseWholeNumber(defaultDays) ?? Number.NaN),
    secondFactor: mode ?? known,
  };
}
