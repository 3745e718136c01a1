import type { Texts } from '../en/shape.ts';

export const download: Texts['download'] = {
  skipToContent: 'Naar de inhoud',
  promise: 'Bestanden worden versleuteld bewaard en verwijderd wanneer ze verlopen.',
  language: 'Taal',
  sentBy: {
    one: '{sender} heeft u {count} bestand gestuurd',
    other: '{sender} heeft u {count} bestanden gestuurd',
  },
  sentThrough: {
    one: '{count} bestand voor u van {service}',
    other: '{count} bestanden voor u van {service}',
  },
  sent: 'Verzonden',
  message: 'Bericht',
  defaultMessage: 'Deze bestanden zijn voor u. Download ze voordat ze verlopen.',
  files: 'Bestanden',
  download: 'Downloaden',
  fileListPages: 'Pagina’s van de bestandslijst',
  shownFiles: 'Bestanden {from} tot en met {to} van {total}',
  previousFiles: 'Vorige bestanden',
  nextFiles: 'Volgende bestanden',
  downloadAll: 'Alles downloaden ({size}, .zip)',
  downloaded: 'Gedownload',
  allDownloaded: 'U hebt alle bestanden gedownload.',
  checksums: 'Controlesommen (SHA-256)',
  checksumsHelp:
    'Met een controlesom kunt u controleren of een bestand precies zo is aangekomen als het is verzonden.',
  availableUntil: 'Beschikbaar tot',
  timeLeft: 'nog {duration}',
  endsSoon: {
    one: 'Dit bestand verloopt binnenkort. Download het nu.',
    other: 'Deze bestanden verlopen binnenkort. Download ze nu.',
  },
  unexpected: 'Had u dit niet verwacht?',
  whatThisIs:
    '{service} bezorgt bestanden die te groot of te vertrouwelijk zijn voor e-mail. Iemand heeft u deze bestanden gestuurd, en deze pagina is alleen voor u.',
  whenInDoubt:
    'Kent u de afzender niet of twijfelt u, open de bestanden dan niet. Vraag het eerst aan de afzender, op een manier die u al kent, bijvoorbeeld per telefoon.',
  keepTheLink: 'Deel deze link niet: iedereen die hem heeft, kan de bestanden downloaden.',
  report: 'Lijkt er iets niet te kloppen? Schrijf naar: {address}',
  endedTitle: 'Deze bestanden zijn niet meer beschikbaar',
  endedReason:
    'Mogelijk zijn ze verlopen, heeft de afzender ze ingetrokken of is de link onvolledig.',
  endedAdvice:
    'Open de volledige link uit uw e-mail. Helpt dat niet, vraag de afzender dan om de bestanden opnieuw te sturen.',
  limitTitle: 'Downloadlimiet bereikt',
  limitAdvice:
    'U hebt dit zo vaak gedownload als de afzender toestaat. Vraag de afzender het opnieuw te verzenden als u het nog nodig hebt.',
  waitTitle: 'Een ogenblik geduld',
  waitAdvice:
    'De dienst is bezet of heeft te veel verzoeken gekregen. Er is niets verloren. Probeer het over een minuut opnieuw.',
  noReminder: {
    title: 'Herinneringen stoppen?',
    text: 'U wordt niet aan deze bestanden herinnerd voordat ze verlopen. De link in uw e-mail blijft werken.',
    action: 'Herinner mij niet',
    done: 'U wordt niet aan deze bestanden herinnerd.',
  },
  noMail: {
    title: 'E-mails stoppen?',
    text: 'Kies van wie u op dit adres geen e-mails meer wilt. Bestanden die al naar u zijn gestuurd, blijven via hun links beschikbaar.',
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
    brokeOff: 'De verbinding is verbroken. De download wordt automatisch hervat.',
    busy: 'De dienst is bezet. De download wordt automatisch hervat.',
    offline: 'U bent offline. De download wordt automatisch hervat zodra u weer online bent.',
    byBrowser: 'Uw browser downloadt dit bestand. Bekijk de lijst met downloads.',
    saved: 'Download voltooid.',
    notSaved:
      'Het bestand kon niet worden opgeslagen. Controleer of er genoeg ruimte is en download het opnieuw.',
    cancel: 'Annuleren',
    cancelled: 'Download geannuleerd.',
  },
  find: 'Bestand zoeken op naam',
  findAction: 'Zoeken',
  found: { one: '{count} bestand gevonden.', other: '{count} bestanden gevonden.' },
  foundNone: 'Geen enkele bestandsnaam bevat deze tekst.',
  showAll: 'Alle bestanden tonen',
  kinds: {
    picture: 'Afbeelding',
    video: 'Videobestand',
    audio: 'Geluidsbestand',
    text: 'Tekstdocument',
    table: 'Rekenblad',
    slides: 'Presentatie',
    archive: 'Archief',
    file: 'Bestand',
  },
  view: 'Bekijken',
};
