import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Aanmelden met {provider}',
  usePasskey: 'Aanmelden met een toegangssleutel',
  passkeyRefused:
    'De toegangssleutel is niet geaccepteerd. Probeer het opnieuw of meld u op een andere manier aan.',
  awayTitle: '{provider} is niet bereikbaar',
  awayText: 'Probeer het zo opnieuw of meld u op een andere manier aan.',
  notSignedIn: 'U bent niet aangemeld',
  refusedAnswer:
    '{provider} heeft uw identiteit niet bevestigd, of het duurde te lang. Probeer het opnieuw.',
  refusedUnknown:
    'Uw identiteit bij {provider} is niet aan een account gekoppeld. Meld u op een andere manier aan en koppel haar daarna onder Beveiliging.',
  refusedTaken:
    'Er is al een account met uw e-mailadres. Meld u daar op een andere manier aan en koppel {provider} daarna onder Beveiliging.',
  refusedNotAllowed:
    '{provider} heeft uw identiteit bevestigd, maar u mag zich hier niet aanmelden. Vraag het de beheerder van deze dienst.',
  refusedElsewhere: 'Uw identiteit bij {provider} is aan een ander account gekoppeld.',
  refusedEnded:
    'De uitnodiging is gebruikt of verlopen. Meld u aan of vraag de beheerder van deze dienst om een nieuwe.',
  backToSecurity: 'Terug naar Beveiliging',
  title: 'Toegangssleutels en gekoppelde diensten',
  lead: 'Met een toegangssleutel meldt u zich aan met de vingerafdruk, het gezicht of de pincode van uw apparaat. Er is geen wachtwoord nodig en hij werkt niet op een vervalste pagina.',
  none: 'U hebt nog geen toegangssleutel.',
  name: 'Naam',
  nameHint: 'Bijvoorbeeld ‘Laptop van het werk’, zodat u hem later herkent.',
  add: 'Toegangssleutel toevoegen',
  needsScript:
    'Om een toegangssleutel toe te voegen moet uw browser toegangssleutels ondersteunen en scripts toestaan.',
  wrongPlace:
    'Toegangssleutels werken niet op dit adres. Open de dienst met zijn naam, via https://.',
  rename: 'Naam wijzigen',
  remove: 'Verwijderen',
  addedOn: 'Toegevoegd op {date}',
  lastUsed: 'Laatst gebruikt op {date}',
  neverUsed: 'Nog niet gebruikt',
  forOther: 'Gemaakt voor {host}. Hij werkt hier niet.',
  added: 'De toegangssleutel is toegevoegd.',
  renamed: 'De naam van de toegangssleutel is gewijzigd.',
  removed: 'De toegangssleutel is verwijderd.',
  addRefused: 'De toegangssleutel is niet toegevoegd. Probeer het opnieuw.',
  known: 'Deze toegangssleutel is al in gebruik.',
  tooMany: 'U hebt {count} toegangssleutels. Verwijder er eerst een.',
  lastWay: 'Dit is uw enige manier om u aan te melden. Voeg eerst een andere toe.',
  servicesTitle: 'Gekoppelde diensten',
  servicesLead: 'Meld u aan met een account dat u elders hebt.',
  link: '{provider} koppelen',
  unlink: 'Ontkoppelen',
  linkedAs: '{provider}: {name}',
  linked: '{provider} is aan uw account gekoppeld.',
  unlinked: '{provider} is niet meer aan uw account gekoppeld.',
};
