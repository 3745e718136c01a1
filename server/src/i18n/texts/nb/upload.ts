import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} ber deg om filer',
  titleUnnamed: 'Du er bedt om å sende filer',
  until: 'Åpen til',
  limits: {
    one: 'Inntil {count} fil, {size} totalt',
    other: 'Inntil {count} filer, {size} totalt',
  },
  limitsWithoutSize: {
    one: 'Inntil {count} fil',
    other: 'Inntil {count} filer',
  },
  fileLimit: 'Inntil {size} per fil',
  drop: 'Slipp filer her eller',
  choose: 'Velg filer',
  from: 'Navnet ditt',
  message: 'Melding (valgfri)',
  send: 'Send',
  together:
    'Alle filene kommer fram samlet eller ikke i det hele tatt. Hold siden åpen til de er sendt.',
  sentTitle: 'Filene dine har kommet fram',
  leftOut: 'Disse filene ble ikke sendt',
  sentAt: 'Sendt',
  told: '{sender} er varslet.',
  toldUnnamed: 'Mottakeren er varslet.',
  more: 'Send flere',
  full: 'Du har nådd grensen for denne siden. Be om en ny lenke for å sende mer.',
  begun: {
    title: 'Ikke sendt ennå',
    whole: 'Lastet opp, ikke sendt ennå',
    part: '{share} lastet opp. Velg filen på nytt for å fortsette.',
  },
  unexpected: {
    title: 'Ventet du ikke dette?',
    text: 'Sjekk med personen over på en annen måte, for eksempel på telefon, før du sender noe. Lenken er bare for deg, så ikke del den.',
  },
  ended: {
    title: 'Siden er ikke lenger tilgjengelig',
    text: 'Den kan ha utløpt, eller lenken kan være ufullstendig. Åpne hele lenken fra e-posten, eller be den som sendte den, om en ny. Filer du allerede har sendt, har kommet fram.',
  },
  refusals: {
    tooLarge: 'Det er mer enn siden tar imot. Ingenting ble sendt. Velg færre eller mindre filer.',
    noFiles: 'Ingen fil er valgt. Velg minst én, og send så.',
    invalid:
      'Et filnavn eller meldingen inneholder noe som ikke kan brukes. Ingenting ble sendt. Endre det og send på nytt.',
    noSpace: 'Det er ikke nok plass til filene akkurat nå. Ingenting ble sendt. Prøv igjen senere.',
    ended: 'Siden ble stengt mens filene ble lastet opp. Ingenting ble sendt.',
    locked:
      'Siden trenger en ny kode. Ingenting er sendt ennå, og de opplastede filene er tatt vare på: last siden på nytt, skriv inn en kode og fortsett.',
    failed: 'Noe gikk galt. Ingenting ble sendt. Prøv igjen om noen minutter.',
  },
  script: {
    send: {
      one: 'Send {count} fil',
      other: 'Send {count} filer',
    },
    remove: 'Fjern',
    cancel: 'Avbryt',
    pause: 'Pause',
    resume: 'Gjenoppta',
    paused: 'Satt på pause',
    waiting: 'Forbindelsen ble brutt. Sendingen gjenopptas automatisk når den er tilbake.',
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
    badName: 'Ugyldig navn, blir ikke sendt',
    fileTooLarge: 'For stor, blir ikke sendt',
    tooManyFiles: 'For mange filer, blir ikke sendt',
    noRoom: 'Ingen plass igjen, blir ikke sendt',
  },
};
