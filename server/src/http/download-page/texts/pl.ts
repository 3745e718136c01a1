import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const polish: DownloadPageTexts = {
  skipToContent: 'Przejdź do treści',
  promise: 'Pliki są przechowywane w postaci zaszyfrowanej i usuwane po upływie ich czasu.',
  language: 'Język',

  sentBy: ({ sender, count }) => `${sender} przesyła Ci ${files(count)}`,
  sentThrough: ({ service, count }) => `${files(count)} dla Ciebie od ${service}`,
  sent: 'Wysłano',
  message: 'Wiadomość',
  defaultMessage: 'Te pliki są przeznaczone dla Ciebie. Pobierz je, zanim upłynie ich czas.',

  files: 'Pliki',
  download: 'Pobierz',
  fileListPages: 'Strony listy plików',
  shownFiles: ({ from, to, total }) => `Pliki od ${from} do ${to} z ${total}`,
  previousFiles: 'Poprzednie pliki',
  nextFiles: 'Następne pliki',
  downloadAll: ({ size }) => `Pobierz wszystkie (${size}, .zip)`,
  downloaded: 'Pobrano',
  allDownloaded: 'Wszystkie pliki zostały pobrane.',
  checksums: 'Sumy kontrolne (SHA-256)',
  checksumsHelp:
    'Suma kontrolna pozwala wykazać, że plik dotarł dokładnie taki, jaki został wysłany.',

  availableUntil: 'Dostępne do',
  timeLeft: ({ duration }) => `pozostało: ${duration}`,
  endsSoon: ({ count }) =>
    plural('pl', count, {
      one: 'Ten plik wkrótce wygaśnie. Pobierz go teraz.',
      other: 'Te pliki wkrótce wygasną. Pobierz je teraz.',
    }),

  unexpected: 'Nie spodziewasz się tych plików?',
  whatThisIs: ({ service }) =>
    `${service} przekazuje pliki zbyt duże lub zbyt poufne na e-mail. Ktoś przesłał Ci te pliki, a ta strona powstała tylko dla Ciebie.`,
  whenInDoubt:
    'Jeśli nie znasz nadawcy lub masz wątpliwości, nie otwieraj plików. Najpierw zapytaj nadawcę w sposób, który już znasz, na przykład przez telefon.',
  keepTheLink: 'Nie przekazuj linku dalej: każdy, kto go ma, może pobrać pliki.',
  report: ({ address }) => `Coś wygląda podejrzanie? Napisz na adres: ${address}`,

  endedTitle: 'Tych plików już tu nie ma',
  endedReason: 'Ich czas upłynął, nadawca je wycofał albo link jest niepełny.',
  endedAdvice:
    'Otwórz link dokładnie tak, jak podano w e-mailu. Jeśli to nie pomoże, poproś nadawcę o ponowne wysłanie plików.',
  waitTitle: 'Poczekaj chwilę',
  waitAdvice:
    'Usługa jest zajęta lub otrzymała zbyt wiele zapytań. Nic nie przepadło. Spróbuj ponownie za minutę.',

  noReminder: {
    title: 'Bez przypomnień?',
    text: 'Nie wyślemy przypomnienia o tych plikach przed upływem terminu. Odnośnik w wiadomości działa nadal.',
    action: 'Nie przypominaj mi',
    done: 'Nie wyślemy przypomnienia o tych plikach.',
  },

  noMail: {
    title: 'Koniec wiadomości?',
    text: 'Wybierz, od kogo nie chcesz już otrzymywać wiadomości na ten adres. To, co już do Ciebie wysłano, pozostaje dostępne pod linkiem.',
    fromSender: 'Żadnych wiadomości od tego nadawcy',
    fromAll: 'Żadnych wiadomości od nikogo',
    done: 'Nie będziesz już otrzymywać wiadomości.',
  },

  running: {
    downloading: 'Pobieranie',
    checking: 'Sprawdzanie pliku',
    checked: 'Pobrano i sprawdzono: plik dotarł dokładnie taki, jaki został wysłany.',
    mismatch:
      'Plik nie dotarł taki, jaki został wysłany, i nie został zapisany. Pobierz go ponownie.',
    brokeOff:
      'Pobieranie zostało przerwane. Naciśnij przycisk ponownie: będzie kontynuowane od miejsca przerwania.',
    offline:
      'Jesteś offline. Gdy połączenie wróci, naciśnij przycisk ponownie: pobieranie będzie kontynuowane od miejsca przerwania.',
    byBrowser: 'Przeglądarka sama pobiera ten duży plik.',
  },
};

function files(count: number): string {
  return plural('pl', count, {
    one: '1 plik',
    few: '{count} pliki',
    many: '{count} plików',
    other: '{count} pliku',
  });
}
