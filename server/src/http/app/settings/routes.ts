import { parseWholeNumber } from '#protocol/whole-number.ts';
import { secondFactorModes } from '../../../domain/model/receiver-code.ts';
import type { OwnSettings } from '../../../domain/people/own-settings.ts';
import { findLanguage } from '../../../i18n/language.ts';
import { operations } from '../../generated/operations.js';
import { keepKeys, usesKeys } from '../../routing/person-cookies.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { SettingsPlace } from './settings-page.ts';
import { settingsPage } from './settings-page.ts';

/** The pages on which people set their name, language, time zone and notices. */
export function settingsRoutes(
  { ownSettings }: Pick<Services, 'ownSettings'>,
  { page, frame }: Pages,
): Route[] {
  interface State {
    settings?: OwnSettings;
    days?: string;
    hasKeys?: boolean;
    problems?: readonly FieldProblem[];
    done?: 'saved';
  }

  function show(place: SettingsPlace, context: PageContext, state: State): AppPage {
    const { reader, account, csrfToken, exchange } = context;
    const { say, formats } = reader;
    const { settings = settingsOf(context), problems = [], done } = state;
    return settingsPage(place, {
      reader,
      token: csrfToken,
      email: account.email,
      settings,
      defaultTimeZone: frame.timeZone,
      days: state.days ?? settings.defaultDays?.toString() ?? '',
      daysHint: say('settings.defaultDaysHint', {
        ...boundsFor(reader),
        usual: formats.number(ownSettings.days.usual),
      }),
      secondFactors: ownSettings.secondFactors,
      hasKeys: state.hasKeys ?? usesKeys(exchange.request),
      problems,
      done,
    });
  }

  function settingsOf({ account }: PageContext): OwnSettings {
    return { ...account, secondFactor: ownSettings.secondFactorOf(account) };
  }

  function boundsFor({ formats }: PageReader): { from: string; to: string } {
    const { least, most } = ownSettings.days;
    return { from: formats.number(least), to: formats.number(most) };
  }

  function problemsOf(settings: OwnSettings, reader: PageReader): FieldProblem[] {
    const { say } = reader;
    return ownSettings.findFaults(settings).map((name) => ({
      field: name,
      text:
        name === 'defaultDays'
          ? say('settings.problems.defaultDays', boundsFor(reader))
          : say(`settings.problems.${name}`),
    }));
  }

  /** Saves what a form changes; undefined where it was saved, else the page with what is wrong. */
  async function save(
    place: SettingsPlace,
    context: PageContext,
    changed: Partial<OwnSettings>,
    typed: Pick<State, 'days' | 'hasKeys'> = {},
  ): Promise<AppPage | undefined> {
    const { account, actor, reader } = context;
    const settings = { ...settingsOf(context), ...changed };
    const problems = problemsOf(settings, reader);
    if (problems.length > 0) return show(place, context, { settings, problems, ...typed });
    await ownSettings.save(actor, account, settings);
    return undefined;
  }

  return [
    page(operations.settings.page, (context, { query }) => show('you', context, query)),
    page(operations.settings.save, async (context, { form }) => {
      const { displayName = '', language = '', keys } = form;
      const changed = {
        displayName: displayName.replace(/ +/g, ' '),
        language: findLanguage(language) ?? '',
      };
      const refused = await save('you', context, changed, { hasKeys: keys });
      if (refused !== undefined) return refused;
      keepKeys(context.exchange.reply, keys);
      return { redirect: '/app/settings?done=saved' };
    }),
    page(operations.settings.sendingPage, (context, { query }) => show('sending', context, query)),
    page(operations.settings.saveSending, async (context, { form }) => {
      const { defaultDays: days = '', timeZone = '' } = form;
      const mode = secondFactorModes.find((each) => each === form.secondFactor);
      const changed = {
        timeZone: timeZone === '' ? undefined : timeZone,
        defaultDays: days === '' ? undefined : (parseWholeNumber(days) ?? Number.NaN),
        ...(mode === undefined ? {} : { secondFactor: mode }),
      };
      const refused = await save('sending', context, changed, { days });
      return refused ?? { redirect: '/app/settings/sending?done=saved' };
    }),
    page(operations.settings.noticesPage, (context, { query }) => show('notices', context, query)),
    page(operations.settings.saveNotices, async (context, { form: notices }) => {
      const refused = await save('notices', context, { notices });
      return refused ?? { redirect: '/app/settings/notices?done=saved' };
    }),
  ];
}
