import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Logg inn',
  email: 'E-postadresse',
  password: 'Passord',
  submit: 'Logg inn',
  forgot: 'Glemt passordet?',
  refused: 'E-postadressen eller passordet er feil.',
  blocked: 'For mange forsøk. Vent et minutt, og prøv igjen.',
  signedOut: 'Du er logget ut.',
  insecureTitle: 'En sikker tilkobling kreves',
  insecureText:
    'Du kan bare logge inn på en adresse som begynner med https://. Spør den som drifter tjenesten.',
  joinTitle: 'Velkommen til {service}',
  joinLead: 'Oppgi navnet ditt og velg et passord. Deretter kan du sende filer og be om dem.',
  name: 'Navnet ditt',
  nameHint: 'De som får filer fra deg, ser det.',
  nameMissing: 'Oppgi navnet ditt.',
  nameLong: 'Navnet kan ha høyst {count} tegn.',
  newPassword: 'Nytt passord',
  passwordHint: 'Minst 12 tegn. Noen ord som ikke hører sammen, fungerer godt.',
  passwordShort: 'Passordet må ha minst {count} tegn.',
  passwordLong: 'Passordet er for langt.',
  passwordCommon:
    'Dette passordet prøver angripere først: vanlige ord, med eller uten sifre. Velg et annet.',
  passwordPattern:
    'Passordet er lett å gjette: Det gjentar tegn, følger tastaturet eller alfabetet eller består bare av sifre. Velg et annet.',
  passwordPersonal:
    'Passordet består av navnet ditt, e-postadressen din eller navnet på tjenesten. Velg et annet.',
  join: 'Opprett konto',
  joinWithoutPassword: 'Uten passord',
  joinWithPasskey: 'Opprett konto med en tilgangsnøkkel',
  joinPasskeyLost:
    'Hvis du mister tilgangsnøkkelen, velger du «Glemt passordet?» når du logger på: Vi sender deg en lenke for å velge et passord. Administratoren din kan også sende deg en.',
  joinWithProvider: 'Opprett konto med {provider}',
  joinPasskeyRefused:
    'Tilgangsnøkkelen ble ikke godtatt. Invitasjonen din gjelder fortsatt: Prøv igjen, eller velg et passord.',
  resetTitle: 'Velg et nytt passord',
  resetLead: 'Du blir da logget ut alle andre steder.',
  resetKeys: 'API-nøklene dine slutter å virke.',
  resetCodeLead: 'Kontoen er beskyttet av en autentiseringsapp. Skriv først inn en kode fra den.',
  resetKeepTitle: 'De andre måtene du logger inn på',
  resetKeepLead: 'Kryss av for det som er ditt og skal bli. Resten fjernes.',
  resetPasskey: 'Tilgangsnøkkelen «{name}», lagt til {date}',
  resetIdentity: '{name}, koblet til {date}',
  setPassword: 'Lagre passordet',
  endedTitle: 'Lenken fungerer ikke lenger',
  endedInvitation:
    'Den er brukt eller utløpt. Har du allerede et passord, logg inn. Be ellers den som drifter tjenesten om en ny invitasjon.',
  endedReset: 'Den er brukt eller utløpt. Be om en ny.',
  forgotTitle: 'Glemt passordet?',
  forgotLead: 'Oppgi e-postadressen din. Vi sender deg en lenke for å velge et nytt.',
  forgotPasskey: 'Det fungerer også hvis du har mistet tilgangsnøkkelen.',
  forgotSubmit: 'Send meg en lenke',
  emailMissing: 'Oppgi e-postadressen din.',
  forgotSentTitle: 'Sjekk e-posten din',
  forgotSentText:
    'Hvis det finnes en konto med denne adressen, er en lenke på vei. Den gjelder i én time.',
  codeTitle: 'Oppgi en kode',
  codeLead: 'Åpne autentiseringsappen og oppgi koden den viser.',
  codeLabel: 'Kode',
  codeHint: 'Ingen app for hånden? Oppgi en av gjenopprettingskodene dine.',
  codeRefused: 'Koden er feil eller allerede brukt. Oppgi den appen viser nå.',
  codeBlocked: 'For mange forsøk. Prøv igjen om 15 minutter.',
  setUpLead:
    'Innlogging krever et ekstra trinn her. Legg til en autentiseringsapp for å fortsette.',
  passkeyNeeded:
    'Et passord alene er ikke nok her: Logg inn med tilgangsnøkkelen din. Har du mistet den, tilbakestiller du passordet.',
  backToSignIn: 'Tilbake til innlogging',
};
