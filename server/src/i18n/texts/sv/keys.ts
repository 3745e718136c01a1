import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'API-nycklar',
  lead: 'Ett skript loggar in med din e-postadress och en av dessa nycklar och agerar sedan åt dig. En nyckel ger inte tillgång till de här sidorna.',
  none: 'Du har inga API-nycklar.',
  created: 'Skapad {date}',
  validUntil: 'Giltig till {date}',
  lastUsed: 'Senast använd {date}',
  neverUsed: 'Inte använd än',
  newTitle: 'Ny API-nyckel',
  name: 'Namn',
  nameHint: 'Vad nyckeln är till för, till exempel skriptets namn',
  lifetime: 'Giltig i',
  replaceContacts:
    'Låt nyckeln ersätta alla mina kontakter (contacts_add.cgi). Ett skript som bara vill lägga till en kontakt skulle ta bort de andra.',
  replacesContacts: 'Får ersätta alla kontakter',
  create: 'Skapa API-nyckel',
  revoke: 'Återkalla',
  revokeTitle: 'Vill du återkalla den här API-nyckeln?',
  revokeText: 'Skript som använder den kan inte längre logga in. Det går inte att ångra.',
  revoked: 'API-nyckeln har återkallats.',
  madeTitle: 'Din nya API-nyckel',
  madeText: 'Kopiera den nu och förvara den säkert. Den visas inte igen.',
  tryIt: 'Prova den i en terminal. Du får frågan om nyckeln:',
  copy: 'Kopiera API-nyckel',
  copied: 'Kopierad',
  back: 'Tillbaka till API-nycklar',
  problems: {
    name: 'Ange ett namn med högst 100 tecken på en rad.',
    lifetime: 'Välj i listan hur länge nyckeln är giltig.',
    tooMany: 'Du har redan {count} API-nycklar. Återkalla en först.',
  },
};
