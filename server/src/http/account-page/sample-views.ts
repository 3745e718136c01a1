import { day } from '../../domain/model/clock.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import type { IndexView } from './index-view.ts';

/** Accounts for tests of the page. */
const nothing = { items: [], total: 0 };

export const emptyView: IndexView = {
  now: Date.UTC(2026, 10, 15, 14, 2, 5),
  language: 'en',
  say: ourTranslations.en.say,
  serviceName: 'Valise',
  accountUrl: 'https://files.example/anna@clinic.example/',
  csrfToken: 'q3Jx0f8vW2m1Zp4Lr7Tn9Yb6Kc5Hd2Sg8Ae1Ui3Oo0_',
  account: { email: 'anna@clinic.example', number: '436601234567', role: 'api' },
  liveDrops: 0,
  inbox: nothing,
  tray: nothing,
  receivers: nothing,
  contacts: nothing,
  sharedContacts: nothing,
  history: nothing,
};

/** An account with one of everything, with `text` wherever a user can type. */
export function viewWith(text: string): IndexView {
  const { now } = emptyView;
  const people = {
    items: [{ email: text, number: text, language: text, groups: [text], nick: text }],
    total: 1,
  };
  const file = { name: text, type: text, sizeBytes: 1, uploadedAt: now, removedAt: now + day };
  const span = { createdAt: now - day, expiresAt: now + day };
  return {
    ...emptyView,
    serviceName: text,
    account: { email: text, number: text, role: 'api' },
    liveDrops: 1,
    inbox: { items: [{ ...span, sender: text, files: [file], url: text }], total: 1 },
    tray: { items: [file], total: 1 },
    receivers: people,
    contacts: people,
    sharedContacts: people,
    history: {
      items: [
        { ...span, kind: 'drop', receivers: people.items, files: [file], message: text },
        { ...span, kind: 'grant', receivers: people.items, files: [], message: text },
      ],
      total: 2,
    },
  };
}
