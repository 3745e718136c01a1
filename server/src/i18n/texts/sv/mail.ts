import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
  downloadSubject: {
    one: '{sender} har skickat {files} fil till dig',
    other: '{sender} har skickat {files} filer till dig',
  },
  downloadDefault: 'Du har fått filer. Öppna länken i det här mejlet för att ladda ner dem.',
  downloadAction: {
    one: 'Ladda ner filen',
    other: 'Ladda ner filerna',
  },
  uploadSubject: '{sender} ber dig om filer',
  uploadDefault:
    'Någon ber dig att skicka filer. Öppna länken i det här mejlet för att ladda upp dem.',
  uploadAction: 'Skicka filer',
  reminderSubject: {
    one: 'Påminnelse: {sender} har skickat {files} fil till dig',
    other: 'Påminnelse: {sender} har skickat {files} filer till dig',
  },
  reminderIntro: {
    one: 'Du har inte laddat ner filen än. Den går snart ut.',
    other: 'Du har inte laddat ner filerna än. De går snart ut.',
  },
  receiptSubject: {
    one: '{receiver} har laddat ner din fil',
    other: '{receiver} har laddat ner dina {files} filer',
  },
  receiptIntro: 'Klart: {date}.',
  receivedSubject: {
    one: '{contact} skickade {files} fil till dig',
    other: '{contact} skickade {files} filer till dig',
  },
  receivedIntro: {
    one: 'Filen ligger i din inkorg. Hämta den med programmet som använder din API-nyckel: i webbläsaren ser du bara vad som har kommit.',
    other:
      'Filerna ligger i din inkorg. Hämta dem med programmet som använder din API-nyckel: i webbläsaren ser du bara vad som har kommit.',
  },
  receivedAction: 'Se vad som har kommit',
  receivedInInbox: {
    one: 'Filen ligger i din inkorg.',
    other: 'Filerna ligger i din inkorg.',
  },
  receivedOpen: 'Öppna inkorgen',
  returnedSubject: {
    one: '{receiver} har tagit emot din fil',
    other: '{receiver} har tagit emot dina {files} filer',
  },
  returnedIntro: 'Mottaget: {date}. Spara det här mejlet som bekräftelse.',
  returnedReason: 'Du får det här mejlet eftersom du har skickat de här filerna.',
  unfetchedSubject: {
    one: '{receiver} har inte laddat ner {files} fil',
    other: '{receiver} har inte laddat ner {files} filer',
  },
  unfetchedIntro: 'Filerna gick ut: {date}. Skicka dem igen om de fortfarande behövs.',
  moreFiles: 'och {count} till',
  orOpen: 'Eller öppna den här adressen i webbläsaren:',
  availableUntil: 'Tillgängliga till {date}.',
  uploadUntil: 'Du kan skicka filer fram till {date}.',
  messageGoesOn: 'Meddelandet är längre. Öppna länken för att läsa hela.',
  keepLink: 'Länken är bara till för dig. Dela den inte.',
  unexpected:
    'Väntade du dig inte det här? Öppna inte länken. Kontrollera först med avsändaren på ett sätt du redan känner till.',
  report: 'Ser något fel ut? Skriv till: {address}',
  receiptOpen: 'Visa överföringen',
  receiptDrop: 'Överföring: {id}',
  receiptReason: 'Du får det här mejlet eftersom kvittenser är aktiverade för ditt konto.',
  receivedReason: 'Du får det här mejlet eftersom du har bett om filer.',
  unfetchedReason: 'Du får det här mejlet eftersom påminnelser är aktiverade för ditt konto.',
  codeSubject: 'Din kod för att öppna sidan från {sender}',
  codeIntro: 'Din kod: {code}',
  codeUntil: 'Gäller till {date}. Ange den på sidan som bad om den.',
  codeUnexpected:
    'Har du inte begärt någon kod? Då har någon annan din länk. Dela inte koden med någon, och meddela avsändaren.',
  codeSms: '{code} är din kod för {service}. Den gäller i 10 minuter. Dela den inte med någon.',
  lockedSubject: '{sender} har skickat filer till dig',
  lockedReminderSubject: 'Påminnelse: {sender} har skickat filer till dig',
  lockedIntro:
    'Du behöver en engångskod för att se filerna. Öppna sidan så skickar vi den till dig.',
  lockedAction: 'Öppna sidan',
  undeliveredSubject: 'Kunde inte levereras: {receiver}',
  undeliveredManySubject: '{receivers} mottagare kunde inte nås',
  undeliveredIntro:
    'De här mejlen kunde inte levereras. Kontrollera adresserna eller kontakta mottagarna på annat sätt.',
  undeliveredUnwanted: 'vill inte ha fler mejl',
  undeliveredReason: 'Du får det här mejlet eftersom du har skickat eller begärt filer.',
  unfetchedManySubject: '{receivers} mottagare har inte laddat ner dina filer',
  unfetchedManyIntro: 'Filerna har gått ut. Skicka dem igen om de fortfarande behövs.',
  codesRefusedSubject: 'Felaktiga koder har angetts: {receiver}',
  codesRefusedIntro:
    'Tio felaktiga koder har angetts via den här mottagarens länk, den senaste: {date}. Någon annan kan ha länken. Fråga mottagaren och låt återkalla länken om du är osäker.',
  codesUsedUpSubject: 'Inga koder kvar just nu: {receiver}',
  codesUsedUpIntro:
    'Så många koder har begärts via den här mottagarens länk att inga fler skickas på ett tag. Den senaste: {date}. Om mottagaren inte har begärt dem har någon annan länken: återkalla den och skicka en ny.',
  revokedSubject: 'Driftansvarig har avslutat en av dina överföringar',
  revokedIntro: 'Skickat: {date}. Länkarna fungerar inte längre och filerna kan inte läsas.',
  revokedReceiverIntro: 'Skickat: {date}. Den här mottagarens länk fungerar inte längre.',
  invitationSubject: 'Ditt konto hos {service}',
  invitationIntro:
    'Du är inbjuden att skicka och ta emot filer säkert. Välj ett lösenord för att börja.',
  invitationFrom:
    '{inviter} har bjudit in dig att skicka och ta emot filer säkert. Välj ett lösenord för att börja.',
  invitationAction: 'Välj ett lösenord',
  resetSubject: 'Välj ett nytt lösenord',
  resetIntro: 'Du bad om en länk för att välja ett nytt lösenord.',
  resetUnexpected: 'Bad du inte om det? Bortse då från mejlet: ditt lösenord ändras inte.',
  linkUntil: 'Länken fungerar en gång, till {date}.',
  keyRotatedSubject: 'Ditt konto har fått en ny API-nyckel',
  keyEndingSubject: 'En av dina API-nycklar upphör snart att gälla',
  keyEndingIntro:
    'Skript som använder dessa nycklar kan sedan inte längre logga in. Skapa nya nycklar i tid under Säkerhet, API-nycklar.',
  keyEndingItem: '{name}: giltig till {date}',
  passwordChangedSubject: 'Ditt lösenord har ändrats',
  passkeyAddedSubject: 'En lösennyckel har lagts till i ditt konto',
  passkeyRemovedSubject: 'En lösennyckel har tagits bort från ditt konto',
  identityLinkedSubject: 'En inloggningstjänst har kopplats till ditt konto',
  identityUnlinkedSubject: 'En inloggningstjänst har kopplats bort från ditt konto',
  authenticatorAddedSubject: 'En autentiseringsapp har lagts till i ditt konto',
  authenticatorRemovedSubject: 'Autentiseringsappen har tagits bort från ditt konto',
  recoveryCodesMadeSubject: 'Nya återställningskoder har skapats för ditt konto',
  signInCodesRefusedSubject: 'Fel koder har angetts vid inloggning på ditt konto',
  signInCodesRefusedAdvice:
    'Om det var du behöver du inte göra något. Annars känner någon till ditt lösenord eller kan läsa din e-post: byt båda lösenorden.',
  signInAttemptsSubject: 'Många felaktiga lösenord har angetts för ditt konto',
  signInAttemptsAdvice:
    'Ingen har kommit in med dem. Du kan logga in som vanligt där du har loggat in tidigare, och med en nyckel. Byt lösenord om det är kort eller används på andra ställen.',
  secondFactorRemovedSubject: 'En administratör har tagit bort autentiseringsappen från ditt konto',
  accountDisabledSubject: 'Ditt konto har stängts av',
  accountEnabledSubject: 'Ditt konto är aktivt igen',
  accountIntro: 'Datum: {date}.',
  securityReason:
    'Du får det här mejlet eftersom det gäller säkerheten för ditt konto. Kontakta tjänstens driftansvariga om det kommer oväntat.',
  unwanted: 'Vill du inte ha sådana här mejl? Avregistrera dig här:',
  sentBy: 'Skickat av {service}.',
};
