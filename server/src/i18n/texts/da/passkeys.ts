import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Log ind med {provider}',
  usePasskey: 'Log ind med en adgangsnøgle',
  passkeyRefused: 'Adgangsnøglen blev ikke godkendt. Prøv igen, eller log ind på en anden måde.',
  awayTitle: '{provider} kan ikke nås',
  awayText: 'Prøv igen om lidt, eller log ind på en anden måde.',
  notSignedIn: 'Du er ikke logget ind',
  refusedAnswer: '{provider} bekræftede ikke, hvem du er, eller det tog for lang tid. Prøv igen.',
  refusedUnknown:
    'Din identitet hos {provider} er ikke knyttet til en konto. Log ind på en anden måde, og tilknyt den derefter under Sikkerhed.',
  refusedTaken:
    'Der findes allerede en konto med din e-mailadresse. Log ind på den på en anden måde, og tilknyt derefter {provider} under Sikkerhed.',
  refusedNotAllowed:
    '{provider} bekræftede, hvem du er, men du må ikke logge ind her. Spørg driftsansvarlig for tjenesten.',
  refusedElsewhere: 'Din identitet hos {provider} er knyttet til en anden konto.',
  refusedEnded:
    'Invitationen er brugt eller udløbet. Log ind, eller bed tjenestens operatør om en ny.',
  backToSecurity: 'Tilbage til Sikkerhed',
  title: 'Adgangsnøgler og tilknyttede tjenester',
  lead: 'Med en adgangsnøgle logger du ind med fingeraftryk, ansigt eller pinkode på din enhed. Den kræver ingen adgangskode og virker ikke på en forfalsket side.',
  none: 'Du har ingen adgangsnøgle endnu.',
  name: 'Navn',
  nameHint: 'For eksempel “Bærbar på arbejdet”, så du kan genkende den senere.',
  add: 'Tilføj en adgangsnøgle',
  needsScript:
    'For at tilføje en adgangsnøgle skal din browser understøtte adgangsnøgler og tillade scripts.',
  wrongPlace:
    'Adgangsnøgler virker ikke på denne adresse. Åbn tjenesten ved dens navn med https://.',
  rename: 'Omdøb',
  remove: 'Fjern',
  addedOn: 'Tilføjet den {date}',
  lastUsed: 'Sidst brugt den {date}',
  neverUsed: 'Ikke brugt endnu',
  forOther: 'Oprettet til {host}. Den virker ikke her.',
  added: 'Adgangsnøglen er tilføjet.',
  renamed: 'Adgangsnøglen er omdøbt.',
  removed: 'Adgangsnøglen er fjernet.',
  addRefused: 'Adgangsnøglen blev ikke tilføjet. Prøv igen.',
  known: 'Denne adgangsnøgle er allerede i brug.',
  tooMany: 'Du har {count} adgangsnøgler. Fjern en først.',
  lastWay: 'Det er din eneste måde at logge ind på. Tilføj en anden først.',
  servicesTitle: 'Tilknyttede tjenester',
  servicesLead: 'Log ind med en konto, du har et andet sted.',
  link: 'Tilknyt {provider}',
  unlink: 'Fjern tilknytning',
  linkedAs: '{provider}: {name}',
  linked: '{provider} er knyttet til din konto.',
  unlinked: '{provider} er ikke længere knyttet til din konto.',
};
