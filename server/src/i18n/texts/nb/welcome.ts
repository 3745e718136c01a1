import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Send og motta filer trygt',
  about:
    '{service} leverer filer som er for store eller for fortrolige for e-post. Filene lagres kryptert og slettes når de utløper.',
  linkTitle: 'Du har fått en e-post med en lenke',
  link: 'Åpne hele lenken fra e-posten. Den er bare for deg, så ikke del den. Hvis du ikke kjenner avsenderen, må du ikke åpne den, men sjekke på en annen måte først.',
  accountTitle: 'Du har en konto',
  account:
    'Programmer bruker denne adressen etterfulgt av kontoens e-postadresse og en skråstrek, for eksempel:',
  noAccountTitle: 'Du vil ha en konto',
  noAccount: 'Kontoer opprettes av den som drifter tjenesten. Du kan ikke registrere deg her.',
  name: 'Velkommen',
};
