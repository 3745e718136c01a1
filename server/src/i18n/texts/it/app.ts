import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Menu principale',
  home: 'Home',
  send: 'Invia',
  sent: 'Inviati',
  requests: 'Richieste',
  inbox: 'Posta in arrivo',
  contacts: 'Contatti',
  settings: 'Impostazioni',
  security: 'Sicurezza',
  admin: 'Amministrazione',
  signOut: 'Esci',
  welcome: 'Benvenuto, {name}',
  problems: 'C’è un problema',
  backHome: 'Torna alla pagina iniziale',
  reference: 'Riferimento:',
  errors: {
    notFound: {
      title: 'Pagina non trovata',
      text: 'A questo indirizzo non c’è nulla, oppure non è suo.',
    },
    formExpired: {
      title: 'Questa pagina è troppo vecchia',
      text: 'Non è stato modificato nulla. Torni indietro, ricarichi la pagina e riprovi.',
    },
    signedOut: {
      title: 'La sessione è terminata',
      text: 'Ciò che ha caricato e ciò che è stato salvato è ancora qui. Acceda per continuare da dove era rimasto.',
    },
    tooMany: {
      title: 'Troppi tentativi',
      text: 'Attenda un minuto, poi riprovi.',
    },
    tooLarge: {
      title: 'È troppo grande',
      text: 'Non è stato modificato nulla. Torni indietro e invii meno alla volta.',
    },
    busy: {
      title: 'Il servizio è occupato',
      text: 'I suoi file sono al sicuro. Riprovi tra qualche minuto.',
    },
    failed: {
      title: 'Non ha funzionato',
      text: 'Riprovi. Se succede ancora, contatti il gestore del servizio.',
    },
  },
};
