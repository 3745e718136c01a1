import type { Texts } from './texts.ts';

export const pl: Texts = {
  download: {
    skipToContent: 'Przejdź do treści',
    promise: 'Pliki są przechowywane w postaci zaszyfrowanej i usuwane po upływie ich czasu.',
    language: 'Język',
    sentBy: {
      one: '{sender} przesyła Ci {count} plik',
      few: '{sender} przesyła Ci {count} pliki',
      many: '{sender} przesyła Ci {count} plików',
      other: '{sender} przesyła Ci {count} pliku',
    },
    sentThrough: {
      one: '{count} plik dla Ciebie od {service}',
      few: '{count} pliki dla Ciebie od {service}',
      many: '{count} plików dla Ciebie od {service}',
      other: '{count} pliku dla Ciebie od {service}',
    },
    sent: 'Wysłano',
    message: 'Wiadomość',
    defaultMessage: 'Te pliki są przeznaczone dla Ciebie. Pobierz je, zanim upłynie ich czas.',
    files: 'Pliki',
    download: 'Pobierz',
    fileListPages: 'Strony listy plików',
    shownFiles: 'Pliki od {from} do {to} z {total}',
    previousFiles: 'Poprzednie pliki',
    nextFiles: 'Następne pliki',
    downloadAll: 'Pobierz wszystkie ({size}, .zip)',
    downloaded: 'Pobrano',
    allDownloaded: 'Wszystkie pliki zostały pobrane.',
    checksums: 'Sumy kontrolne (SHA-256)',
    checksumsHelp:
      'Suma kontrolna pozwala wykazać, że plik dotarł dokładnie taki, jaki został wysłany.',
    availableUntil: 'Dostępne do',
    timeLeft: 'pozostało: {duration}',
    endsSoon: {
      one: 'Ten plik wkrótce wygaśnie. Pobierz go teraz.',
      other: 'Te pliki wkrótce wygasną. Pobierz je teraz.',
    },
    unexpected: 'Nie spodziewasz się tych plików?',
    whatThisIs:
      '{service} przekazuje pliki zbyt duże lub zbyt poufne na e-mail. Ktoś przesłał Ci te pliki, a ta strona powstała tylko dla Ciebie.',
    whenInDoubt:
      'Jeśli nie znasz nadawcy lub masz wątpliwości, nie otwieraj plików. Najpierw zapytaj nadawcę w sposób, który już znasz, na przykład przez telefon.',
    keepTheLink: 'Nie przekazuj linku dalej: każdy, kto go ma, może pobrać pliki.',
    report: 'Coś wygląda podejrzanie? Napisz na adres: {address}',
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
  },
  upload: {
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
    fileLimit: 'Każdy plik najwyżej {size}',
    drop: 'Upuść pliki tutaj lub',
    choose: 'Wybierz pliki',
    message: 'Wiadomość (opcjonalnie)',
    send: 'Wyślij',
    together:
      'Docierają wszystkie pliki razem albo żaden. Nie zamykaj strony, dopóki nie zostaną wysłane.',
    sentTitle: 'Twoje pliki dotarły',
    leftOut: 'Tych plików nie wysłano',
    sentAt: 'Wysłano',
    told: 'Powiadomiono: {sender}.',
    toldUnnamed: 'Odbiorca został powiadomiony.',
    more: 'Wyślij więcej',
    full: 'Wysłano już tyle, ile przyjmuje ta strona. Aby wysłać więcej, poproś o nowy link.',
    begun: {
      title: 'Jeszcze nie wysłano',
      whole: 'Dotarł, jeszcze nie wysłano',
      part: 'Dotarło {share}. Wybierz ten plik ponownie, aby kontynuować.',
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
  },
  code: {
    title: '{sender} przesyła Ci pliki',
    titleUnnamed: 'Pliki dla Ciebie: {service}',
    lead: 'Tę stronę otwiera kod. Pokazuje on, że strona jest przeznaczona dla Ciebie.',
    unreachable:
      'Tę stronę otwiera kod, ale nie wiadomo, jak można go do Ciebie wysłać. Zapytaj nadawcę.',
    ask: 'Otrzymaj kod',
    again: 'Kod nie dotarł?',
    bySms: 'Wyślij SMS-em: {to}',
    byEmail: 'Wyślij e-mailem: {to}',
    sent: 'Wysłaliśmy kod z 8 cyfr: {to}. Może dotrzeć po minucie i jest ważny przez 10 minut.',
    label: 'Kod',
    form: '8 cyfr',
    submit: 'Dalej',
    wrong: 'To nie jest właściwy kod. Pozostało prób: {tries}.',
    spent: 'Kod wpisano błędnie zbyt wiele razy i nie jest już ważny. Poproś o nowy.',
    expired: 'Kod stracił ważność. Poproś o nowy.',
    cookies:
      'Kod działa tylko w przeglądarce, w której o niego poproszono. Zezwól na pliki cookie na tej stronie, a następnie poproś o nowy kod.',
    stuck: 'Żaden kod jeszcze nie dotarł: {to}. Poczekaj chwilę lub poproś o nowy.',
    wait: 'Na razie nie można wysłać więcej kodów: {to}. Poczekaj godzinę.',
  },
  mail: {
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
      one: 'Ten plik nie został jeszcze pobrany. Czas się kończy.',
      other: 'Te pliki nie zostały jeszcze pobrane. Czas się kończy.',
    },
    receiptSubject: {
      one: '{receiver}: pobrano plik',
      few: '{receiver}: pobrano {files} pliki',
      many: '{receiver}: pobrano {files} plików',
      other: '{receiver}: pobrano {files} pliku',
    },
    receiptIntro: 'Zakończono: {date}.',
    receivedSubject: {
      one: '{contact} odsyła {files} plik',
      few: '{contact} odsyła {files} pliki',
      many: '{contact} odsyła {files} plików',
      other: '{contact} odsyła {files} pliku',
    },
    receivedIntro: {
      one: 'Plik jest w Twojej skrzynce odbiorczej. Pobierz go programem, który używa Twojego klucza API: w przeglądarce widać tylko, co przyszło.',
      other:
        'Pliki są w Twojej skrzynce odbiorczej. Pobierz je programem, który używa Twojego klucza API: w przeglądarce widać tylko, co przyszło.',
    },
    receivedAction: 'Zobacz, co przyszło',
    unfetchedSubject: {
      one: '{receiver}: nie pobrano {files} pliku',
      other: '{receiver}: nie pobrano {files} plików',
    },
    unfetchedIntro: 'Czas minął: {date}. Pliki są nadal potrzebne? Wyślij je ponownie.',
    moreFiles: 'i jeszcze {count}',
    orOpen: 'Możesz też otworzyć ten adres w przeglądarce:',
    availableUntil: 'Dostępne do {date}.',
    uploadUntil: 'Pliki można przesyłać do {date}.',
    messageGoesOn: 'Wiadomość jest dłuższa. Cały tekst znajduje się pod linkiem.',
    keepLink: 'Link jest przeznaczony tylko dla Ciebie. Nie przekazuj go dalej.',
    unexpected:
      'Nie spodziewasz się tej wiadomości? Nie otwieraj linku. Najpierw zapytaj nadawcę w sposób, który już znasz.',
    report: 'Coś wygląda podejrzanie? Napisz na adres: {address}',
    receiptReason:
      'Otrzymujesz tę wiadomość, ponieważ na Twoim koncie włączono potwierdzenia odbioru.',
    receivedReason: 'Otrzymujesz tę wiadomość, ponieważ na Twoją prośbę przesłano pliki.',
    unfetchedReason: 'Otrzymujesz tę wiadomość, ponieważ na Twoim koncie włączono przypomnienia.',
    codeSubject: '{sender}: Twój kod',
    codeIntro: 'Twój kod: {code}',
    codeUntil: 'Ważny do: {date}. Wpisz go na stronie, która o niego prosiła.',
    codeUnexpected:
      'To nie Ty prosisz o kod? W takim razie ktoś inny ma Twój link. Nie podawaj kodu nikomu i powiadom nadawcę.',
    codeSms:
      '{code} to Twój kod do usługi {service}. Jest ważny przez 10 minut. Nie podawaj go nikomu.',
    lockedSubject: '{sender} przesyła Ci pliki',
    lockedReminderSubject: 'Przypomnienie: {sender} przesyła Ci pliki',
    lockedIntro:
      'To, co przesłano, zobaczysz po wpisaniu kodu. Wyśle go strona, do której prowadzi link.',
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
    unfetchedManyIntro: 'Czas minął. Pliki są nadal potrzebne? Wyślij je ponownie.',
    codesRefusedSubject: 'Wpisano błędne kody: {receiver}',
    codesRefusedIntro:
      'Za pomocą linku tego odbiorcy wpisano dziesięć błędnych kodów, ostatni: {date}. Link może mieć ktoś inny. Zapytaj odbiorcę, a w razie wątpliwości poproś o unieważnienie linku.',
    revokedSubject: 'Operator zakończył jedną z Twoich przesyłek',
    revokedIntro: 'Wysłano: {date}. Linki już nie działają, a plików nie można odczytać.',
    revokedReceiverIntro: 'Wysłano: {date}. Link tego odbiorcy już nie działa.',
    keyRotatedSubject: 'Twoje konto ma nowy klucz API',
    accountDisabledSubject: 'Twoje konto zostało wyłączone',
    accountEnabledSubject: 'Twoje konto jest znowu aktywne',
    accountIntro: 'Data: {date}.',
    securityReason:
      'Otrzymujesz tę wiadomość, ponieważ dotyczy ona bezpieczeństwa Twojego konta. Jeśli jest niespodziewana, skontaktuj się z operatorem tej usługi.',
    unwanted: 'Nie chcesz takich wiadomości? Zrezygnuj z nich tutaj:',
    sentBy: 'Wysłano przez {service}.',
  },
};
