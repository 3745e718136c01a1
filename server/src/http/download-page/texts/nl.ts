import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const dutch: DownloadPageTexts = {
  skipToContent: 'Naar de inhoud',
  promise: 'Bestanden worden versleuteld bewaard en gewist wanneer hun tijd voorbij is.',
  language: 'Taal',

  sentBy: ({ sender, count }) => `${sender} heeft u ${files(count)} gestuurd`,
  sentThrough: ({ service, count }) => `${files(count)} voor u van ${service}`,
  sent: 'Verzonden',
  message: 'Bericht',
  defaultMessage: 'Deze bestanden zijn voor u bestemd. Download ze voordat hun tijd voorbij is.',

  files: 'Bestanden',
  download: 'Downloaden',
  fileListPages: 'Pagina’s van de bestandslijst',
  shownFiles: ({ from, to, total }) => `Bestanden ${from} tot en met ${to} van ${total}`,
  previousFiles: 'Vorige bestanden',
  nextFiles: 'Volgende bestanden',
  downloadAll: ({ size }) => `Alles downloaden (${size}, .zip)`,
  downloaded: 'Gedownload',
  allDownloaded: 'U hebt alle bestanden gedownload.',
  checksums: 'Controlesommen (SHA-256)',
  checksumsHelp:
    'Met een controlesom kunt u aantonen dat een bestand precies zo is aangekomen als het is verzonden.',

  availableUntil: 'Beschikbaar tot',
  timeLeft: ({ duration }) => `nog ${duration}`,
  endsSoon: ({ count }) =>
    plural('nl', count, {
      one: 'Dit bestand verloopt binnenkort. Download het nu.',
      other: 'Deze bestanden verlopen binnenkort. Download ze nu.',
    }),

  unexpected: 'Had u dit niet verwacht?',
  whatThisIs: ({ service }) =>
    `${service} brengt bestanden over die te groot of te vertrouwelijk zijn voor een e-mail. Iemand heeft u deze bestanden gestuurd, en deze pagina is alleen voor u gemaakt.`,
  whenInDoubt:
    'Kent u de afzender niet of twijfelt u, open de bestanden dan niet. Vraag het eerst aan de afzender, op een manier die u al kent, bijvoorbeeld per telefoon.',
  keepTheLink: 'Geef de link niet door: wie hem heeft, kan de bestanden downloaden.',
  report: ({ address }) => `Lijkt er iets niet te kloppen? Schrijf naar: ${address}`,

  endedTitle: 'Deze bestanden zijn hier niet meer',
  endedReason: 'Hun tijd is voorbij, de afzender heeft ze ingetrokken of de link is niet volledig.',
  endedAdvice:
    'Open de link precies zoals hij in de e-mail staat. Helpt dat niet, vraag de afzender dan om de bestanden opnieuw te sturen.',
  waitTitle: 'Een ogenblik geduld',
  waitAdvice:
    'De dienst is bezet of kreeg te veel verzoeken. Er is niets verloren. Probeer het over een minuut opnieuw.',

  noReminder: {
    title: 'Geen herinneringen meer?',
    text: 'U wordt niet meer aan deze bestanden herinnerd voordat hun tijd om is. De link in uw e-mail blijft werken.',
    action: 'Herinner mij niet',
    done: 'U wordt niet aan deze bestanden herinnerd.',
  },

  noMail: {
    title: 'Geen e-mails meer?',
    text: 'Kies van wie u op dit adres geen e-mails meer wilt. Wat al naar u is gestuurd, blijft bereikbaar via de link.',
    fromSender: 'Geen e-mails meer van deze afzender',
    fromAll: 'Geen e-mails meer, van niemand',
    done: 'U krijgt geen e-mails meer.',
  },

  running: {
    downloading: 'Bezig met downloaden',
    checking: 'Bestand wordt gecontroleerd',
    checked:
      'Gedownload en gecontroleerd: het bestand is precies zo aangekomen als het is verzonden.',
    mismatch:
      'Het bestand is niet aangekomen zoals het is verzonden en is niet opgeslagen. Download het opnieuw.',
    brokeOff:
      'De download is afgebroken. Druk nog eens op de knop: hij gaat verder waar hij stopte.',
    offline:
      'U bent offline. Druk nog eens op de knop zodra u weer verbinding hebt: de download gaat verder waar hij stopte.',
    byBrowser: 'Uw browser downloadt dit grote bestand zelf.',
  },
};

function files(count: number): string {
  return plural('nl', count, { one: '1 bestand', other: '{count} bestanden' });
}
