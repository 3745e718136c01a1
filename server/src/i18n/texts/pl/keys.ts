import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'Klucze API',
  lead: 'Skrypt loguje się Twoim adresem e-mail i jednym z tych kluczy, a potem działa w Twoim imieniu. Klucz nie daje dostępu do tych stron.',
  none: 'Nie masz kluczy API.',
  created: 'Utworzono {date}',
  validUntil: 'Ważny do {date}',
  lastUsed: 'Ostatnie użycie: {date}',
  neverUsed: 'Jeszcze nieużywany',
  newTitle: 'Nowy klucz API',
  name: 'Nazwa',
  nameHint: 'Do czego służy klucz, na przykład nazwa skryptu',
  lifetime: 'Ważny przez',
  replaceContacts:
    'Zezwól temu kluczowi zastąpić wszystkie moje kontakty (contacts_add.cgi). Skrypt, który chce tylko dodać jeden, usunąłby pozostałe.',
  replacesContacts: 'Może zastąpić wszystkie kontakty',
  create: 'Utwórz klucz API',
  revoke: 'Unieważnij',
  revokeTitle: 'Unieważnić ten klucz API?',
  revokeText: 'Skrypty, które go używają, nie będą mogły się zalogować. Tego nie można cofnąć.',
  revoked: 'Klucz API został unieważniony.',
  madeTitle: 'Twój nowy klucz API',
  madeText: 'Skopiuj go teraz i przechowuj w bezpiecznym miejscu. Nie zostanie pokazany ponownie.',
  tryIt: 'Wypróbuj go w terminalu. Pojawi się pytanie o klucz:',
  copy: 'Kopiuj klucz API',
  copied: 'Skopiowano',
  back: 'Wróć do kluczy API',
  problems: {
    name: 'Podaj nazwę o długości najwyżej 100 znaków, w jednym wierszu.',
    lifetime: 'Wybierz z listy, jak długo klucz jest ważny.',
    tooMany: 'Liczba Twoich kluczy API: {count}. Najpierw unieważnij jeden z nich.',
  },
};
