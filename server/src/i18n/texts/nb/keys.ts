import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'API-nøkler',
  lead: 'Et skript logger inn med e-postadressen din og en av disse nøklene, og handler så på dine vegne. En nøkkel gir ikke tilgang til disse sidene.',
  none: 'Du har ingen API-nøkler.',
  created: 'Opprettet {date}',
  validUntil: 'Gyldig til {date}',
  lastUsed: 'Sist brukt {date}',
  neverUsed: 'Ikke brukt ennå',
  newTitle: 'Ny API-nøkkel',
  name: 'Navn',
  nameHint: 'Hva nøkkelen skal brukes til, for eksempel navnet på skriptet',
  lifetime: 'Gyldig i',
  replaceContacts:
    'La nøkkelen erstatte alle kontaktene mine (contacts_add.cgi). Et skript som bare vil legge til én kontakt, ville slette de andre.',
  replacesContacts: 'Kan erstatte alle kontakter',
  create: 'Opprett API-nøkkel',
  revoke: 'Tilbakekall',
  revokeTitle: 'Vil du tilbakekalle denne API-nøkkelen?',
  revokeText: 'Skript som bruker den, kan ikke lenger logge inn. Dette kan ikke angres.',
  revoked: 'API-nøkkelen er tilbakekalt.',
  madeTitle: 'Din nye API-nøkkel',
  madeText: 'Kopier den nå og oppbevar den trygt. Den vises ikke igjen.',
  tryIt: 'Prøv den i en terminal. Du blir spurt om nøkkelen:',
  copy: 'Kopier API-nøkkel',
  copied: 'Kopiert',
  back: 'Tilbake til API-nøkler',
  problems: {
    name: 'Oppgi et navn på høyst 100 tegn på én linje.',
    lifetime: 'Velg fra listen hvor lenge nøkkelen er gyldig.',
    tooMany: 'Du har allerede {count} API-nøkler. Tilbakekall en først.',
  },
};
