import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} le chiede dei file',
  titleUnnamed: 'Le sono stati chiesti dei file',
  until: 'Aperta fino al',
  limits: 'Fino a {count} file, {size} in totale',
  limitsWithoutSize: 'Fino a {count} file',
  fileLimit: 'Fino a {size} per file',
  drop: 'Trascini qui i file oppure',
  choose: 'Scegli i file',
  from: 'Il Suo nome',
  message: 'Messaggio (facoltativo)',
  send: 'Invia',
  together:
    'I file arrivano tutti insieme o nessuno. Tenga aperta la pagina finché non sono stati inviati.',
  sentTitle: 'I suoi file sono arrivati',
  leftOut: 'Questi file non sono stati inviati',
  sentAt: 'Inviato il',
  told: 'È stata inviata una notifica a {sender}.',
  toldUnnamed: 'Il destinatario è stato avvisato.',
  more: 'Invia altri file',
  full: 'Ha raggiunto il limite di questa pagina. Chieda un nuovo link per inviare altro.',
  begun: {
    title: 'Non ancora inviato',
    whole: 'Caricato, non ancora inviato',
    part: 'Caricato il {share}. Scelga di nuovo questo file per riprendere.',
  },
  unexpected: {
    title: 'Non se lo aspettava?',
    text: 'Prima di inviare qualcosa, verifichi con la persona indicata sopra in un altro modo, per esempio per telefono.',
    keepLink: 'Il link è solo per lei: non lo condivida.',
  },
  ended: {
    title: 'Questa pagina non è più disponibile',
    text: 'Potrebbe essere scaduta o il link potrebbe essere incompleto. Apra il link completo dalla sua e-mail o ne chieda uno nuovo a chi glielo ha inviato. I file già inviati sono arrivati.',
  },
  refusals: {
    tooLarge:
      'È più di quanto la pagina accetti. Non è stato inviato nulla. Scelga meno file o file più piccoli.',
    noFiles: 'Nessun file scelto. Ne scelga almeno uno, poi invii.',
    invalid:
      'Il nome di un file o il messaggio contiene qualcosa che non si può usare. Non è stato inviato nulla. Lo modifichi e invii di nuovo.',
    noSpace:
      'Al momento non c’è spazio sufficiente per i file. Non è stato inviato nulla. Riprovi più tardi.',
    ended: 'La pagina è stata chiusa durante il caricamento dei file. Non è stato inviato nulla.',
    locked:
      'Questa pagina richiede un nuovo codice. Non è stato ancora inviato nulla e i file caricati sono conservati: ricarichi la pagina, inserisca un codice e continui.',
    failed: 'Qualcosa è andato storto. Non è stato inviato nulla. Riprovi tra qualche minuto.',
  },
  script: {
    send: {
      one: 'Invia {count} file',
      other: 'Invia {count} file',
    },
    remove: 'Rimuovi',
    retry: 'Riprova',
    vanished: 'Il file è stato spostato o modificato sul suo dispositivo. Lo scelga di nuovo.',
    cancel: 'Annulla',
    pause: 'Metti in pausa',
    resume: 'Riprendi',
    paused: 'In pausa',
    waiting: 'La connessione è caduta. L’invio riprende automaticamente quando torna.',
    busy: 'Il servizio è occupato. L’invio riprende automaticamente.',
    total: 'Tutti i file',
    sending: 'Invio in corso',
    storing: 'Quasi fatto: i file vengono salvati.',
    left: 'ancora {time}',
    stopped: 'Interrotto. Non è stato inviato nulla. I file sono ancora scelti.',
    lost: 'La connessione è caduta. Non è stato inviato nulla. I file sono ancora scelti: li invii di nuovo.',
    checking: 'La connessione è caduta. Quando torna, vedrà qui che cosa è arrivato.',
    alreadyChosen: 'è già nell’elenco.',
    manyChosen: {
      one: '{count} file è già nell’elenco.',
      other: '{count} file sono già nell’elenco.',
    },
    emptyFolder: 'non contiene file.',
    unreadable: 'non si può leggere.',
    refused: {
      one: '{count} file non verrà inviato. L’elenco indica il motivo.',
      other: '{count} file non verranno inviati. L’elenco indica il motivo.',
    },
    badName: 'Nome non consentito, non verrà inviato',
    fileTooLarge: 'Troppo grande, non verrà inviato',
    tooManyFiles: 'Troppi file, non verrà inviato',
    noRoom: 'Spazio esaurito, non verrà inviato',
  },
};
