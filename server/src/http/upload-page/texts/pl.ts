import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const pl: UploadPageTexts = {
  title: (sender) => (sender === undefined ? 'Prośba o pliki' : `${sender} prosi Cię o pliki`),
  until: 'Otwarte do',
  limits: (count, size) =>
    plural('pl', count, {
      one: 'Najwyżej {count} plik',
      few: 'Najwyżej {count} pliki',
      other: 'Najwyżej {count} plików',
    }) + (size === undefined ? '' : `, łącznie ${size}`),
  fileLimit: (size) => `Każdy plik najwyżej ${size}`,
  drop: 'Upuść pliki tutaj lub',
  choose: 'Wybierz pliki',
  message: 'Wiadomość (opcjonalnie)',
  send: 'Wyślij',
  together:
    'Docierają wszystkie pliki razem albo żaden. Nie zamykaj strony, dopóki nie zostaną wysłane.',
  sentTitle: 'Twoje pliki dotarły',
  leftOut: 'Tych plików nie wysłano',
  sentAt: 'Wysłano',
  told: (sender) =>
    sender === undefined ? 'Odbiorca został powiadomiony.' : `Powiadomiono: ${sender}.`,
  more: 'Wyślij więcej',
  full: 'Wysłano już tyle, ile przyjmuje ta strona. Aby wysłać więcej, poproś o nowy link.',
  begun: {
    title: 'Jeszcze nie wysłano',
    whole: 'Dotarł, jeszcze nie wysłano',
    part: (share) => `Dotarło ${share}. Wybierz ten plik ponownie, aby kontynuować.`,
  },
  unexpected: {
    title: 'Nie spodziewasz się tego?',
    text: 'Zanim coś wyślesz, zapytaj wymienioną wyżej osobę w inny sposób, na przykład telefonicznie. Link jest tylko dla Ciebie, więc nie przekazuj go dalej.',
  },
  ended: {
    title: 'Ta strona nie jest już otwarta',
    text: 'Mógł minąć jej czas albo link nie został otwarty w całości. Sprawdź link w wiadomości lub poproś nadawcę o nowy. To, co wysłano wcześniej, dotarło.',
  },
  refusals: {
    tooLarge:
      'To więcej, niż przyjmuje ta strona. Nic nie zostało wysłane. Wybierz mniej plików lub mniejsze.',
    noFiles: 'Nie wybrano pliku. Wybierz co najmniej jeden, a potem wyślij.',
    invalid:
      'Nazwa pliku lub wiadomość zawiera coś, czego nie można użyć. Nic nie zostało wysłane. Zmień to i wyślij ponownie.',
    noSpace: 'W tej chwili nie ma miejsca na pliki. Nic nie zostało wysłane. Spróbuj później.',
    ended: 'Strona została zamknięta w trakcie wysyłania. Nic nie zostało wysłane.',
    locked:
      'Ta strona wymaga nowego kodu. Nic jeszcze nie zostało wysłane, a to, co dotarło, jest zachowane: odśwież stronę, wpisz kod i kontynuuj.',
    failed: 'Nie udało się. Nic nie zostało wysłane. Spróbuj ponownie za kilka minut.',
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
    waiting: 'Połączenie zostało przerwane. Wysyłanie ruszy samo, gdy tylko wróci.',
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
    badName: 'Nie można użyć tej nazwy, plik nie zostanie wysłany',
    fileTooLarge: 'Za duży, nie zostanie wysłany',
    tooManyFiles: 'Za dużo plików, nie zostanie wysłany',
    noRoom: 'Brak miejsca, nie zostanie wysłany',
  },
};
