import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Invii e riceva file in modo sicuro',
  about:
    '{service} consegna file troppo grandi o troppo riservati per l’e-mail. I file sono conservati cifrati ed eliminati alla scadenza.',
  linkTitle: 'Ha ricevuto un’e-mail con un link',
  link: 'Apra il link completo dalla sua e-mail. È solo per lei: non lo condivida. Se non conosce il mittente, non lo apra e verifichi prima in un altro modo.',
  accountTitle: 'Ha un account',
  account:
    'I programmi usano questo indirizzo, seguito dall’indirizzo e-mail dell’account e da una barra, per esempio:',
  noAccountTitle: 'Desidera un account',
  noAccount:
    'Gli account sono creati dal gestore di questo servizio. Qui non è possibile registrarsi.',
  name: 'Benvenuti',
};
