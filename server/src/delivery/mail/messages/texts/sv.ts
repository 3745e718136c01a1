import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('sv', count, { one: '{count} fil', other: '{count} filer' });
}

export const sv: MailTexts = {
  downloadSubject: (sender, files) => `${sender} har skickat ${filesOf(files)} till dig`,
  downloadDefault: () => 'Du har fått filer. Öppna länken i det här mejlet för att ladda ner dem.',
  downloadAction: (files) =>
    plural('sv', files, { one: 'Ladda ner filen', other: 'Ladda ner filerna' }),
  uploadSubject: (sender) => `${sender} ber dig om filer`,
  uploadDefault: () =>
    'Någon ber dig att skicka filer. Öppna länken i det här mejlet för att ladda upp dem.',
  uploadAction: () => 'Skicka filer',
  reminderSubject: (sender, files) =>
    `Påminnelse: ${sender} har skickat ${filesOf(files)} till dig`,
  reminderIntro: (files) =>
    plural('sv', files, {
      one: 'Du har inte laddat ner filen än. Tiden håller på att gå ut.',
      other: 'Du har inte laddat ner filerna än. Tiden håller på att gå ut.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('sv', files, {
      one: 'har laddat ner din fil',
      other: 'har laddat ner dina {count} filer',
    })}`,
  receiptIntro: (date) => `Klart: ${date}.`,
  receivedSubject: (contact, files) => `${contact} har svarat med ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('sv', files, {
      one: 'Filen ligger i din inkorg. Hämta den med programmet som använder din API-nyckel: i webbläsaren ser du bara vad som har kommit.',
      other:
        'Filerna ligger i din inkorg. Hämta dem med programmet som använder din API-nyckel: i webbläsaren ser du bara vad som har kommit.',
    }),
  receivedAction: () => 'Se vad som har kommit',
  unfetchedSubject: (receiver, files) => `${receiver} har inte laddat ner ${filesOf(files)}`,
  unfetchedIntro: (date) => `Tiden gick ut: ${date}. Behövs filerna fortfarande? Skicka dem igen.`,
  moreFiles: (count) => plural('sv', count, { other: 'och {count} till' }),
  orOpen: () => 'Eller öppna den här adressen i webbläsaren:',
  availableUntil: (date) => `Finns kvar till ${date}.`,
  uploadUntil: (date) => `Du kan skicka filer fram till ${date}.`,
  messageGoesOn: () => 'Meddelandet är längre. Hela texten finns bakom länken.',
  keepLink: () => 'Länken är bara till för dig. Skicka den inte vidare.',
  unexpected: () =>
    'Väntade du dig inte det här? Öppna inte länken. Fråga avsändaren först, på ett sätt du redan känner till.',
  report: (address) => `Ser något fel ut? Skriv till: ${address}`,
  receiptReason: () => 'Du får det här mejlet eftersom kvittenser är påslagna för ditt konto.',
  receivedReason: () => 'Du får det här mejlet eftersom du har bett om filer.',
  unfetchedReason: () => 'Du får det här mejlet eftersom påminnelser är påslagna för ditt konto.',
  codeSubject: (sender) => `${sender}: din kod`,
  codeIntro: (code) => `Din kod: ${code}`,
  codeUntil: (date) => `Gäller till ${date}. Skriv in den på sidan som bad om den.`,
  codeUnexpected: () =>
    'Har du inte bett om någon kod? Då har någon annan din länk. Ge inte koden till någon, och berätta för avsändaren.',
  codeSms: (code, serviceName) =>
    `${code} är din kod för ${serviceName}. Den gäller i 10 minuter. Ge den inte till någon.`,
  lockedSubject: (sender) => `${sender} har skickat filer till dig`,
  lockedReminderSubject: (sender) => `Påminnelse: ${sender} har skickat filer till dig`,
  lockedIntro: () =>
    'Det som skickats visas när du har skrivit in en kod. Sidan bakom länken skickar den till dig.',
  lockedAction: () => 'Öppna sidan',
  undeliveredSubject: (receiver) => `Kunde inte levereras: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('sv', receivers, {
      one: '{count} mottagare kunde inte nås',
      other: '{count} mottagare kunde inte nås',
    }),
  undeliveredIntro: () =>
    'De här mejlen kunde inte levereras. Kontrollera adresserna eller kontakta mottagarna på annat sätt.',
  undeliveredUnwanted: () => 'vill inte ha fler mejl',
  undeliveredReason: () =>
    'Du får det här mejlet eftersom du har skickat filer eller bett om filer.',
  unfetchedManySubject: (receivers) =>
    plural('sv', receivers, {
      one: '{count} mottagare har inte laddat ner dina filer',
      other: '{count} mottagare har inte laddat ner dina filer',
    }),
  unfetchedManyIntro: () => 'Tiden har gått ut. Behövs filerna fortfarande? Skicka dem igen.',
  codesRefusedSubject: (receiver) => `Fel koder har skrivits in: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Tio felaktiga koder har skrivits in via den här mottagarens länk, den senaste: ${date}. Någon annan kan ha länken. Fråga mottagaren och låt spärra länken om du är osäker.`,
  revokedSubject: () => 'Driftansvarig har avslutat en av dina överföringar',
  revokedIntro: (date) =>
    `Skickat: ${date}. Länkarna fungerar inte längre och filerna kan inte läsas.`,
  revokedReceiverIntro: (date) =>
    `Skickat: ${date}. Den här mottagarens länk fungerar inte längre.`,
  keyRotatedSubject: () => 'Ditt konto har fått en ny API-nyckel',
  accountDisabledSubject: () => 'Ditt konto har stängts av',
  accountEnabledSubject: () => 'Ditt konto är aktivt igen',
  accountIntro: (date) => `Datum: ${date}.`,
  securityReason: () =>
    'Du får det här mejlet eftersom det gäller säkerheten för ditt konto. Kontakta tjänstens driftansvariga om det kommer oväntat.',
  unwanted: () => 'Vill du inte ha sådana här mejl? Stoppa dem här:',
  sentBy: (serviceName) => `Skickat av ${serviceName}.`,
};
