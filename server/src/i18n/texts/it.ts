import type { Texts } from './texts.ts';

export const it: Texts = {
  download: {
    skipToContent: 'Vai al contenuto',
    promise: 'I file sono conservati cifrati e vengono cancellati allo scadere del tempo.',
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
    defaultMessage: 'Questi file sono per lei. Li scarichi prima che il tempo scada.',
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
      'Con una somma di controllo può dimostrare che un file è arrivato esattamente come è stato inviato.',
    availableUntil: 'Disponibile fino al',
    timeLeft: 'tempo rimasto: {duration}',
    endsSoon: {
      one: 'Questo file scade presto. Lo scarichi adesso.',
      other: 'Questi file scadono presto. Li scarichi adesso.',
    },
    unexpected: 'Non se lo aspettava?',
    whatThisIs:
      '{service} trasmette file troppo grandi o troppo riservati per un’e-mail. Qualcuno le ha inviato questi file, e questa pagina è fatta solo per lei.',
    whenInDoubt:
      'Se non conosce il mittente o ha dei dubbi, non apra i file. Chieda prima al mittente, in un modo che già conosce, per esempio per telefono.',
    keepTheLink: 'Non inoltri il link: chi lo possiede può scaricare i file.',
    report: 'Qualcosa le sembra sospetto? Scriva a: {address}',
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
  },
  upload: {
    title: '{sender} ti chiede dei file',
    titleUnnamed: 'Ti chiedono dei file',
    until: 'Aperta fino al',
    limits: 'Al massimo {count} file, {size} in tutto',
    limitsWithoutSize: 'Al massimo {count} file',
    fileLimit: 'Ogni file al massimo {size}',
    drop: 'Trascina qui i file oppure',
    choose: 'Scegli i file',
    message: 'Messaggio (facoltativo)',
    send: 'Invia',
    together:
      'I file arrivano tutti insieme o nessuno. Tieni aperta la pagina finché sono inviati.',
    sentTitle: 'I tuoi file sono arrivati',
    leftOut: 'Questi file non sono stati inviati',
    sentAt: 'Inviato il',
    told: 'È stato avvisato {sender}.',
    toldUnnamed: 'Il destinatario è stato avvisato.',
    more: 'Invia altri file',
    full: 'Hai inviato tutto ciò che la pagina accetta. Chiedi un nuovo link per inviare altro.',
    begun: {
      title: 'Non ancora inviato',
      whole: 'Arrivato, non ancora inviato',
      part: 'Arrivato il {share}. Scegli di nuovo questo file per continuare.',
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
      noSpace:
        'Al momento non c’è spazio per i file. Non è stato inviato nulla. Riprova più tardi.',
      ended: 'La pagina è stata chiusa durante l’invio. Non è stato inviato nulla.',
      locked:
        'Questa pagina richiede un nuovo codice. Non è stato ancora inviato nulla e ciò che è arrivato resta: ricarica la pagina, inserisci un codice e continua.',
      failed: 'Non ha funzionato. Non è stato inviato nulla. Riprova tra qualche minuto.',
    },
    script: {
      send: {
        one: 'Invia {count} file',
        other: 'Invia {count} file',
      },
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
  },
  code: {
    title: '{sender} le ha inviato dei file',
    titleUnnamed: 'File per lei da {service}',
    lead: 'Questa pagina si apre con un codice. Mostra che è destinata proprio a lei.',
    unreachable:
      'Questa pagina si apre con un codice e non conosciamo alcun modo per inviarglielo. Chieda al mittente.',
    ask: 'Ricevere un codice',
    again: 'Il codice non è arrivato?',
    bySms: 'Inviarlo per SMS a {to}',
    byEmail: 'Inviarlo per e-mail a {to}',
    sent: 'Abbiamo inviato un codice di 8 cifre a {to}. Può impiegare un minuto ad arrivare ed è valido per 10 minuti.',
    label: 'Codice',
    form: '8 cifre',
    submit: 'Continua',
    wrong: {
      one: 'Il codice non è giusto. Le resta {tries} tentativo.',
      other: 'Il codice non è giusto. Le restano {tries} tentativi.',
    },
    spent: 'Il codice è stato inserito male troppe volte e non è più valido. Ne chieda uno nuovo.',
    expired: 'Il codice è scaduto. Ne chieda uno nuovo.',
    cookies:
      'Un codice funziona solo nel browser da cui è stato richiesto. Consenta i cookie per questa pagina, poi richieda un nuovo codice.',
    stuck: 'Finora nessun codice è arrivato a {to}. Attenda un po’ o ne chieda un altro.',
    wait: 'Per ora non si possono inviare altri codici a {to}. Attenda un’ora.',
  },
  mail: {
    downloadSubject: '{sender} le ha inviato {files} file',
    downloadDefault:
      'Le sono stati inviati dei file. Apra il link in questo messaggio per scaricarli.',
    downloadAction: {
      one: 'Scarica il file',
      other: 'Scarica i file',
    },
    uploadSubject: '{sender} le chiede dei file',
    uploadDefault:
      'Le viene chiesto di inviare dei file. Apra il link in questo messaggio per caricarli.',
    uploadAction: 'Invia file',
    reminderSubject: 'Promemoria: {sender} le ha inviato {files} file',
    reminderIntro: {
      one: 'Non ha ancora scaricato questo file. Il tempo sta per scadere.',
      other: 'Non ha ancora scaricato questi file. Il tempo sta per scadere.',
    },
    receiptSubject: {
      one: '{receiver} ha scaricato il file',
      other: '{receiver} ha scaricato tutti i file ({files})',
    },
    receiptIntro: 'Completato: {date}.',
    receivedSubject: '{contact} ha risposto con {files} file',
    receivedIntro: {
      one: 'Il file è nella posta in arrivo. Lo scarichi con il programma che usa la Sua chiave API: nel browser si vede solo che cosa è arrivato.',
      other:
        'I file sono nella posta in arrivo. Li scarichi con il programma che usa la Sua chiave API: nel browser si vede solo che cosa è arrivato.',
    },
    receivedAction: 'Vedi che cosa è arrivato',
    unfetchedSubject: '{receiver} non ha scaricato {files} file',
    unfetchedIntro: 'Il tempo è scaduto: {date}. I file servono ancora? Li invii di nuovo.',
    moreFiles: {
      one: 'e {count} altro',
      other: 'e altri {count}',
    },
    orOpen: 'Oppure apra questo indirizzo nel browser:',
    availableUntil: 'Scadenza: {date}.',
    uploadUntil: 'Termine per inviare i file: {date}.',
    messageGoesOn: 'Il messaggio è più lungo. Il testo completo si trova al link.',
    keepLink: 'Il link è personale. Non lo inoltri.',
    unexpected:
      'Non si aspettava questo messaggio? Non apra il link. Chieda prima al mittente, con un mezzo che già conosce.',
    report: 'Qualcosa le sembra sospetto? Scriva a: {address}',
    receiptReason:
      'Riceve questo messaggio perché le conferme di ricezione sono attive per questo account.',
    receivedReason: 'Riceve questo messaggio perché ha chiesto dei file.',
    unfetchedReason: 'Riceve questo messaggio perché i promemoria sono attivi per questo account.',
    codeSubject: '{sender}: il suo codice',
    codeIntro: 'Il suo codice: {code}',
    codeUntil: 'Valido fino al {date}. Lo inserisca nella pagina che lo ha chiesto.',
    codeUnexpected:
      'Non ha chiesto alcun codice? Allora qualcun altro ha il suo link. Non dia il codice a nessuno e avvisi il mittente.',
    codeSms: '{code} è il suo codice per {service}. È valido per 10 minuti. Non lo dia a nessuno.',
    lockedSubject: '{sender} le ha inviato dei file',
    lockedReminderSubject: 'Promemoria: {sender} le ha inviato dei file',
    lockedIntro:
      'Ciò che è stato inviato si vede dopo aver inserito un codice. La pagina del link glielo invia.',
    lockedAction: 'Apri la pagina',
    undeliveredSubject: 'Consegna non riuscita: {receiver}',
    undeliveredManySubject: {
      one: '{receivers} destinatario non raggiunto',
      other: '{receivers} destinatari non raggiunti',
    },
    undeliveredIntro:
      'Non è stato possibile consegnare questi messaggi. Controlli gli indirizzi o contatti i destinatari in altro modo.',
    undeliveredUnwanted: 'non desidera altri messaggi',
    undeliveredReason: 'Riceve questo messaggio perché ha inviato o chiesto dei file.',
    unfetchedManySubject: {
      one: '{receivers} destinatario non ha scaricato i file',
      other: '{receivers} destinatari non hanno scaricato i file',
    },
    unfetchedManyIntro: 'Il tempo è scaduto. I file servono ancora? Li invii di nuovo.',
    codesRefusedSubject: 'Sono stati inseriti codici errati: {receiver}',
    codesRefusedIntro:
      'Con il link di questo destinatario sono stati inseriti dieci codici errati, l’ultimo: {date}. Forse qualcun altro ha il link. Chieda al destinatario e, in caso di dubbio, faccia revocare il link.',
    revokedSubject: 'Il gestore ha terminato uno dei suoi invii',
    revokedIntro: 'Inviato: {date}. I link non funzionano più e i file non sono più leggibili.',
    revokedReceiverIntro: 'Inviato: {date}. Il link di questo destinatario non funziona più.',
    keyRotatedSubject: 'Il suo account ha una nuova chiave API',
    accountDisabledSubject: 'Il suo account è stato disattivato',
    accountEnabledSubject: 'Il suo account è di nuovo attivo',
    accountIntro: 'Data: {date}.',
    securityReason:
      'Riceve questo messaggio perché riguarda la sicurezza del suo account. Se non se lo aspettava, contatti il gestore del servizio.',
    unwanted: 'Non desidera più questi messaggi? Li blocchi qui:',
    sentBy: 'Inviato da {service}.',
  },
};
