import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('da', count, { one: '{count} fil', other: '{count} filer' });
}

export const da: MailTexts = {
  downloadSubject: (sender, files) => `${sender} har sendt dig ${filesOf(files)}`,
  downloadDefault: () => 'Du har fået filer. Åbn linket i denne mail for at hente dem.',
  downloadAction: (files) => plural('da', files, { one: 'Hent filen', other: 'Hent filerne' }),
  uploadSubject: (sender) => `${sender} beder dig om filer`,
  uploadDefault: () =>
    'Du bliver bedt om at sende filer. Åbn linket i denne mail for at uploade dem.',
  uploadAction: () => 'Send filer',
  reminderSubject: (sender, files) => `Påmindelse: ${sender} har sendt dig ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('da', files, {
      one: 'Du har ikke hentet filen endnu. Tiden er ved at løbe ud.',
      other: 'Du har ikke hentet filerne endnu. Tiden er ved at løbe ud.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('da', files, {
      one: 'har hentet din fil',
      other: 'har hentet dine {count} filer',
    })}`,
  receiptIntro: (date) => `Afsluttet: ${date}.`,
  receivedSubject: (contact, files) => `${contact} har svaret med ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('da', files, {
      one: 'Filen ligger i din indbakke. Hent den med det program, der bruger din API-nøgle: I browseren kan du kun se, hvad der er kommet.',
      other:
        'Filerne ligger i din indbakke. Hent dem med det program, der bruger din API-nøgle: I browseren kan du kun se, hvad der er kommet.',
    }),
  receivedAction: () => 'Se, hvad der er kommet',
  unfetchedSubject: (receiver, files) => `${receiver} har ikke hentet ${filesOf(files)}`,
  unfetchedIntro: (date) => `Tiden udløb: ${date}. Er der stadig brug for filerne? Send dem igen.`,
  moreFiles: (count) => plural('da', count, { other: 'og {count} til' }),
  orOpen: () => 'Eller åbn denne adresse i browseren:',
  availableUntil: (date) => `Tilgængelig indtil ${date}.`,
  uploadUntil: (date) => `Du kan sende filer indtil ${date}.`,
  messageGoesOn: () => 'Beskeden er længere. Hele teksten findes bag linket.',
  keepLink: () => 'Linket er kun til dig. Send det ikke videre.',
  unexpected: () =>
    'Ventede du ikke dette? Åbn ikke linket. Spørg afsenderen først, på en måde du allerede kender.',
  report: (address) => `Ser noget forkert ud? Skriv til: ${address}`,
  receiptReason: () => 'Du får denne mail, fordi kvitteringer er slået til for din konto.',
  receivedReason: () => 'Du får denne mail, fordi du har bedt om filer.',
  unfetchedReason: () => 'Du får denne mail, fordi påmindelser er slået til for din konto.',
  codeSubject: (sender) => `${sender}: din kode`,
  codeIntro: (code) => `Din kode: ${code}`,
  codeUntil: (date) => `Gælder til ${date}. Skriv den på siden, der bad om den.`,
  codeUnexpected: () =>
    'Har du ikke bedt om en kode? Så har en anden dit link. Giv ikke koden til nogen, og sig det til afsenderen.',
  codeSms: (code, serviceName) =>
    `${code} er din kode til ${serviceName}. Den gælder i 10 minutter. Giv den ikke til nogen.`,
  lockedSubject: (sender) => `${sender} har sendt dig filer`,
  lockedReminderSubject: (sender) => `Påmindelse: ${sender} har sendt dig filer`,
  lockedIntro: () =>
    'Det, der er sendt, vises, når du har skrevet en kode. Siden bag linket sender den til dig.',
  lockedAction: () => 'Åbn siden',
  undeliveredSubject: (receiver) => `Kunne ikke leveres: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('da', receivers, {
      one: '{count} modtager kunne ikke nås',
      other: '{count} modtagere kunne ikke nås',
    }),
  undeliveredIntro: () =>
    'Disse mails kunne ikke leveres. Kontrollér adresserne, eller kontakt modtagerne på en anden måde.',
  undeliveredUnwanted: () => 'vil ikke have flere mails',
  undeliveredReason: () => 'Du får denne mail, fordi du har sendt filer eller bedt om filer.',
  unfetchedManySubject: (receivers) =>
    plural('da', receivers, {
      one: '{count} modtager har ikke hentet dine filer',
      other: '{count} modtagere har ikke hentet dine filer',
    }),
  unfetchedManyIntro: () => 'Tiden er udløbet. Er der stadig brug for filerne? Send dem igen.',
  codesRefusedSubject: (receiver) => `Der er indtastet forkerte koder: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Der er indtastet ti forkerte koder via linket til denne modtager, den seneste: ${date}. En anden kan have linket. Spørg modtageren, og få linket spærret, hvis du er i tvivl.`,
  revokedSubject: () => 'Driftsansvarlig har afsluttet en af dine overførsler',
  revokedIntro: (date) => `Sendt: ${date}. Linkene virker ikke længere, og filerne kan ikke læses.`,
  revokedReceiverIntro: (date) => `Sendt: ${date}. Linket til denne modtager virker ikke længere.`,
  keyRotatedSubject: () => 'Din konto har fået en ny API-nøgle',
  accountDisabledSubject: () => 'Din konto er deaktiveret',
  accountEnabledSubject: () => 'Din konto er aktiv igen',
  accountIntro: (date) => `Dato: ${date}.`,
  securityReason: () =>
    'Du får denne mail, fordi den vedrører din kontos sikkerhed. Kontakt den driftsansvarlige, hvis du ikke ventede den.',
  unwanted: () => 'Vil du ikke have den slags mails? Stop dem her:',
  sentBy: (serviceName) => `Sendt af ${serviceName}.`,
};
