import type { Texts } from '../en/shape.ts';

export const security: Texts['security'] = {
  title: 'Sicurezza',
  confirmTitle: 'Confermi che è lei',
  confirmLead:
    'Chiediamo di nuovo prima delle modifiche importanti. Ciò che ha scritto viene conservato.',
  confirmWithPasskey: 'Conferma con una passkey',
  confirmWithProvider: 'Conferma con {provider}',
  confirmNeedsScript:
    'Per confermare con una passkey, il suo browser deve supportarle e consentire gli script.',
  confirmNoWay:
    'Nessuno dei suoi modi di accedere funziona a questo indirizzo. Apra il servizio all’indirizzo in cui accede di solito oppure richieda nella pagina di accesso un link per impostare una password.',
  confirmPasskeyRefused: 'La passkey non è stata accettata. Riprovi o confermi in un altro modo.',
  confirmAway:
    'Riprovi tra un momento o confermi in un altro modo. Ciò che ha scritto viene conservato.',
  confirmAnotherWay: 'Conferma in un altro modo',
  confirmedTitle: 'Ha confermato che è lei',
  confirmedLead: 'Ciò che ha scritto è stato conservato. Continui per terminare.',
  confirmedContinue: 'Continua',
  confirmedGone: 'Ciò che ha scritto non è più conservato. Lo inserisca di nuovo.',
  noPassword: 'Lei accede senza password. Può anche impostarne una.',
  confirm: 'Conferma',
  passwordWrong: 'La password non è corretta.',
  currentPassword: 'Password attuale',
  changePassword: 'Cambia password',
  passwordChanged:
    'La password è stata cambiata. È stato disconnesso da tutti gli altri dispositivi.',
  appTitle: 'App di autenticazione',
  appOn: 'All’accesso le viene chiesto un codice della sua app.',
  appOff: 'Con un’app di autenticazione nessuno può accedere con la sola password.',
  appAdd: 'Aggiungi un’app di autenticazione',
  appScan: 'Scansioni questo codice con la sua app.',
  appType: 'Oppure digiti questa chiave:',
  appConfirm: 'Attiva',
  appRemove: 'Rimuovi l’app',
  appRemoved: 'L’app è stata rimossa. Per accedere basta la password.',
  codesTitle: 'I suoi codici di recupero',
  codesLead:
    'Li stampi o li conservi in un luogo sicuro. Ognuno sostituisce una volta un codice dell’app. Non verranno più mostrati.',
  codesKept: 'Li ho conservati',
  codesLeft: 'Codici di recupero rimasti: {count}',
  newCodes: 'Crea nuovi codici di recupero',
  sessions: 'Dove ha effettuato l’accesso',
  thisOne: 'questo browser',
  lastUsed: 'ultimo utilizzo: {date}',
  endSession: 'Disconnetti',
  endOthers: 'Disconnetti tutti gli altri',
  sessionEnded: 'Disconnesso da quel dispositivo.',
  back: 'Torna alla sicurezza',
};
