import { day } from '../../domain/model/clock.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import type { IndexView } from './index-page.ts';

/** Accounts for tests of the page. */
export const emptyView: IndexView = {
  language: 'en',
  say: ourTranslations.en.say,
  serviceName: 'Valise',
  accountUrl: 'https://files.example/anna@clinic.example/',
  csrfToken: 'q3Jx0f8vW2m1Zp4Lr7Tn9Yb6Kc5Hd2Sg8Ae1Ui3Oo0_',
  account: { email: 'anna@clinic.example', number: '436601234567', role: 'api' },
  liveDrops: 0,
  trayFiles: 0,
  receivers: 0,
  trayLifetimeMs: 7 * day,
  contacts: 0,
  inbox: 0,
};

/** An account that has something of everything, with `text` wherever somebody can type. */
export function viewWith(text: string): IndexView {
  return {
    ...emptyView,
    serviceName: text,
    account: { email: text, number: text, role: 'api' },
    liveDrops: 1,
    trayFiles: 2,
    receivers: 1,
    contacts: 1234,
    inbox: 4,
  };
}
