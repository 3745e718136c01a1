import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Logga in med {provider}',
  usePasskey: 'Logga in med en lösennyckel',
  passkeyRefused: 'Lösennyckeln godkändes inte. Försök igen eller logga in på ett annat sätt.',
  awayTitle: '{provider} går inte att nå',
  awayText: 'Försök igen om en stund eller logga in på ett annat sätt.',
  notSignedIn: 'Du är inte inloggad',
  refusedAnswer:
    '{provider} bekräftade inte vem du är, eller så tog det för lång tid. Försök igen.',
  refusedUnknown:
    'Din identitet hos {provider} är inte kopplad till något konto. Logga in på ett annat sätt och koppla den sedan under Säkerhet.',
  refusedTaken:
    'Det finns redan ett konto med din e-postadress. Logga in på det på ett annat sätt och koppla sedan {provider} under Säkerhet.',
  refusedNotAllowed:
    '{provider} bekräftade vem du är, men du får inte logga in här. Fråga den som driver tjänsten.',
  refusedElsewhere: 'Din identitet hos {provider} är kopplad till ett annat konto.',
  refusedEnded:
    'Inbjudan har använts eller gått ut. Logga in, eller be tjänstens operatör om en ny.',
  backToSecurity: 'Tillbaka till Säkerhet',
  title: 'Lösennycklar och kopplade tjänster',
  lead: 'Med en lösennyckel loggar du in med fingeravtryck, ansikte eller PIN-kod på din enhet. Den behöver inget lösenord och fungerar inte på en förfalskad sida.',
  none: 'Du har ingen lösennyckel än.',
  name: 'Namn',
  nameHint: 'Till exempel ”Jobbdatorn”, så att du känner igen den senare.',
  add: 'Lägg till en lösennyckel',
  needsScript:
    'För att lägga till en lösennyckel måste din webbläsare stödja lösennycklar och tillåta skript.',
  wrongPlace:
    'Lösennycklar fungerar inte på den här adressen. Öppna tjänsten med dess namn, över https://.',
  rename: 'Byt namn',
  remove: 'Ta bort',
  addedOn: 'Tillagd {date}',
  lastUsed: 'Senast använd {date}',
  neverUsed: 'Inte använd än',
  forOther: 'Skapad för {host}. Den fungerar inte här.',
  added: 'Lösennyckeln har lagts till.',
  renamed: 'Lösennyckeln har bytt namn.',
  removed: 'Lösennyckeln har tagits bort.',
  addRefused: 'Lösennyckeln lades inte till. Försök igen.',
  known: 'Den här lösennyckeln används redan.',
  tooMany: 'Du har {count} lösennycklar. Ta bort en först.',
  lastWay: 'Det här är ditt enda sätt att logga in. Lägg till ett annat först.',
  servicesTitle: 'Kopplade tjänster',
  servicesLead: 'Logga in med ett konto som du har någon annanstans.',
  link: 'Koppla {provider}',
  unlink: 'Koppla bort',
  linkedAs: '{provider}: {name}',
  linked: '{provider} är kopplat till ditt konto.',
  unlinked: '{provider} är inte längre kopplat till ditt konto.',
};
