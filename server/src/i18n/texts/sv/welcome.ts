import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Skicka och ta emot filer säkert',
  about:
    '{service} levererar filer som är för stora eller för känsliga för e-post. Filerna lagras krypterade och raderas när de går ut.',
  linkTitle: 'Du har fått ett mejl med en länk',
  link: 'Öppna hela länken från mejlet. Den är bara till för dig, så dela den inte. Om du inte känner avsändaren, öppna den inte utan kontrollera först på ett annat sätt.',
  accountTitle: 'Du har ett konto',
  account:
    'Program använder den här adressen följd av kontots e-postadress och ett snedstreck, till exempel:',
  noAccountTitle: 'Du vill ha ett konto',
  noAccount: 'Konton skapas av den som driver tjänsten. Det går inte att registrera sig här.',
  name: 'Välkommen',
};
