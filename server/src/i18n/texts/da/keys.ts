import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'API-nøgler',
  lead: 'Et script logger ind med din e-mailadresse og en af disse nøgler og handler så på dine vegne. En nøgle giver ikke adgang til disse sider.',
  none: 'Du har ingen API-nøgler.',
  created: 'Oprettet {date}',
  validUntil: 'Gyldig til {date}',
  lastUsed: 'Sidst brugt {date}',
  neverUsed: 'Ikke brugt endnu',
  newTitle: 'Ny API-nøgle',
  name: 'Navn',
  nameHint: 'Hvad nøglen skal bruges til, for eksempel navnet på scriptet',
  lifetime: 'Gyldig i',
  replaceContacts:
    'Lad nøglen erstatte alle mine kontakter (contacts_add.cgi). Et script, der kun vil tilføje én kontakt, ville slette de andre.',
  replacesContacts: 'Kan erstatte alle kontakter',
  create: 'Opret API-nøgle',
  revoke: 'Tilbagekald',
  revokeTitle: 'Vil du tilbagekalde denne API-nøgle?',
  revokeText: 'Scripts, der bruger den, kan ikke længere logge ind. Det kan ikke fortrydes.',
  revoked: 'API-nøglen er tilbagekaldt.',
  madeTitle: 'Din nye API-nøgle',
  madeText: 'Kopiér den nu, og gem den et sikkert sted. Den vises ikke igen.',
  tryIt: 'Prøv den i en terminal. Du bliver bedt om nøglen:',
  copy: 'Kopiér API-nøgle',
  copied: 'Kopieret',
  back: 'Tilbage til API-nøgler',
  problems: {
    name: 'Angiv et navn på højst 100 tegn på én linje.',
    lifetime: 'Vælg på listen, hvor længe nøglen er gyldig.',
    tooMany: 'Du har allerede {count} API-nøgler. Tilbagekald en først.',
  },
};
