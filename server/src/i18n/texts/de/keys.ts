import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'API-Schlüssel',
  lead: 'Ein Skript meldet sich mit Ihrer E-Mail-Adresse und einem dieser Schlüssel an und handelt dann in Ihrem Namen. Diese Seiten öffnet ein Schlüssel nicht.',
  none: 'Sie haben keine API-Schlüssel.',
  created: 'Erstellt am {date}',
  validUntil: 'Gültig bis {date}',
  lastUsed: 'Zuletzt verwendet am {date}',
  neverUsed: 'Noch nicht verwendet',
  newTitle: 'Neuer API-Schlüssel',
  name: 'Name',
  nameHint: 'Wofür der Schlüssel ist, zum Beispiel der Name des Skripts',
  lifetime: 'Gültig für',
  replaceContacts:
    'Der Schlüssel darf alle meine Kontakte ersetzen (contacts_add.cgi). Ein Skript, das nur einen Kontakt hinzufügen will, würde die anderen löschen.',
  replacesContacts: 'Darf alle Kontakte ersetzen',
  create: 'API-Schlüssel erstellen',
  revoke: 'Widerrufen',
  revokeTitle: 'Diesen API-Schlüssel widerrufen?',
  revokeText:
    'Skripte, die ihn verwenden, können sich nicht mehr anmelden. Das lässt sich nicht rückgängig machen.',
  revoked: 'Der API-Schlüssel wurde widerrufen.',
  madeTitle: 'Ihr neuer API-Schlüssel',
  madeText:
    'Kopieren Sie ihn jetzt und bewahren Sie ihn sicher auf. Er wird nicht noch einmal angezeigt.',
  tryIt: 'Probieren Sie ihn in einem Terminal aus. Sie werden nach dem Schlüssel gefragt:',
  copy: 'API-Schlüssel kopieren',
  copied: 'Kopiert',
  back: 'Zurück zu den API-Schlüsseln',
  problems: {
    name: 'Geben Sie einen Namen mit höchstens 100 Zeichen in einer Zeile ein.',
    lifetime: 'Wählen Sie aus der Liste, wie lange der Schlüssel gültig ist.',
    tooMany: 'Sie haben bereits {count} API-Schlüssel. Widerrufen Sie zuerst einen davon.',
  },
};
