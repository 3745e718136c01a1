import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
  downloadSubject: {
    one: '{sender} przesyła Ci {files} plik',
    few: '{sender} przesyła Ci {files} pliki',
    many: '{sender} przesyła Ci {files} plików',
    other: '{sender} przesyła Ci {files} pliku',
  },
  downloadDefault: 'Przesłano do Ciebie pliki. Otwórz link w tej wiadomości, aby je pobrać.',
  downloadAction: {
    one: 'Pobierz plik',
    other: 'Pobierz pliki',
  },
  uploadSubject: '{sender} prosi Cię o pliki',
  uploadDefault:
    'Ktoś prosi Cię o przesłanie plików. Otwórz link w tej wiadomości, aby je przesłać.',
  uploadAction: 'Prześlij pliki',
  reminderSubject: {
    one: 'Przypomnienie: {sender} przesyła Ci {files} plik',
    few: 'Przypomnienie: {sender} przesyła Ci {files} pliki',
    many: 'Przypomnienie: {sender} przesyła Ci {files} plików',
    other: 'Przypomnienie: {sender} przesyła Ci {files} pliku',
  },
  reminderIntro: {
    one: 'Ten plik nie został jeszcze pobrany. Wkrótce wygaśnie.',
    other: 'Te pliki nie zostały jeszcze pobrane. Wkrótce wygasną.',
  },
  receiptSubject: {
    one: '{receiver}: pobrano plik',
    few: '{receiver}: pobrano {files} pliki',
    many: '{receiver}: pobrano {files} plików',
    other: '{receiver}: pobrano {files} pliku',
  },
  receiptIntro: 'Zakończono: {date}.',
  receivedSubject: {
    one: '{contact} przesyła Ci {files} plik',
    few: '{contact} przesyła Ci {files} pliki',
    many: '{contact} przesyła Ci {files} plików',
    other: '{contact} przesyła Ci {files} pliku',
  },
  receivedIntro: {
    one: 'Plik jest w Twojej skrzynce odbiorczej. Pobierz go programem, który używa Twojego klucza API: w przeglądarce widać tylko, co przyszło.',
    other:
      'Pliki są w Twojej skrzynce odbiorczej. Pobierz je programem, który używa Twojego klucza API: w przeglądarce widać tylko, co przyszło.',
  },
  receivedAction: 'Zobacz, co przyszło',
  receivedInInbox: {
    one: 'Plik jest w Twojej skrzynce odbiorczej.',
    other: 'Pliki są w Twojej skrzynce odbiorczej.',
  },
  receivedOpen: 'Otwórz skrzynkę odbiorczą',
  returnedSubject: {
    one: '{receiver}: otrzymano Twój plik',
    few: '{receiver}: otrzymano Twoje {files} pliki',
    many: '{receiver}: otrzymano Twoich {files} plików',
    other: '{receiver}: otrzymano {files} pliku',
  },
  returnedIntro: 'Otrzymano: {date}. Zachowaj tę wiadomość jako potwierdzenie.',
  returnedReason: 'Otrzymujesz tę wiadomość, ponieważ te pliki zostały przez Ciebie wysłane.',
  unfetchedSubject: {
    one: '{receiver}: nie pobrano {files} pliku',
    other: '{receiver}: nie pobrano {files} plików',
  },
  unfetchedIntro: 'Pliki wygasły: {date}. Jeśli są nadal potrzebne, wyślij je ponownie.',
  moreFiles: 'i jeszcze {count}',
  orOpen: 'Możesz też otworzyć ten adres w przeglądarce:',
  availableUntil: 'Dostępne do {date}.',
  uploadUntil: 'Pliki można przesyłać do {date}.',
  messageGoesOn: 'Wiadomość jest dłuższa. Otwórz link, aby przeczytać całość.',
  keepLink: 'Ten link jest tylko dla Ciebie. Nie udostępniaj go.',
  unexpected:
    'Nie spodziewasz się tej wiadomości? Nie otwieraj linku. Najpierw zapytaj nadawcę w sposób, który już znasz.',
  report: 'Coś wygląda podejrzanie? Napisz na adres: {address}',
  receiptOpen: 'Zobacz przesyłkę',
  receiptDrop: 'Przesyłka: {id}',
  receiptReason:
    'Otrzymujesz tę wiadomość, ponieważ na Twoim koncie włączono potwierdzenia odbioru.',
  receivedReason: 'Otrzymujesz tę wiadomość, ponieważ na Twoją prośbę przesłano pliki.',
  unfetchedReason: 'Otrzymujesz tę wiadomość, ponieważ na Twoim koncie włączono przypomnienia.',
  codeSubject: 'Twój kod do strony od: {sender}',
  codeIntro: 'Twój kod: {code}',
  codeUntil: 'Ważny do: {date}. Wpisz go na stronie, która o niego prosiła.',
  codeUnexpected:
    'To nie Ty prosisz o kod? W takim razie ktoś inny ma Twój link. Nie udostępniaj nikomu tego kodu i powiadom nadawcę.',
  codeSms:
    '{code} to Twój kod do usługi {service}. Jest ważny przez 10 minut. Nie udostępniaj go nikomu.',
  lockedSubject: '{sender} przesyła Ci pliki',
  lockedReminderSubject: 'Przypomnienie: {sender} przesyła Ci pliki',
  lockedIntro:
    'Aby zobaczyć pliki, potrzebujesz jednorazowego kodu. Otwórz stronę, a wyślemy Ci go.',
  lockedAction: 'Otwórz stronę',
  undeliveredSubject: 'Nie dostarczono: {receiver}',
  undeliveredManySubject: {
    one: 'Nie udało się dotrzeć do {receivers} odbiorcy',
    other: 'Nie udało się dotrzeć do {receivers} odbiorców',
  },
  undeliveredIntro:
    'Tych wiadomości nie udało się dostarczyć. Sprawdź adresy lub skontaktuj się z odbiorcami w inny sposób.',
  undeliveredUnwanted: 'nie chce otrzymywać kolejnych wiadomości',
  undeliveredReason:
    'Otrzymujesz tę wiadomość, ponieważ z Twojego konta wysłano pliki lub prośbę o pliki.',
  unfetchedManySubject: {
    one: 'Pliki nie zostały pobrane przez {receivers} odbiorcę',
    other: 'Pliki nie zostały pobrane przez {receivers} odbiorców',
  },
  unfetchedManyIntro: 'Pliki wygasły. Jeśli są nadal potrzebne, wyślij je ponownie.',
  codesRefusedSubject: 'Wpisano błędne kody: {receiver}',
  codesRefusedIntro:
    'Za pomocą linku tego odbiorcy wpisano dziesięć błędnych kodów, ostatni: {date}. Link może mieć ktoś inny. Zapytaj odbiorcę, a w razie wątpliwości poproś o unieważnienie linku.',
  codesUsedUpSubject: 'Na razie brak kodów: {receiver}',
  codesUsedUpIntro:
    'Za pomocą linku tego odbiorcy zamówiono tyle kodów, że przez pewien czas nie będą wysyłane kolejne. Ostatni: {date}. Jeśli odbiorca o nie nie prosił, link ma ktoś inny: unieważnij go i wyślij nowy.',
  revokedSubject: 'Operator zakończył jedną z Twoich przesyłek',
  revokedIntro: 'Wysłano: {date}. Linki już nie działają, a plików nie można odczytać.',
  revokedReceiverIntro: 'Wysłano: {date}. Link tego odbiorcy już nie działa.',
  invitationSubject: 'Twoje konto: {service}',
  invitationIntro:
    'Zapraszamy do bezpiecznego wysyłania i odbierania plików. Wybierz hasło, aby zacząć.',
  invitationFrom:
    '{inviter} zaprasza do bezpiecznego wysyłania i odbierania plików. Wybierz hasło, aby zacząć.',
  invitationAction: 'Wybierz hasło',
  resetSubject: 'Wybierz nowe hasło',
  resetIntro: 'Poproszono o link do wybrania nowego hasła.',
  resetUnexpected: 'To nie Twoja prośba? Zignoruj tę wiadomość: hasło się nie zmieni.',
  linkUntil: 'Link działa jeden raz, do {date}.',
  keyRotatedSubject: 'Twoje konto ma nowy klucz API',
  keyEndingSubject: 'Twój klucz API wkrótce wygaśnie',
  keyEndingIntro:
    'Skrypty, które używają tych kluczy, nie będą mogły się zalogować. Utwórz na czas nowe klucze w sekcji Bezpieczeństwo, Klucze API.',
  keyEndingItem: '{name}: ważny do {date}',
  passwordChangedSubject: 'Twoje hasło zostało zmienione',
  passkeyAddedSubject: 'Do Twojego konta dodano klucz dostępu',
  passkeyRemovedSubject: 'Z Twojego konta usunięto klucz dostępu',
  identityLinkedSubject: 'Z Twoim kontem połączono usługę logowania',
  identityUnlinkedSubject: 'Odłączono usługę logowania od Twojego konta',
  authenticatorAddedSubject: 'Do Twojego konta dodano aplikację uwierzytelniającą',
  authenticatorRemovedSubject: 'Aplikacja uwierzytelniająca została usunięta z Twojego konta',
  recoveryCodesMadeSubject: 'Utworzono nowe kody odzyskiwania dla Twojego konta',
  signInCodesRefusedSubject: 'Podczas logowania na Twoje konto wpisano błędne kody',
  signInCodesRefusedAdvice:
    'Jeśli to Ty, nie musisz nic robić. Jeśli nie, ktoś zna Twoje hasło lub może czytać Twoją pocztę: zmień oba hasła.',
  signInAttemptsSubject: 'Wpisano wiele błędnych haseł do Twojego konta',
  signInAttemptsAdvice:
    'Nikt się nimi nie zalogował. Możesz logować się jak zwykle tam, gdzie już to robiłeś lub robiłaś, oraz kluczem dostępu. Jeśli hasło jest krótkie lub używane gdzie indziej, zmień je.',
  secondFactorRemovedSubject: 'Administrator usunął aplikację uwierzytelniającą z Twojego konta',
  accountDisabledSubject: 'Twoje konto zostało wyłączone',
  accountEnabledSubject: 'Twoje konto jest znowu aktywne',
  accountIntro: 'Data: {date}.',
  securityReason:
    'Otrzymujesz tę wiadomość, ponieważ dotyczy ona bezpieczeństwa Twojego konta. Jeśli jest niespodziewana, skontaktuj się z operatorem tej usługi.',
  unwanted: 'Nie chcesz takich wiadomości? Zrezygnuj z nich tutaj:',
  sentBy: 'Wysłano przez {service}.',
};
