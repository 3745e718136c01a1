import type { Texts } from '../en/shape.ts';

export const download: Texts['download'] = {
  skipToContent: 'Vai al contenuto',
  promise: 'I file sono conservati cifrati ed eliminati alla scadenza.',
  language: 'Lingua',
  sentBy: {
    many: '{sender} le ha inviato {count} di file',
    other: '{sender} le ha inviato {count} file',
  },
  sentThrough: {
    many: '{count} di file per lei da {service}',
    other: '{count} file per lei da {service}',
  },
  sent: 'Inviato il',
  message: 'Messaggio',
  defaultMessage: 'Questi file sono per lei. Li scarichi prima che scadano.',
  files: 'File',
  download: 'Scarica',
  fileListPages: 'Pagine dell’elenco dei file',
  shownFiles: 'File da {from} a {to} di {total}',
  previousFiles: 'File precedenti',
  nextFiles: 'File successivi',
  downloadAll: 'Scarica tutto ({size}, .zip)',
  downloaded: 'Scaricato il',
  allDownloaded: 'Ha scaricato tutti i file.',
  checksums: 'Somme di controllo (SHA-256)',
  checksumsHelp:
    'Con una somma di controllo può verificare che un file sia arrivato esattamente come è stato inviato.',
  availableUntil: 'Disponibile fino al',
  timeLeft: 'ancora {duration}',
  endsSoon: {
    one: 'Questo file scade presto. Lo scarichi adesso.',
    other: 'Questi file scadono presto. Li scarichi adesso.',
  },
  unexpected: 'Non se lo aspettava?',
  whatThisIs:
    '{service} consegna file troppo grandi o troppo riservati per l’e-mail. Qualcuno le ha inviato questi file, e questa pagina è solo per lei.',
  whenInDoubt:
    'Se non conosce il mittente o ha dei dubbi, non apra i file. Verifichi prima con il mittente in un modo che già conosce, per esempio per telefono.',
  keepTheLink: 'Non condivida questo link: chiunque lo abbia può scaricare i file.',
  report: 'Qualcosa le sembra sospetto? Scriva a: {address}',
  endedTitle: 'Questi file non sono più disponibili',
  endedReason:
    'Potrebbero essere scaduti, il mittente potrebbe averli ritirati o il link potrebbe essere incompleto.',
  endedAdvice:
    'Apra il link completo dalla sua e-mail. Se non funziona, chieda al mittente di inviare di nuovo i file.',
  limitTitle: 'Limite di download raggiunto',
  limitAdvice:
    'Lo ha scaricato tutte le volte consentite dal mittente. Se le serve ancora, chieda al mittente di inviarlo di nuovo.',
  waitTitle: 'Attenda un momento',
  waitAdvice:
    'Il servizio è occupato o ha ricevuto troppe richieste. Nulla è andato perso. Riprovi tra un minuto.',
  noReminder: {
    title: 'Disattivare i promemoria?',
    text: 'Non riceverà promemoria per questi file prima della scadenza. Il link nella sua e-mail funziona ancora.',
    action: 'Non ricordarmelo',
    done: 'Non riceverà promemoria per questi file.',
  },
  noMail: {
    title: 'Disattivare i messaggi?',
    text: 'Scelga da chi non desidera più ricevere messaggi a questo indirizzo. I file che le sono già stati inviati restano disponibili tramite i loro link.',
    fromSender: 'Nessun altro messaggio da questo mittente',
    fromAll: 'Nessun altro messaggio da nessuno',
    done: 'Non riceverà altri messaggi.',
  },
  running: {
    downloading: 'Download in corso',
    checking: 'Verifica del file',
    checked: 'Scaricato e verificato: il file è arrivato esattamente come è stato inviato.',
    mismatch:
      'Il file non è arrivato come è stato inviato e non è stato salvato. Lo scarichi di nuovo.',
    brokeOff: 'La connessione è caduta. Il download riprende automaticamente.',
    busy: 'Il servizio è occupato. Il download riprende automaticamente.',
    offline: 'È offline. Il download riprende automaticamente quando torna la connessione.',
    byBrowser: 'Il browser sta scaricando questo file. Consulti il suo elenco dei download.',
    saved: 'Download completato.',
    notSaved:
      'Non è stato possibile salvare il file. Verifichi che ci sia spazio sufficiente, poi lo scarichi di nuovo.',
    cancel: 'Annulla',
    cancelled: 'Download annullato.',
  },
  find: 'Cerca un file per nome',
  findAction: 'Cerca',
  found: { one: '{count} file trovato.', other: '{count} file trovati.' },
  foundNone: 'Nessun nome di file contiene questo testo.',
  showAll: 'Mostra tutti i file',
  kinds: {
    picture: 'Immagine',
    video: 'Filmato',
    audio: 'File audio',
    text: 'Documento',
    table: 'Foglio di calcolo',
    slides: 'Presentazione',
    archive: 'Archivio',
    file: 'File',
  },
  view: 'Visualizza',
};
