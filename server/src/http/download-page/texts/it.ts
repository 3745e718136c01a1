import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const italian: DownloadPageTexts = {
  skipToContent: 'Vai al contenuto',
  promise: 'I file sono conservati cifrati e vengono cancellati allo scadere del tempo.',
  language: 'Lingua',

  sentBy: ({ sender, count }) => `${sender} le ha inviato ${files(count)}`,
  sentThrough: ({ service, count }) => `${files(count)} per lei da ${service}`,
  sent: 'Inviato il',
  message: 'Messaggio',
  defaultMessage: 'Questi file sono per lei. Li scarichi prima che il tempo scada.',

  files: 'File',
  download: 'Scarica',
  fileListPages: 'Pagine dell’elenco dei file',
  shownFiles: ({ from, to, total }) => `File da ${from} a ${to} di ${total}`,
  previousFiles: 'File precedenti',
  nextFiles: 'File successivi',
  downloadAll: ({ size }) => `Scarica tutto (${size}, .zip)`,
  downloaded: 'Scaricato il',
  allDownloaded: 'Ha scaricato tutti i file.',
  checksums: 'Somme di controllo (SHA-256)',
  checksumsHelp:
    'Con una somma di controllo può dimostrare che un file è arrivato esattamente come è stato inviato.',

  availableUntil: 'Disponibile fino al',
  timeLeft: ({ duration }) => `tempo rimasto: ${duration}`,
  endsSoon: ({ count }) =>
    plural('it', count, {
      one: 'Questo file scade presto. Lo scarichi adesso.',
      other: 'Questi file scadono presto. Li scarichi adesso.',
    }),

  unexpected: 'Non se lo aspettava?',
  whatThisIs: ({ service }) =>
    `${service} trasmette file troppo grandi o troppo riservati per un’e-mail. Qualcuno le ha inviato questi file, e questa pagina è fatta solo per lei.`,
  whenInDoubt:
    'Se non conosce il mittente o ha dei dubbi, non apra i file. Chieda prima al mittente, in un modo che già conosce, per esempio per telefono.',
  keepTheLink: 'Non inoltri il link: chi lo possiede può scaricare i file.',
  report: ({ address }) => `Qualcosa le sembra sospetto? Scriva a: ${address}`,

  endedTitle: 'Questi file non sono più qui',
  endedReason: 'Il tempo è scaduto, il mittente li ha ritirati o il link non è completo.',
  endedAdvice:
    'Apra il link esattamente come si trova nell’e-mail. Se non funziona, chieda al mittente di inviare di nuovo i file.',
  waitTitle: 'Attenda un momento',
  waitAdvice:
    'Il servizio è occupato o ha ricevuto troppe richieste. Nulla è andato perso. Riprovi tra un minuto.',

  noReminder: {
    title: 'Nessun altro promemoria?',
    text: 'Non riceverà promemoria per questi file prima della scadenza. Il link nella sua e-mail continua a funzionare.',
    action: 'Non ricordarmelo',
    done: 'Non riceverà promemoria per questi file.',
  },

  noMail: {
    title: 'Nessun altro messaggio?',
    text: 'Scelga da chi non desidera più ricevere messaggi a questo indirizzo. Ciò che le è già stato inviato resta disponibile tramite il link.',
    fromSender: 'Nessun altro messaggio da questo mittente',
    fromAll: 'Nessun altro messaggio da nessuno',
    done: 'Non riceverà altri messaggi.',
  },

  running: {
    downloading: 'Download in corso',
    checking: 'Controllo del file',
    checked: 'Scaricato e controllato: il file è arrivato esattamente come è stato inviato.',
    mismatch:
      'Il file non è arrivato come è stato inviato e non è stato salvato. Lo scarichi di nuovo.',
    brokeOff:
      'Il download si è interrotto. Prema di nuovo il pulsante: riprende da dove si è fermato.',
    offline:
      'È offline. Prema di nuovo il pulsante quando torna la connessione: il download riprende da dove si è fermato.',
    byBrowser: 'Il browser scarica da sé questo file di grandi dimensioni.',
  },
};

function files(count: number): string {
  return plural('it', count, { one: '1 file', many: '{count} di file', other: '{count} file' });
}
