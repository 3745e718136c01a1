import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Logg på med {provider}',
  usePasskey: 'Logg på med en tilgangsnøkkel',
  passkeyRefused: 'Tilgangsnøkkelen ble ikke godtatt. Prøv igjen, eller logg på på en annen måte.',
  awayTitle: '{provider} kan ikke nås',
  awayText: 'Prøv igjen om litt, eller logg på på en annen måte.',
  notSignedIn: 'Du er ikke logget på',
  refusedAnswer: '{provider} bekreftet ikke hvem du er, eller det tok for lang tid. Prøv igjen.',
  refusedUnknown:
    'Identiteten din hos {provider} er ikke knyttet til en konto. Logg på på en annen måte, og knytt den til under Sikkerhet.',
  refusedTaken:
    'Det finnes allerede en konto med e-postadressen din. Logg på den på en annen måte, og knytt til {provider} under Sikkerhet.',
  refusedNotAllowed:
    '{provider} bekreftet hvem du er, men du kan ikke logge på her. Spør den som driver tjenesten.',
  refusedElsewhere: 'Identiteten din hos {provider} er knyttet til en annen konto.',
  refusedEnded:
    'Invitasjonen er brukt eller utløpt. Logg på, eller be operatøren av tjenesten om en ny.',
  backToSecurity: 'Tilbake til Sikkerhet',
  title: 'Tilgangsnøkler og tilknyttede tjenester',
  lead: 'Med en tilgangsnøkkel logger du på med fingeravtrykk, ansikt eller PIN-kode på enheten din. Den trenger ikke passord og virker ikke på en forfalsket side.',
  none: 'Du har ingen tilgangsnøkkel ennå.',
  name: 'Navn',
  nameHint: 'For eksempel «Bærbar på jobben», så du kjenner den igjen senere.',
  add: 'Legg til en tilgangsnøkkel',
  needsScript:
    'For å legge til en tilgangsnøkkel må nettleseren støtte tilgangsnøkler og tillate skript.',
  wrongPlace:
    'Tilgangsnøkler virker ikke på denne adressen. Åpne tjenesten med navnet, over https://.',
  rename: 'Gi nytt navn',
  remove: 'Fjern',
  addedOn: 'Lagt til {date}',
  lastUsed: 'Sist brukt {date}',
  neverUsed: 'Ikke brukt ennå',
  forOther: 'Laget for {host}. Den virker ikke her.',
  added: 'Tilgangsnøkkelen er lagt til.',
  renamed: 'Tilgangsnøkkelen har fått nytt navn.',
  removed: 'Tilgangsnøkkelen er fjernet.',
  addRefused: 'Tilgangsnøkkelen ble ikke lagt til. Prøv igjen.',
  known: 'Denne tilgangsnøkkelen er allerede i bruk.',
  tooMany: 'Du har {count} tilgangsnøkler. Fjern en først.',
  lastWay: 'Dette er den eneste måten du kan logge på. Legg til en annen først.',
  servicesTitle: 'Tilknyttede tjenester',
  servicesLead: 'Logg på med en konto du har et annet sted.',
  link: 'Knytt til {provider}',
  unlink: 'Fjern tilknytning',
  linkedAs: '{provider}: {name}',
  linked: '{provider} er knyttet til kontoen din.',
  unlinked: '{provider} er ikke lenger knyttet til kontoen din.',
};
