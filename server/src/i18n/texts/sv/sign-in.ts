import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Logga in',
  email: 'E-postadress',
  password: 'Lösenord',
  submit: 'Logga in',
  forgot: 'Glömt lösenordet?',
  refused: 'E-postadressen eller lösenordet är fel.',
  blocked: 'För många försök. Vänta en minut och försök sedan igen.',
  signedOut: 'Du är utloggad.',
  insecureTitle: 'En säker anslutning krävs',
  insecureText:
    'Du kan bara logga in på en adress som börjar med https://. Fråga tjänstens driftansvariga efter den.',
  joinTitle: 'Välkommen till {service}',
  joinLead: 'Ange ditt namn och välj ett lösenord. Sedan kan du skicka filer och be om dem.',
  name: 'Ditt namn',
  nameHint: 'De som får filer av dig ser det.',
  nameMissing: 'Ange ditt namn.',
  nameLong: 'Namnet får ha högst {count} tecken.',
  newPassword: 'Nytt lösenord',
  passwordHint: 'Minst 12 tecken. Några ord som inte hör ihop fungerar bra.',
  passwordShort: 'Lösenordet måste ha minst {count} tecken.',
  passwordLong: 'Lösenordet är för långt.',
  passwordCommon:
    'Det här lösenordet provar angripare först: vanliga ord, med eller utan siffror. Välj ett annat.',
  passwordPattern:
    'Lösenordet är lätt att gissa: det upprepar tecken, följer tangentbordet eller alfabetet eller består bara av siffror. Välj ett annat.',
  passwordPersonal:
    'Lösenordet består av ditt namn, din e-postadress eller tjänstens namn. Välj ett annat.',
  join: 'Skapa konto',
  joinWithoutPassword: 'Utan lösenord',
  joinWithPasskey: 'Skapa konto med en nyckel',
  joinPasskeyLost:
    'Om du förlorar nyckeln väljer du ”Glömt lösenordet?” när du loggar in: vi skickar en länk för att välja ett lösenord. Din administratör kan också skicka en.',
  joinWithProvider: 'Skapa konto med {provider}',
  joinPasskeyRefused:
    'Nyckeln godkändes inte. Din inbjudan gäller fortfarande: försök igen eller välj ett lösenord.',
  resetTitle: 'Välj ett nytt lösenord',
  resetLead: 'Du loggas då ut överallt annars.',
  resetKeys: 'Dina API-nycklar slutar fungera.',
  resetCodeLead: 'Kontot skyddas av en autentiseringsapp. Ange först en kod från den.',
  resetKeepTitle: 'Dina andra sätt att logga in',
  resetKeepLead: 'Kryssa för det som är ditt och ska vara kvar. Resten tas bort.',
  resetPasskey: 'Nyckeln ”{name}”, tillagd {date}',
  resetIdentity: '{name}, kopplad {date}',
  setPassword: 'Spara lösenordet',
  endedTitle: 'Länken fungerar inte längre',
  endedInvitation:
    'Den har använts eller gått ut. Har du redan ett lösenord, logga in. Be annars tjänstens driftansvariga om en ny inbjudan.',
  endedReset: 'Den har använts eller gått ut. Be om en ny.',
  forgotTitle: 'Glömt lösenordet?',
  forgotLead: 'Ange din e-postadress. Vi skickar en länk så att du kan välja ett nytt.',
  forgotPasskey: 'Det fungerar också om du har förlorat din nyckel.',
  forgotSubmit: 'Skicka en länk',
  emailMissing: 'Ange din e-postadress.',
  forgotSentTitle: 'Titta i din e-post',
  forgotSentText:
    'Om det finns ett konto med den adressen är en länk på väg. Den gäller i en timme.',
  codeTitle: 'Ange en kod',
  codeLead: 'Öppna din autentiseringsapp och ange koden som visas.',
  codeLabel: 'Kod',
  codeHint: 'Ingen app till hands? Ange en av dina återställningskoder.',
  codeRefused: 'Koden är fel eller redan använd. Ange den som appen visar nu.',
  codeBlocked: 'För många försök. Försök igen om 15 minuter.',
  setUpLead:
    'Här krävs ett andra steg vid inloggningen. Lägg till en autentiseringsapp för att fortsätta.',
  passkeyNeeded:
    'Här räcker det inte med lösenordet: logga in med din nyckel. Har du tappat bort den väljer du att återställa lösenordet.',
  backToSignIn: 'Tillbaka till inloggningen',
};
