import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Accedi',
  email: 'Indirizzo e-mail',
  password: 'Password',
  submit: 'Accedi',
  forgot: 'Ha dimenticato la password?',
  refused: 'L’indirizzo e-mail o la password non è corretto.',
  blocked: 'Troppi tentativi. Attenda un minuto, poi riprovi.',
  signedOut: 'È uscito dal servizio.',
  insecureTitle: 'È necessaria una connessione sicura',
  insecureText:
    'Può accedere solo a un indirizzo che inizia con https://. Lo chieda al gestore del servizio.',
  joinTitle: 'Benvenuto: {service}',
  joinLead: 'Inserisca il suo nome e scelga una password. Poi potrà inviare e richiedere file.',
  name: 'Il suo nome',
  nameHint: 'Lo vede chi riceve i suoi file.',
  nameMissing: 'Inserisca il suo nome.',
  nameLong: 'Il nome può avere al massimo {count} caratteri.',
  newPassword: 'Nuova password',
  passwordHint: 'Almeno 12 caratteri. Vanno bene alcune parole senza legame tra loro.',
  passwordShort: 'La password deve avere almeno {count} caratteri.',
  passwordLong: 'Questa password è troppo lunga.',
  passwordCommon: 'Questa password è troppo comune e facile da indovinare. Ne scelga un’altra.',
  passwordPattern:
    'Questa password è facile da indovinare: ripete caratteri, segue la tastiera o l’alfabeto, oppure contiene solo cifre. Ne scelga un’altra.',
  passwordPersonal:
    'Questa password è composta dal suo nome, dal suo indirizzo e-mail o dal nome di questo servizio. Ne scelga un’altra.',
  join: 'Crea account',
  joinWithoutPassword: 'Senza password',
  joinWithPasskey: 'Crea account con una passkey',
  joinPasskeyLost:
    'Se perde la passkey, scelga «Ha dimenticato la password?» al momento dell’accesso: le invieremo un link per impostare una password. Anche il suo amministratore può inviargliene uno.',
  joinWithProvider: 'Crea account con {provider}',
  joinPasskeyRefused:
    'La passkey non è stata accettata. Il suo invito è ancora valido: riprovi o scelga una password.',
  resetTitle: 'Scelga una nuova password',
  resetLead: 'Dopo verrà disconnesso da tutti gli altri dispositivi.',
  resetKeys: 'Le sue chiavi API smetteranno di funzionare.',
  resetCodeLead:
    'Questo account è protetto da un’app di autenticazione. Inserisca prima un codice dell’app.',
  resetKeepTitle: 'Gli altri suoi modi di accedere',
  resetKeepLead: 'Selezioni ciò che è suo e deve restare. Il resto viene rimosso.',
  resetPasskey: 'Passkey «{name}», aggiunta il {date}',
  resetIdentity: '{name}, collegato il {date}',
  setPassword: 'Imposta password',
  endedTitle: 'Questo link non è più valido',
  endedInvitation:
    'È stato usato o è scaduto. Se ha già una password, acceda. Altrimenti chieda un nuovo invito al gestore del servizio.',
  endedReset: 'È stato usato o è scaduto. Ne richieda uno nuovo.',
  forgotTitle: 'Ha dimenticato la password?',
  forgotLead:
    'Inserisca il suo indirizzo e-mail: le invieremo un link per scegliere una nuova password.',
  forgotPasskey: 'Funziona anche se ha perso la passkey.',
  forgotSubmit: 'Inviami un link',
  emailMissing: 'Inserisca il suo indirizzo e-mail.',
  forgotSentTitle: 'Controlli la sua e-mail',
  forgotSentText:
    'Se esiste un account con questo indirizzo, un link è in arrivo. È valido per un’ora.',
  codeTitle: 'Inserisca un codice',
  codeLead: 'Apra la sua app di autenticazione e inserisca il codice mostrato.',
  codeLabel: 'Codice',
  codeHint: 'Non ha l’app a portata di mano? Inserisca uno dei suoi codici di recupero.',
  codeRefused: 'Questo codice è errato o già usato. Inserisca quello che l’app mostra ora.',
  codeBlocked: 'Troppi tentativi. Riprovi tra 15 minuti.',
  setUpLead:
    'Qui l’accesso richiede un secondo passaggio. Configuri un’app di autenticazione per continuare.',
  setUpPasskey: 'Oppure aggiunga una passkey',
  passkeyNeeded:
    'Qui una password da sola non basta: acceda con la sua passkey. Se l’ha persa, reimposti la password.',
  backToSignIn: 'Torna all’accesso',
};
