import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Log ind',
  email: 'E-mailadresse',
  password: 'Adgangskode',
  submit: 'Log ind',
  forgot: 'Glemt adgangskoden?',
  refused: 'E-mailadressen eller adgangskoden er forkert.',
  blocked: 'For mange forsøg. Vent et minut, og prøv så igen.',
  signedOut: 'Du er logget ud.',
  insecureTitle: 'En sikker forbindelse er nødvendig',
  insecureText:
    'Du kan kun logge ind på en adresse, der begynder med https://. Spørg den driftsansvarlige.',
  joinTitle: 'Velkommen til {service}',
  joinLead: 'Angiv dit navn, og vælg en adgangskode. Derefter kan du sende filer og bede om dem.',
  name: 'Dit navn',
  nameHint: 'De, der får filer fra dig, ser det.',
  nameMissing: 'Angiv dit navn.',
  nameLong: 'Navnet må højst have {count} tegn.',
  newPassword: 'Ny adgangskode',
  passwordHint: 'Mindst 12 tegn. Nogle ord, der ikke hører sammen, fungerer godt.',
  passwordShort: 'Adgangskoden skal have mindst {count} tegn.',
  passwordLong: 'Adgangskoden er for lang.',
  passwordCommon:
    'Denne adgangskode prøver angribere først: almindelige ord, med eller uden tal. Vælg en anden.',
  passwordPattern:
    'Adgangskoden er nem at gætte: Den gentager tegn, følger tastaturet eller alfabetet eller består kun af tal. Vælg en anden.',
  passwordPersonal:
    'Adgangskoden består af dit navn, din e-mailadresse eller tjenestens navn. Vælg en anden.',
  join: 'Opret konto',
  joinWithoutPassword: 'Uden adgangskode',
  joinWithPasskey: 'Opret konto med en adgangsnøgle',
  joinPasskeyLost:
    'Hvis du mister adgangsnøglen, så vælg “Glemt adgangskoden?”, når du logger ind: Vi sender dig et link til at vælge en adgangskode. Din administrator kan også sende dig et.',
  joinWithProvider: 'Opret konto med {provider}',
  joinPasskeyRefused:
    'Adgangsnøglen blev ikke godkendt. Din invitation gælder stadig: Prøv igen, eller vælg en adgangskode.',
  resetTitle: 'Vælg en ny adgangskode',
  resetLead: 'Du bliver derefter logget ud alle andre steder.',
  resetKeys: 'Dine API-nøgler holder op med at virke.',
  setPassword: 'Gem adgangskoden',
  endedTitle: 'Linket virker ikke længere',
  endedInvitation:
    'Det er brugt eller udløbet. Har du allerede en adgangskode, så log ind. Bed ellers den driftsansvarlige om en ny invitation.',
  endedReset: 'Det er brugt eller udløbet. Bed om et nyt.',
  forgotTitle: 'Glemt adgangskoden?',
  forgotLead: 'Angiv din e-mailadresse. Vi sender dig et link, så du kan vælge en ny.',
  forgotPasskey: 'Det virker også, hvis du har mistet din adgangsnøgle.',
  forgotSubmit: 'Send mig et link',
  emailMissing: 'Angiv din e-mailadresse.',
  forgotSentTitle: 'Tjek din e-mail',
  forgotSentText:
    'Hvis der findes en konto med denne adresse, er et link på vej. Det gælder i en time.',
  codeTitle: 'Angiv en kode',
  codeLead: 'Åbn din godkendelsesapp, og angiv den kode, den viser.',
  codeLabel: 'Kode',
  codeHint: 'Ingen app ved hånden? Angiv en af dine gendannelseskoder.',
  codeRefused: 'Koden er forkert eller allerede brugt. Angiv den, appen viser nu.',
  codeBlocked: 'For mange forsøg. Prøv igen om 15 minutter.',
  backToSignIn: 'Tilbage til login',
};
