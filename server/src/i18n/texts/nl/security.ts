import type { Texts } from '../en/shape.ts';

export const security: Texts['security'] = {
  title: 'Beveiliging',
  confirmTitle: 'Bevestig dat u het bent',
  confirmLead:
    'Wij vragen het opnieuw vóór belangrijke wijzigingen. Wat u al had ingevuld, blijft bewaard.',
  confirmWithPasskey: 'Bevestigen met een toegangssleutel',
  confirmWithProvider: 'Bevestigen met {provider}',
  confirmNeedsScript:
    'Om met een toegangssleutel te bevestigen moet uw browser toegangssleutels ondersteunen en scripts toestaan.',
  confirmNoWay:
    'Geen van uw aanmeldmanieren werkt op dit adres. Open de dienst op het adres waar u zich gewoonlijk aanmeldt, of vraag op de aanmeldpagina een link aan om een wachtwoord in te stellen.',
  confirmPasskeyRefused:
    'De toegangssleutel is niet geaccepteerd. Probeer het opnieuw of bevestig op een andere manier.',
  confirmAway:
    'Probeer het zo opnieuw of bevestig op een andere manier. Wat u al had ingevuld, blijft bewaard.',
  confirmAnotherWay: 'Op een andere manier bevestigen',
  confirmedTitle: 'U hebt bevestigd dat u het bent',
  confirmedLead: 'Wat u had ingevuld, is bewaard. Ga verder om af te ronden.',
  confirmedContinue: 'Doorgaan',
  confirmedGone: 'Wat u had ingevuld, is niet meer bewaard. Vul het opnieuw in.',
  noPassword: 'U meldt zich zonder wachtwoord aan. U kunt er ook een instellen.',
  confirm: 'Bevestigen',
  passwordWrong: 'Het wachtwoord klopt niet.',
  currentPassword: 'Huidig wachtwoord',
  changePassword: 'Wachtwoord wijzigen',
  passwordChanged: 'Uw wachtwoord is gewijzigd. U bent overal elders uitgelogd.',
  appTitle: 'Authenticator-app',
  appOn: 'Bij het inloggen wordt om een code uit uw app gevraagd.',
  appOff: 'Met een authenticatie-app kan niemand inloggen met alleen uw wachtwoord.',
  appAdd: 'Authenticator-app toevoegen',
  appScan: 'Scan deze code met uw app.',
  appType: 'Of typ deze sleutel in:',
  appConfirm: 'Inschakelen',
  appRemove: 'App verwijderen',
  appRemoved: 'De app is verwijderd. Uw wachtwoord is genoeg om in te loggen.',
  codesTitle: 'Uw herstelcodes',
  codesLead:
    'Druk ze af of bewaar ze op een veilige plaats. Elke code vervangt één keer een code van de app. Ze worden niet opnieuw getoond.',
  codesKept: 'Ik heb ze bewaard',
  codesLeft: 'Resterende herstelcodes: {count}',
  newCodes: 'Nieuwe herstelcodes maken',
  sessions: 'Waar u bent ingelogd',
  thisOne: 'deze browser',
  lastUsed: 'laatst gebruikt op {date}',
  endSession: 'Uitloggen',
  endOthers: 'Overal elders uitloggen',
  sessionEnded: 'Uitgelogd op dat apparaat.',
  back: 'Terug naar beveiliging',
};
