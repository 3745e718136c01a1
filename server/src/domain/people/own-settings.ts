import { isLanguageTag } from '#protocol/language-tag.ts';
import type { Account, Notices } from '../model/account.ts';
import type { EventRows, Events } from '../model/event.ts';
import { isTimeZone } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { LifetimeLimits } from '../model/lifetimes.ts';
import { allowedDays, startDays } from '../model/lifetimes.ts';
import { isPlainText } from '../model/message.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { atLeast, secondFactorModes } from '../model/receiver-code.ts';
import type { Actor } from '../model/principal.ts';
import { invalid } from '../model/valise-error.ts';
import { maxDisplayNameLength } from './account-links.ts';

/** What a person sets for their own account. */
export interface OwnSettings {
  /** Empty for none: receivers see the address. */
  displayName: string;
  /** Of the person's own pages and mails. */
  language: string;
  /** Undefined: the time zone of the server's setting. */
  timeZone: string | undefined;
  notices: Notices;
  /** How many days what they send and ask for lasts at first; undefined: as the server's setting says. */
  defaultDays: number | undefined;
  /** How receivers prove who they are, unless a send says otherwise. */
  secondFactor: SecondFactorMode;
}

export type SettingsFault =
  'displayName' | 'language' | 'timeZone' | 'defaultDays' | 'secondFactor';

interface Dependencies {
  database: DatabaseOf<'accounts' | EventRows>;
  events: Events;
  lifetimes: LifetimeLimits;
  /** The least that receivers must show, whoever sends. */
  secondFactorFloor: SecondFactorMode;
}

export type OwnSettingsService = ReturnType<typeof createOwnSettings>;

function faultsOf(
  { displayName, language, timeZone, defaultDays, secondFactor }: OwnSettings,
  { least, most, modes }: ReturnType<typeof allowedDays> & { modes: readonly SecondFactorMode[] },
): SettingsFault[] {
  const faults: SettingsFault[] = [];
  if (displayName.length > maxDisplayNameLength || !isPlainText(displayName)) {
    faults.push('displayName');
  }
  if (!isLanguageTag(language)) faults.push('language');
  if (timeZone !== undefined && !isTimeZone(timeZone)) faults.push('timeZone');
  const isDays =
    defaultDays === undefined ||
    (Number.isInteger(defaultDays) && defaultDays >= least && defaultDays <= most);
  if (!isDays) faults.push('defaultDays');
  if (!modes.includes(secondFactor)) faults.push('secondFactor');
  return faults;
}

export function createOwnSettings(dependencies: Dependencies) {
  const { database, events, lifetimes, secondFactorFloor } = dependencies;
  const days = allowedDays(lifetimes);
  const modes = secondFactorModes.filter((mode) => atLeast(secondFactorFloor, mode) === mode);
  const findFaults = (settings: OwnSettings) => faultsOf(settings, { ...days, modes });
  return {
    /** The days that can be chosen, and those of who chooses none. */
    days: { ...days, usual: startDays({ defaultDays: undefined }, lifetimes) },

    /** The ways for receivers to prove who they are that can be chosen. */
    secondFactors: modes,

    /** The one that counts for a person: their own, or what the server demands at least. */
    secondFactorOf: ({ secondFactor }: Pick<Account, 'secondFactor'>): SecondFactorMode =>
      atLeast(secondFactorFloor, secondFactor),

    /** Which settings are wrong. */
    findFaults,

    /** Throws `invalid` with every wrong field. */
    async save(actor: Actor, account: Account, settings: OwnSettings): Promise<void> {
      const { id } = account;
      const faults = findFaults(settings);
      if (faults.length > 0) {
        throw invalid(faults.map((field) => ({ field, problem: 'is not valid.' })));
      }
      await database.transact(async (repositories) => {
        const { accounts } = repositories;
        await accounts.lock(id);
        await accounts.setDisplayName(id, settings.displayName);
        await accounts.setLocale(id, settings);
        await accounts.setNotices(id, settings.notices);
        await accounts.setDefaultDays(id, settings.defaultDays);
        await accounts.setSecondFactor(id, settings.secondFactor);
        await events.tell(repositories, actor, { action: 'account.settings_changed', account });
      });
    },
  };
}
