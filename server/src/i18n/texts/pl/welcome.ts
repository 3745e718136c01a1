import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Bezpieczne wysyłanie i odbieranie plików',
  about:
    '{service} dostarcza pliki zbyt duże lub zbyt poufne na e-mail. Pliki są przechowywane w postaci zaszyfrowanej i usuwane po wygaśnięciu.',
  linkTitle: 'Masz e-mail z linkiem',
  link: 'Otwórz cały link z e-maila. Jest tylko dla Ciebie, więc nie udostępniaj go. Jeśli nie znasz nadawcy, nie otwieraj linku i najpierw zapytaj w inny sposób.',
  accountTitle: 'Masz konto',
  account:
    'Programy używają tego adresu, po którym następują adres e-mail konta i ukośnik, na przykład:',
  noAccountTitle: 'Chcesz mieć konto',
  noAccount: 'Konta zakłada operator tej usługi. Nie można się tu zarejestrować.',
  name: 'Witamy',
};
