import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Inloggen',
  email: 'E-mailadres',
  password: 'Wachtwoord',
  submit: 'Inloggen',
  forgot: 'Wachtwoord vergeten?',
  refused: 'Het e-mailadres of het wachtwoord klopt niet.',
  blocked: 'Te veel pogingen. Wacht een minuut en probeer het dan opnieuw.',
  signedOut: 'U bent uitgelogd.',
  insecureTitle: 'Een beveiligde verbinding is nodig',
  insecureText:
    'U kunt alleen inloggen op een adres dat met https:// begint. Vraag de beheerder van deze dienst ernaar.',
  joinTitle: 'Welkom bij {service}',
  joinLead: 'Vul uw naam in en kies een wachtwoord. Daarna kunt u bestanden versturen en opvragen.',
  name: 'Uw naam',
  nameHint: 'Wie bestanden van u krijgt, ziet deze naam.',
  nameMissing: 'Vul uw naam in.',
  nameLong: 'De naam mag hoogstens {count} tekens hebben.',
  newPassword: 'Nieuw wachtwoord',
  passwordHint: 'Minstens 12 tekens. Een paar woorden die niet bij elkaar horen, werkt goed.',
  passwordShort: 'Het wachtwoord moet minstens {count} tekens hebben.',
  passwordLong: 'Dit wachtwoord is te lang.',
  passwordCommon: 'Dit wachtwoord is te gewoon en gemakkelijk te raden. Kies een ander.',
  passwordPattern:
    'Dit wachtwoord is makkelijk te raden: het herhaalt tekens, volgt het toetsenbord of het alfabet of bestaat alleen uit cijfers. Kies een ander.',
  passwordPersonal:
    'Dit wachtwoord bestaat uit uw naam, uw e-mailadres of de naam van deze dienst. Kies een ander.',
  join: 'Account aanmaken',
  joinWithoutPassword: 'Zonder wachtwoord',
  joinWithPasskey: 'Account aanmaken met een toegangssleutel',
  joinPasskeyLost:
    'Bent u de toegangssleutel kwijt, kies dan bij het aanmelden ‘Wachtwoord vergeten?’: wij sturen u een link om een wachtwoord in te stellen. Uw beheerder kan u er ook een sturen.',
  joinWithProvider: 'Account aanmaken met {provider}',
  joinPasskeyRefused:
    'De toegangssleutel is niet geaccepteerd. Uw uitnodiging blijft geldig: probeer het opnieuw of kies een wachtwoord.',
  resetTitle: 'Kies een nieuw wachtwoord',
  resetLead: 'Daarna bent u overal elders uitgelogd.',
  resetKeys: 'Uw API-sleutels werken dan niet meer.',
  resetCodeLead:
    'Dit account is beveiligd met een authenticator-app. Voer eerst een code daaruit in.',
  resetKeepTitle: 'Uw andere manieren om in te loggen',
  resetKeepLead: 'Vink aan wat van u is en moet blijven. De rest wordt verwijderd.',
  resetPasskey: 'Toegangssleutel ‘{name}’, toegevoegd op {date}',
  resetIdentity: '{name}, gekoppeld op {date}',
  setPassword: 'Wachtwoord instellen',
  endedTitle: 'Deze link werkt niet meer',
  endedInvitation:
    'Hij is gebruikt of verlopen. Hebt u al een wachtwoord, log dan in. Vraag anders de beheerder van deze dienst om een nieuwe uitnodiging.',
  endedReset: 'Hij is gebruikt of verlopen. Vraag een nieuwe aan.',
  forgotTitle: 'Wachtwoord vergeten?',
  forgotLead: 'Vul uw e-mailadres in, dan sturen wij u een link om een nieuw wachtwoord te kiezen.',
  forgotPasskey: 'Dit werkt ook als u uw toegangssleutel kwijt bent.',
  forgotSubmit: 'Stuur mij een link',
  emailMissing: 'Vul uw e-mailadres in.',
  forgotSentTitle: 'Controleer uw e-mail',
  forgotSentText:
    'Als er een account met dit adres is, is er een link onderweg. Hij is een uur geldig.',
  codeTitle: 'Voer een code in',
  codeLead: 'Open uw authenticator-app en vul de getoonde code in.',
  codeLabel: 'Code',
  codeHint: 'Geen app bij de hand? Vul een van uw herstelcodes in.',
  codeRefused: 'Deze code klopt niet of is al gebruikt. Vul de code in die de app nu toont.',
  codeBlocked: 'Te veel pogingen. Probeer het over 15 minuten opnieuw.',
  setUpLead:
    'Inloggen vraagt hier om een tweede stap. Stel een authenticator-app in om door te gaan.',
  setUpPasskey: 'Of voeg een toegangssleutel toe',
  passkeyNeeded:
    'Een wachtwoord alleen is hier niet genoeg: log in met uw toegangssleutel. Bent u die kwijt, stel dan uw wachtwoord opnieuw in.',
  backToSignIn: 'Terug naar inloggen',
};
