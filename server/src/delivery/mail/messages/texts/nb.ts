import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('nb', count, { one: '{count} fil', other: '{count} filer' });
}

export const nb: MailTexts = {
  downloadSubject: (sender, files) => `${sender} har sendt deg ${filesOf(files)}`,
  downloadDefault: () => 'Du har fått filer. Åpne lenken i denne e-posten for å laste dem ned.',
  downloadAction: (files) =>
    plural('nb', files, { one: 'Last ned filen', other: 'Last ned filene' }),
  uploadSubject: (sender) => `${sender} ber deg om filer`,
  uploadDefault: () =>
    'Noen ber deg om å sende filer. Åpne lenken i denne e-posten for å laste dem opp.',
  uploadAction: () => 'Send filer',
  reminderSubject: (sender, files) => `Påminnelse: ${sender} har sendt deg ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('nb', files, {
      one: 'Du har ikke lastet ned filen ennå. Tiden er i ferd med å løpe ut.',
      other: 'Du har ikke lastet ned filene ennå. Tiden er i ferd med å løpe ut.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('nb', files, {
      one: 'har lastet ned filen din',
      other: 'har lastet ned de {count} filene dine',
    })}`,
  receiptIntro: (date) => `Fullført: ${date}.`,
  receivedSubject: (contact, files) => `${contact} har svart med ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('nb', files, {
      one: 'Filen ligger i innboksen din. Hent den med programmet som bruker API-nøkkelen din: I nettleseren ser du bare hva som har kommet.',
      other:
        'Filene ligger i innboksen din. Hent dem med programmet som bruker API-nøkkelen din: I nettleseren ser du bare hva som har kommet.',
    }),
  receivedAction: () => 'Se hva som har kommet',
  unfetchedSubject: (receiver, files) => `${receiver} har ikke lastet ned ${filesOf(files)}`,
  unfetchedIntro: (date) => `Tiden løp ut: ${date}. Trengs filene fortsatt? Send dem på nytt.`,
  moreFiles: (count) => plural('nb', count, { other: 'og {count} til' }),
  orOpen: () => 'Eller åpne denne adressen i nettleseren:',
  availableUntil: (date) => `Tilgjengelig til ${date}.`,
  uploadUntil: (date) => `Du kan sende filer frem til ${date}.`,
  messageGoesOn: () => 'Meldingen er lengre. Hele teksten finnes bak lenken.',
  keepLink: () => 'Lenken er bare til deg. Ikke send den videre.',
  unexpected: () =>
    'Ventet du ikke dette? Ikke åpne lenken. Spør avsenderen først, på en måte du allerede kjenner.',
  report: (address) => `Ser noe feil ut? Skriv til: ${address}`,
  receiptReason: () => 'Du får denne e-posten fordi kvitteringer er slått på for kontoen din.',
  receivedReason: () => 'Du får denne e-posten fordi du har bedt om filer.',
  unfetchedReason: () => 'Du får denne e-posten fordi påminnelser er slått på for kontoen din.',
  codeSubject: (sender) => `${sender}: koden din`,
  codeIntro: (code) => `Koden din: ${code}`,
  codeUntil: (date) => `Gjelder til ${date}. Skriv den inn på siden som ba om den.`,
  codeUnexpected: () =>
    'Har du ikke bedt om noen kode? Da har noen andre lenken din. Ikke gi koden til noen, og si fra til avsenderen.',
  codeSms: (code, serviceName) =>
    `${code} er koden din for ${serviceName}. Den gjelder i 10 minutter. Ikke gi den til noen.`,
  lockedSubject: (sender) => `${sender} har sendt deg filer`,
  lockedReminderSubject: (sender) => `Påminnelse: ${sender} har sendt deg filer`,
  lockedIntro: () =>
    'Det som er sendt, vises når du har skrevet inn en kode. Siden bak lenken sender den til deg.',
  lockedAction: () => 'Åpne siden',
  undeliveredSubject: (receiver) => `Kunne ikke leveres: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('nb', receivers, {
      one: '{count} mottaker kunne ikke nås',
      other: '{count} mottakere kunne ikke nås',
    }),
  undeliveredIntro: () =>
    'Disse e-postene kunne ikke leveres. Kontroller adressene, eller kontakt mottakerne på en annen måte.',
  undeliveredUnwanted: () => 'vil ikke ha flere e-poster',
  undeliveredReason: () => 'Du får denne e-posten fordi du har sendt filer eller bedt om filer.',
  unfetchedManySubject: (receivers) =>
    plural('nb', receivers, {
      one: '{count} mottaker har ikke lastet ned filene dine',
      other: '{count} mottakere har ikke lastet ned filene dine',
    }),
  unfetchedManyIntro: () => 'Tiden har løpt ut. Trengs filene fortsatt? Send dem på nytt.',
  codesRefusedSubject: (receiver) => `Feil koder er skrevet inn: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Ti feil koder er skrevet inn via lenken til denne mottakeren, den siste: ${date}. Noen andre kan ha lenken. Spør mottakeren, og få lenken sperret hvis du er i tvil.`,
  revokedSubject: () => 'Driftsansvarlig har avsluttet en av overføringene dine',
  revokedIntro: (date) => `Sendt: ${date}. Lenkene virker ikke lenger, og filene kan ikke leses.`,
  revokedReceiverIntro: (date) => `Sendt: ${date}. Lenken til denne mottakeren virker ikke lenger.`,
  keyRotatedSubject: () => 'Kontoen din har fått en ny API-nøkkel',
  accountDisabledSubject: () => 'Kontoen din er deaktivert',
  accountEnabledSubject: () => 'Kontoen din er aktiv igjen',
  accountIntro: (date) => `Dato: ${date}.`,
  securityReason: () =>
    'Du får denne e-posten fordi den gjelder sikkerheten til kontoen din. Kontakt den som drifter tjenesten hvis du ikke ventet dette.',
  unwanted: () => 'Vil du ikke ha slike e-poster? Stopp dem her:',
  sentBy: (serviceName) => `Sendt av ${serviceName}.`,
};
