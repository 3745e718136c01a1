import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Twoje konto',
  timeZone: 'Godziny na tej stronie podano w strefie czasowej {zone}.',
  glance: 'W skrócie',
  live: 'Dostępne przesyłki',
  tray: 'Pliki jeszcze niewysłane',
  programHelp: 'Jak program korzysta z tego konta',
  tokenHelp:
    'Każda operacja wymaga nagłówka CSRF-Token. Jego wartość znajduje się w ukrytym polu tej strony i pozostaje ważna, dopóki jest używana. Polecenia na tej stronie pytają o klucz API i odczytują token ze zmiennej $TOKEN:',
  contactsHint:
    'Dodaj za pomocą contacts_add.cgi osoby, z którymi wymieniasz pliki. Przesyłka wymaga co najmniej jednego kontaktu.',
  noShared: 'Operator nie udostępnia kontaktów.',
  receivers: 'Odbiorcy następnej przesyłki',
  noReceivers: 'Nikogo jeszcze nie wybrano.',
  receiversHint:
    'Wybierz za pomocą receivers_set.cgi, kto otrzyma następną przesyłkę. Wybór dotyczy jednej przesyłki.',
  type: 'Typ',
  uploaded: 'Przesłano',
  removed: 'Zostanie usunięty',
  noFiles: 'Żadne pliki nie czekają na wysłanie.',
  filesHint:
    'Prześlij plik za pomocą upload.cgi. Pozostanie tutaj, dopóki go nie wyślesz, nie usuniesz lub nie wygaśnie.',
  historyHint:
    'Wybierz odbiorcę, prześlij plik, pobierz listę za pomocą get_files.cgi i wyślij za pomocą createdrop.cgi. Każda przesyłka pozostaje na tej liście.',
  arrived: 'Otrzymano',
  token: 'Token pobierania',
  fetchHint:
    'Pliki pobiera program, który używa klucza API tego konta. Przeglądarka nie może ich tutaj pobrać.',
  inboxHint:
    'Tutaj pojawiają się pliki, które inni wysyłają na Twój adres. Aby poprosić kogoś o pliki, wybierz tę osobę jako odbiorcę i daj jej dostęp do przesyłania za pomocą givedrop.cgi.',
  more: {
    one: '{count} kolejny wpis nie jest tu pokazany.',
    few: '{count} kolejne wpisy nie są tu pokazane.',
    many: '{count} kolejnych wpisów nie jest tu pokazanych.',
    other: '{count} kolejnego wpisu nie jest tu pokazane.',
  },
};
