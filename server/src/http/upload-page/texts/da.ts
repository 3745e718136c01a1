import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const da: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'Du bliver bedt om filer' : `${sender} beder dig om filer`,
  until: 'Åben indtil',
  limits: (count, size) =>
    plural('da', count, { one: 'Op til {count} fil', other: 'Op til {count} filer' }) +
    (size === undefined ? '' : `, ${size} i alt`),
  fileLimit: (size) => `Hver fil højst ${size}`,
  drop: 'Slip filer her eller',
  choose: 'Vælg filer',
  message: 'Besked (valgfri)',
  send: 'Send',
  together: 'Alle filer når frem samlet, eller ingen. Hold siden åben, til de er sendt.',
  sentTitle: 'Dine filer er nået frem',
  leftOut: 'Disse filer blev ikke sendt',
  sentAt: 'Sendt',
  told: (sender) =>
    sender === undefined ? 'Modtageren har fået besked.' : `${sender} har fået besked.`,
  more: 'Send flere',
  full: 'Du har sendt så meget, som siden tager imod. Bed om et nyt link for at sende mere.',
  begun: {
    title: 'Ikke sendt endnu',
    whole: 'Nået frem, ikke sendt endnu',
    part: (share) => `${share} er nået frem. Vælg filen igen for at fortsætte.`,
  },
  unexpected: {
    title: 'Ventede du ikke dette?',
    text: 'Spørg personen ovenfor på en anden måde, for eksempel i telefonen, før du sender noget. Linket er kun til dig, så send det ikke videre.',
  },
  ended: {
    title: 'Siden er ikke længere åben',
    text: 'Tiden kan være gået, eller hele linket blev ikke åbnet. Tjek linket i mailen, eller bed afsenderen om et nyt. Det, du har sendt før, er nået frem.',
  },
  refusals: {
    tooLarge: 'Det er mere, end siden tager imod. Intet blev sendt. Vælg færre eller mindre filer.',
    noFiles: 'Ingen fil er valgt. Vælg mindst én, og send så.',
    invalid:
      'Et filnavn eller beskeden indeholder noget, der ikke kan bruges. Intet blev sendt. Ret det, og send igen.',
    noSpace: 'Der er ikke plads til filerne lige nu. Intet blev sendt. Prøv igen senere.',
    ended: 'Siden blev lukket, mens filerne var på vej. Intet blev sendt.',
    locked:
      'Siden kræver en ny kode. Intet er sendt endnu, og det, der er nået frem, er gemt: genindlæs siden, skriv en kode, og fortsæt.',
    failed: 'Det lykkedes ikke. Intet blev sendt. Prøv igen om et par minutter.',
  },
  script: {
    send: { one: 'Send {count} fil', other: 'Send {count} filer' },
    remove: 'Fjern',
    cancel: 'Annuller',
    pause: 'Pause',
    resume: 'Fortsæt',
    paused: 'Sat på pause',
    waiting:
      'Forbindelsen blev afbrudt. Afsendelsen fortsætter af sig selv, så snart den er tilbage.',
    total: 'Alle filer',
    sending: 'Sender',
    storing: 'Næsten færdig: filerne gemmes.',
    left: '{time} tilbage',
    stopped: 'Stoppet. Intet blev sendt. Filerne er stadig valgt.',
    lost: 'Forbindelsen blev afbrudt. Intet blev sendt. Filerne er stadig valgt: send dem igen.',
    checking: 'Forbindelsen blev afbrudt. Når den er tilbage, ser du her, hvad der nåede frem.',
    alreadyChosen: 'er allerede på listen.',
    emptyFolder: 'indeholder ingen filer.',
    unreadable: 'kan ikke læses.',
    refused: {
      one: '{count} fil bliver ikke sendt. Listen viser hvorfor.',
      other: '{count} filer bliver ikke sendt. Listen viser hvorfor.',
    },
    badName: 'Navnet kan ikke bruges, bliver ikke sendt',
    fileTooLarge: 'For stor, sendes ikke',
    tooManyFiles: 'For mange filer, sendes ikke',
    noRoom: 'Ikke mere plads, sendes ikke',
  },
};
