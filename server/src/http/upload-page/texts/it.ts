import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const it: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'Ti chiedono dei file' : `${sender} ti chiede dei file`,
  until: 'Aperta fino al',
  limits: (count, size) =>
    plural('it', count, { other: 'Al massimo {count} file' }) +
    (size === undefined ? '' : `, ${size} in tutto`),
  fileLimit: (size) => `Ogni file al massimo ${size}`,
  drop: 'Trascina qui i file oppure',
  choose: 'Scegli i file',
  message: 'Messaggio (facoltativo)',
  send: 'Invia',
  together: 'I file arrivano tutti insieme o nessuno. Tieni aperta la pagina finché sono inviati.',
  sentTitle: 'I tuoi file sono arrivati',
  leftOut: 'Questi file non sono stati inviati',
  sentAt: 'Inviato il',
  told: (sender) =>
    sender === undefined ? 'Il destinatario è stato avvisato.' : `È stato avvisato ${sender}.`,
  more: 'Invia altri file',
  full: 'Hai inviato tutto ciò che la pagina accetta. Chiedi un nuovo link per inviare altro.',
  begun: {
    title: 'Non ancora inviato',
    whole: 'Arrivato, non ancora inviato',
    part: (share) => `Arrivato il ${share}. Scegli di nuovo questo file per continuare.`,
  },
  unexpected: {
    title: 'Non se lo aspettava?',
    text: 'Prima di inviare qualcosa, chiedi alla persona indicata sopra in un altro modo, per esempio al telefono. Il link è solo per te: non inoltrarlo.',
  },
  ended: {
    title: 'Questa pagina non è più aperta',
    text: 'Forse il suo tempo è scaduto o il link non è stato aperto per intero. Controlla il link nel messaggio o chiedine uno nuovo a chi te lo ha mandato. Ciò che hai inviato prima è arrivato.',
  },
  refusals: {
    tooLarge:
      'È più di quanto la pagina accetti. Non è stato inviato nulla. Scegli meno file o file più piccoli.',
    noFiles: 'Nessun file scelto. Scegline almeno uno, poi invia.',
    invalid:
      'Il nome di un file o il messaggio contiene qualcosa che non si può usare. Non è stato inviato nulla. Cambialo e invia di nuovo.',
    noSpace: 'Al momento non c’è spazio per i file. Non è stato inviato nulla. Riprova più tardi.',
    ended: 'La pagina è stata chiusa durante l’invio. Non è stato inviato nulla.',
    locked:
      'Questa pagina richiede un nuovo codice. Non è stato ancora inviato nulla e ciò che è arrivato resta: ricarica la pagina, inserisci un codice e continua.',
    failed: 'Non ha funzionato. Non è stato inviato nulla. Riprova tra qualche minuto.',
  },
  script: {
    send: { one: 'Invia {count} file', other: 'Invia {count} file' },
    remove: 'Rimuovi',
    cancel: 'Annulla',
    pause: 'Sospendi',
    resume: 'Riprendi',
    paused: 'In pausa',
    waiting: 'La connessione è caduta. L’invio riprende da solo appena torna.',
    total: 'Tutti i file',
    sending: 'Invio in corso',
    storing: 'Quasi fatto: i file vengono salvati.',
    left: 'ancora {time}',
    stopped: 'Interrotto. Non è stato inviato nulla. I file sono ancora scelti.',
    lost: 'La connessione è caduta. Non è stato inviato nulla. I file sono ancora scelti: inviali di nuovo.',
    checking: 'La connessione è caduta. Appena torna, vedrai qui che cosa è arrivato.',
    alreadyChosen: 'è già nell’elenco.',
    emptyFolder: 'non contiene file.',
    unreadable: 'non si può leggere.',
    refused: {
      one: '{count} file non verrà inviato. L’elenco indica il motivo.',
      other: '{count} file non verranno inviati. L’elenco indica il motivo.',
    },
    badName: 'Questo nome non si può usare, non verrà inviato',
    fileTooLarge: 'Troppo grande, non sarà inviato',
    tooManyFiles: 'Troppi file, non sarà inviato',
    noRoom: 'Spazio finito, non sarà inviato',
  },
};
