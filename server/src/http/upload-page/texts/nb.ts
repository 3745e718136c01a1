import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const nb: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'Du blir bedt om filer' : `${sender} ber deg om filer`,
  until: 'Åpen til',
  limits: (count, size) =>
    plural('nb', count, { one: 'Inntil {count} fil', other: 'Inntil {count} filer' }) +
    (size === undefined ? '' : `, ${size} til sammen`),
  fileLimit: (size) => `Hver fil høyst ${size}`,
  drop: 'Slipp filer her eller',
  choose: 'Velg filer',
  message: 'Melding (valgfri)',
  send: 'Send',
  together: 'Alle filene kommer fram samlet, eller ingen. Hold siden åpen til de er sendt.',
  sentTitle: 'Filene dine har kommet fram',
  leftOut: 'Disse filene ble ikke sendt',
  sentAt: 'Sendt',
  told: (sender) =>
    sender === undefined ? 'Mottakeren har fått beskjed.' : `${sender} har fått beskjed.`,
  more: 'Send flere',
  full: 'Du har sendt så mye som siden tar imot. Be om en ny lenke for å sende mer.',
  begun: {
    title: 'Ikke sendt ennå',
    whole: 'Har kommet fram, ikke sendt ennå',
    part: (share) => `${share} har kommet fram. Velg filen på nytt for å fortsette.`,
  },
  unexpected: {
    title: 'Ventet du ikke dette?',
    text: 'Spør personen over på en annen måte, for eksempel på telefon, før du sender noe. Lenken er bare til deg, så ikke send den videre.',
  },
  ended: {
    title: 'Siden er ikke lenger åpen',
    text: 'Tiden kan være ute, eller så ble ikke hele lenken åpnet. Sjekk lenken i e-posten, eller be avsenderen om en ny. Det du har sendt tidligere, har kommet fram.',
  },
  refusals: {
    tooLarge: 'Det er mer enn siden tar imot. Ingenting ble sendt. Velg færre eller mindre filer.',
    noFiles: 'Ingen fil er valgt. Velg minst én, og send så.',
    invalid:
      'Et filnavn eller meldingen inneholder noe som ikke kan brukes. Ingenting ble sendt. Endre det og send på nytt.',
    noSpace: 'Det er ikke plass til filene akkurat nå. Ingenting ble sendt. Prøv igjen senere.',
    ended: 'Siden ble stengt mens filene var på vei. Ingenting ble sendt.',
    locked:
      'Siden trenger en ny kode. Ingenting er sendt ennå, og det som har kommet fram, er tatt vare på: last siden på nytt, skriv inn en kode og fortsett.',
    failed: 'Det gikk ikke. Ingenting ble sendt. Prøv igjen om noen minutter.',
  },
  script: {
    send: { one: 'Send {count} fil', other: 'Send {count} filer' },
    remove: 'Fjern',
    cancel: 'Avbryt',
    pause: 'Pause',
    resume: 'Fortsett',
    paused: 'Satt på pause',
    waiting: 'Forbindelsen ble brutt. Sendingen fortsetter av seg selv så snart den er tilbake.',
    total: 'Alle filer',
    sending: 'Sender',
    storing: 'Nesten ferdig: filene lagres.',
    left: '{time} igjen',
    stopped: 'Avbrutt. Ingenting ble sendt. Filene er fortsatt valgt.',
    lost: 'Forbindelsen ble brutt. Ingenting ble sendt. Filene er fortsatt valgt: send dem på nytt.',
    checking: 'Forbindelsen ble brutt. Når den er tilbake, ser du her hva som kom fram.',
    alreadyChosen: 'er allerede i listen.',
    emptyFolder: 'inneholder ingen filer.',
    unreadable: 'kan ikke leses.',
    refused: {
      one: '{count} fil blir ikke sendt. Listen viser hvorfor.',
      other: '{count} filer blir ikke sendt. Listen viser hvorfor.',
    },
    badName: 'Navnet kan ikke brukes, blir ikke sendt',
    fileTooLarge: 'For stor, blir ikke sendt',
    tooManyFiles: 'For mange filer, blir ikke sendt',
    noRoom: 'Ingen plass igjen, blir ikke sendt',
  },
};
