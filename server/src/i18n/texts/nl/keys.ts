import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'API-sleutels',
  lead: 'Een script meldt zich aan met uw e-mailadres en een van deze sleutels en handelt dan namens u. Met een sleutel kunt u deze pagina’s niet openen.',
  none: 'U hebt geen API-sleutels.',
  created: 'Gemaakt op {date}',
  validUntil: 'Geldig tot {date}',
  lastUsed: 'Laatst gebruikt op {date}',
  neverUsed: 'Nog niet gebruikt',
  newTitle: 'Nieuwe API-sleutel',
  name: 'Naam',
  nameHint: 'Waarvoor de sleutel dient, bijvoorbeeld de naam van het script',
  lifetime: 'Geldig gedurende',
  replaceContacts:
    'Deze sleutel mag al mijn contacten vervangen (contacts_add.cgi). Een script dat er alleen één wil toevoegen, zou de andere verwijderen.',
  replacesContacts: 'Mag alle contacten vervangen',
  create: 'API-sleutel maken',
  revoke: 'Intrekken',
  revokeTitle: 'Deze API-sleutel intrekken?',
  revokeText:
    'Scripts die hem gebruiken, kunnen zich niet meer aanmelden. Dit kan niet ongedaan worden gemaakt.',
  revoked: 'De API-sleutel is ingetrokken.',
  madeTitle: 'Uw nieuwe API-sleutel',
  madeText: 'Kopieer hem nu en bewaar hem op een veilige plek. Hij wordt niet opnieuw getoond.',
  tryIt: 'Probeer hem in een terminal. U wordt om de sleutel gevraagd:',
  copy: 'API-sleutel kopiëren',
  copied: 'Gekopieerd',
  back: 'Terug naar API-sleutels',
  problems: {
    name: 'Voer een naam van hoogstens 100 tekens in, op één regel.',
    lifetime: 'Kies uit de lijst hoelang de sleutel geldig is.',
    tooMany: 'U hebt al {count} API-sleutels. Trek er eerst een in.',
  },
};
