import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} prosi Cię o pliki',
  titleUnnamed: 'Prośba o pliki',
  until: 'Otwarte do',
  limits: {
    one: 'Najwyżej {count} plik, łącznie {size}',
    few: 'Najwyżej {count} pliki, łącznie {size}',
    other: 'Najwyżej {count} plików, łącznie {size}',
  },
  limitsWithoutSize: {
    one: 'Najwyżej {count} plik',
    few: 'Najwyżej {count} pliki',
    other: 'Najwyżej {count} plików',
  },
  fileLimit: 'Najwyżej {size} na plik',
  drop: 'Upuść pliki tutaj lub',
  choose: 'Wybierz pliki',
  from: 'Twoje imię i nazwisko',
  message: 'Wiadomość (opcjonalnie)',
  send: 'Wyślij',
  together:
    'Wszystkie pliki docierają razem albo wcale. Nie zamykaj strony, dopóki nie zostaną wysłane.',
  sentTitle: 'Twoje pliki dotarły',
  leftOut: 'Tych plików nie wysłano',
  sentAt: 'Wysłano',
  told: 'Powiadomiono: {sender}.',
  toldUnnamed: 'Odbiorca został powiadomiony.',
  more: 'Wyślij więcej',
  full: 'Osiągnięto limit tej strony. Aby wysłać więcej, poproś o nowy link.',
  begun: {
    title: 'Jeszcze nie wysłano',
    whole: 'Przesłany, jeszcze nie wysłany',
    part: 'Przesłano {share}. Wybierz ten plik ponownie, aby wznowić.',
  },
  unexpected: {
    title: 'Nie spodziewasz się tego?',
    text: 'Zanim coś wyślesz, skontaktuj się z wymienioną wyżej osobą w inny sposób, na przykład telefonicznie. Link jest tylko dla Ciebie, więc nie udostępniaj go.',
  },
  ended: {
    title: 'Ta strona nie jest już dostępna',
    text: 'Mogła wygasnąć albo link jest niepełny. Otwórz cały link z e-maila lub poproś o nowy osobę, która go wysłała. Pliki wysłane wcześniej dotarły.',
  },
  refusals: {
    tooLarge:
      'To więcej, niż przyjmuje ta strona. Nic nie zostało wysłane. Wybierz mniej plików lub mniejsze.',
    noFiles: 'Nie wybrano pliku. Wybierz co najmniej jeden, a potem wyślij.',
    invalid:
      'Nazwa pliku lub wiadomość zawiera coś, czego nie można użyć. Nic nie zostało wysłane. Zmień to i wyślij ponownie.',
    noSpace: 'W tej chwili nie ma dość miejsca na pliki. Nic nie zostało wysłane. Spróbuj później.',
    ended: 'Strona została zamknięta w trakcie przesyłania plików. Nic nie zostało wysłane.',
    locked:
      'Ta strona wymaga nowego kodu. Nic jeszcze nie zostało wysłane, a przesłane pliki są zachowane: odśwież stronę, wpisz kod i kontynuuj.',
    failed: 'Coś poszło nie tak. Nic nie zostało wysłane. Spróbuj ponownie za kilka minut.',
  },
  script: {
    send: {
      one: 'Wyślij {count} plik',
      few: 'Wyślij {count} pliki',
      other: 'Wyślij {count} plików',
    },
    remove: 'Usuń',
    cancel: 'Anuluj',
    pause: 'Wstrzymaj',
    resume: 'Wznów',
    paused: 'Wstrzymano',
    waiting: 'Połączenie zostało przerwane. Wysyłanie zostanie wznowione automatycznie, gdy wróci.',
    total: 'Wszystkie pliki',
    sending: 'Wysyłanie',
    storing: 'Prawie gotowe: pliki są zapisywane.',
    left: 'pozostało {time}',
    stopped: 'Przerwano. Nic nie zostało wysłane. Pliki są nadal wybrane.',
    lost: 'Połączenie zostało przerwane. Nic nie zostało wysłane. Pliki są nadal wybrane: wyślij je ponownie.',
    checking: 'Połączenie zostało przerwane. Gdy wróci, zobaczysz tutaj, co dotarło.',
    alreadyChosen: 'jest już na liście.',
    emptyFolder: 'nie zawiera plików.',
    unreadable: 'nie można odczytać.',
    refused: {
      one: '{count} plik nie zostanie wysłany. Powód podano na liście.',
      few: '{count} pliki nie zostaną wysłane. Powód podano na liście.',
      other: '{count} plików nie zostanie wysłanych. Powód podano na liście.',
    },
    badName: 'Niedozwolona nazwa, plik nie zostanie wysłany',
    fileTooLarge: 'Za duży, nie zostanie wysłany',
    tooManyFiles: 'Za dużo plików, nie zostanie wysłany',
    noRoom: 'Brak miejsca, nie zostanie wysłany',
  },
};
