import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Riferimento',
  badRequest: {
    title: 'La richiesta non è stata compresa',
    nextStep: 'Torni indietro, ricarichi la pagina e riprovi.',
  },
  signIn: {
    title: 'Effettui l’accesso',
    nextStep: 'Ricarichi la pagina e inserisca il suo indirizzo e-mail e la sua chiave.',
  },
  forbidden: {
    title: 'Non ha accesso a questa pagina',
    nextStep:
      'Torni alla sua pagina e riparta da lì. Se la pagina è rimasta aperta a lungo, prima la ricarichi.',
  },
  notFound: {
    title: 'Non c’è nulla a questo indirizzo',
    nextStep:
      'Apra il link completo dalla sua e-mail. Se è scaduto, chieda al mittente di inviare di nuovo i file.',
  },
  wrongMethod: {
    title: 'Questo non funziona a questo indirizzo',
    nextStep: 'Torni indietro e usi i pulsanti e i link della pagina.',
  },
  conflict: {
    title: 'Nel frattempo qualcosa è cambiato',
    nextStep: 'Ricarichi la pagina per vedere lo stato attuale, poi riprovi.',
  },
  tooLarge: {
    title: 'È troppo grande',
    nextStep:
      'Invii meno file alla volta o file più piccoli, oppure chieda più spazio al gestore di questo servizio.',
  },
  tooMany: { title: 'Troppe richieste', nextStep: 'Attenda qualche minuto, poi riprovi.' },
  failed: {
    title: 'Qualcosa è andato storto da parte nostra',
    nextStep:
      'Riprovi tra qualche minuto. Se succede di nuovo, comunichi al gestore di questo servizio il riferimento qui sotto.',
  },
  busy: {
    title: 'Il servizio è occupato',
    nextStep: 'I suoi file sono al sicuro. Riprovi tra qualche minuto.',
  },
  otherRequest: {
    title: 'Non ha funzionato',
    nextStep:
      'Torni indietro e riprovi. Se succede di nuovo, contatti il gestore di questo servizio.',
  },
  otherFailure: {
    title: 'Il servizio non è disponibile al momento',
    nextStep: 'Riprovi tra qualche minuto.',
  },
};
