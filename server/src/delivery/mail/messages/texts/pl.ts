import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('pl', count, {
    one: '{count} plik',
    few: '{count} pliki',
    many: '{count} plików',
    other: '{count} pliku',
  });
}

/** What was not fetched stands in the genitive. */
function unfetchedOf(count: number): string {
  return plural('pl', count, { one: '{count} pliku', other: '{count} plików' });
}

export const pl: MailTexts = {
  downloadSubject: (sender, files) => `${sender} przesyła Ci ${filesOf(files)}`,
  downloadDefault: () => 'Przesłano do Ciebie pliki. Otwórz link w tej wiadomości, aby je pobrać.',
  downloadAction: (files) => plural('pl', files, { one: 'Pobierz plik', other: 'Pobierz pliki' }),
  uploadSubject: (sender) => `${sender} prosi Cię o pliki`,
  uploadDefault: () =>
    'Ktoś prosi Cię o przesłanie plików. Otwórz link w tej wiadomości, aby je przesłać.',
  uploadAction: () => 'Prześlij pliki',
  reminderSubject: (sender, files) => `Przypomnienie: ${sender} przesyła Ci ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('pl', files, {
      one: 'Ten plik nie został jeszcze pobrany. Czas się kończy.',
      other: 'Te pliki nie zostały jeszcze pobrane. Czas się kończy.',
    }),
  receiptSubject: (receiver, files) =>
    plural('pl', files, {
      one: `${receiver}: pobrano plik`,
      other: `${receiver}: pobrano ${filesOf(files)}`,
    }),
  receiptIntro: (date) => `Zakończono: ${date}.`,
  receivedSubject: (contact, files) => `${contact} odsyła ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('pl', files, {
      one: 'Plik jest w Twojej skrzynce odbiorczej. Pobierz go programem, który używa Twojego klucza API: w przeglądarce widać tylko, co przyszło.',
      other:
        'Pliki są w Twojej skrzynce odbiorczej. Pobierz je programem, który używa Twojego klucza API: w przeglądarce widać tylko, co przyszło.',
    }),
  receivedAction: () => 'Zobacz, co przyszło',
  unfetchedSubject: (receiver, files) => `${receiver}: nie pobrano ${unfetchedOf(files)}`,
  unfetchedIntro: (date) => `Czas minął: ${date}. Pliki są nadal potrzebne? Wyślij je ponownie.`,
  moreFiles: (count) => plural('pl', count, { other: 'i jeszcze {count}' }),
  orOpen: () => 'Możesz też otworzyć ten adres w przeglądarce:',
  availableUntil: (date) => `Dostępne do ${date}.`,
  uploadUntil: (date) => `Pliki można przesyłać do ${date}.`,
  messageGoesOn: () => 'Wiadomość jest dłuższa. Cały tekst znajduje się pod linkiem.',
  keepLink: () => 'Link jest przeznaczony tylko dla Ciebie. Nie przekazuj go dalej.',
  unexpected: () =>
    'Nie spodziewasz się tej wiadomości? Nie otwieraj linku. Najpierw zapytaj nadawcę w sposób, który już znasz.',
  report: (address) => `Coś wygląda podejrzanie? Napisz na adres: ${address}`,
  receiptReason: () =>
    'Otrzymujesz tę wiadomość, ponieważ na Twoim koncie włączono potwierdzenia odbioru.',
  receivedReason: () => 'Otrzymujesz tę wiadomość, ponieważ na Twoją prośbę przesłano pliki.',
  unfetchedReason: () =>
    'Otrzymujesz tę wiadomość, ponieważ na Twoim koncie włączono przypomnienia.',
  codeSubject: (sender) => `${sender}: Twój kod`,
  codeIntro: (code) => `Twój kod: ${code}`,
  codeUntil: (date) => `Ważny do: ${date}. Wpisz go na stronie, która o niego prosiła.`,
  codeUnexpected: () =>
    'To nie Ty prosisz o kod? W takim razie ktoś inny ma Twój link. Nie podawaj kodu nikomu i powiadom nadawcę.',
  codeSms: (code, serviceName) =>
    `${code} to Twój kod do usługi ${serviceName}. Jest ważny przez 10 minut. Nie podawaj go nikomu.`,
  lockedSubject: (sender) => `${sender} przesyła Ci pliki`,
  lockedReminderSubject: (sender) => `Przypomnienie: ${sender} przesyła Ci pliki`,
  lockedIntro: () =>
    'To, co przesłano, zobaczysz po wpisaniu kodu. Wyśle go strona, do której prowadzi link.',
  lockedAction: () => 'Otwórz stronę',
  undeliveredSubject: (receiver) => `Nie dostarczono: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('pl', receivers, {
      one: 'Nie udało się dotrzeć do {count} odbiorcy',
      other: 'Nie udało się dotrzeć do {count} odbiorców',
    }),
  undeliveredIntro: () =>
    'Tych wiadomości nie udało się dostarczyć. Sprawdź adresy lub skontaktuj się z odbiorcami w inny sposób.',
  undeliveredUnwanted: () => 'nie chce otrzymywać kolejnych wiadomości',
  undeliveredReason: () =>
    'Otrzymujesz tę wiadomość, ponieważ z Twojego konta wysłano pliki lub prośbę o pliki.',
  unfetchedManySubject: (receivers) =>
    plural('pl', receivers, {
      one: 'Pliki nie zostały pobrane przez {count} odbiorcę',
      other: 'Pliki nie zostały pobrane przez {count} odbiorców',
    }),
  unfetchedManyIntro: () => 'Czas minął. Pliki są nadal potrzebne? Wyślij je ponownie.',
  codesRefusedSubject: (receiver) => `Wpisano błędne kody: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Za pomocą linku tego odbiorcy wpisano dziesięć błędnych kodów, ostatni: ${date}. Link może mieć ktoś inny. Zapytaj odbiorcę, a w razie wątpliwości poproś o unieważnienie linku.`,
  revokedSubject: () => 'Operator zakończył jedną z Twoich przesyłek',
  revokedIntro: (date) => `Wysłano: ${date}. Linki już nie działają, a plików nie można odczytać.`,
  revokedReceiverIntro: (date) => `Wysłano: ${date}. Link tego odbiorcy już nie działa.`,
  keyRotatedSubject: () => 'Twoje konto ma nowy klucz API',
  accountDisabledSubject: () => 'Twoje konto zostało wyłączone',
  accountEnabledSubject: () => 'Twoje konto jest znowu aktywne',
  accountIntro: (date) => `Data: ${date}.`,
  securityReason: () =>
    'Otrzymujesz tę wiadomość, ponieważ dotyczy ona bezpieczeństwa Twojego konta. Jeśli jest niespodziewana, skontaktuj się z operatorem tej usługi.',
  unwanted: () => 'Nie chcesz takich wiadomości? Zrezygnuj z nich tutaj:',
  sentBy: (serviceName) => `Wysłano przez ${serviceName}.`,
};
