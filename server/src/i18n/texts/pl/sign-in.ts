import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Zaloguj się',
  email: 'Adres e-mail',
  password: 'Hasło',
  submit: 'Zaloguj się',
  forgot: 'Nie pamiętasz hasła?',
  refused: 'Adres e-mail lub hasło jest nieprawidłowe.',
  blocked: 'Zbyt wiele prób. Odczekaj minutę i spróbuj ponownie.',
  signedOut: 'Wylogowano.',
  insecureTitle: 'Potrzebne jest bezpieczne połączenie',
  insecureText:
    'Możesz się zalogować tylko pod adresem zaczynającym się od https://. Zapytaj o niego operatora tej usługi.',
  joinTitle: 'Witamy: {service}',
  joinLead: 'Podaj imię i nazwisko oraz wybierz hasło. Potem możesz wysyłać pliki i prosić o nie.',
  name: 'Imię i nazwisko',
  nameHint: 'Widzą je osoby, które dostają od Ciebie pliki.',
  nameMissing: 'Podaj imię i nazwisko.',
  nameLong: 'Nazwa może mieć najwyżej {count} znaków.',
  newPassword: 'Nowe hasło',
  passwordHint: 'Co najmniej 12 znaków. Dobrze sprawdza się kilka niepowiązanych słów.',
  passwordShort: 'Hasło musi mieć co najmniej {count} znaków.',
  passwordLong: 'To hasło jest za długie.',
  passwordCommon: 'To hasło jest zbyt popularne i łatwe do odgadnięcia. Wybierz inne.',
  passwordPattern:
    'To hasło łatwo odgadnąć: powtarza znaki, biegnie wzdłuż klawiatury lub alfabetu albo składa się z samych cyfr. Wybierz inne.',
  passwordPersonal:
    'To hasło składa się z Twojego imienia, nazwiska, adresu e-mail lub nazwy tej usługi. Wybierz inne.',
  join: 'Utwórz konto',
  joinWithoutPassword: 'Bez hasła',
  joinWithPasskey: 'Utwórz konto z kluczem dostępu',
  joinPasskeyLost:
    'Jeśli utracisz klucz dostępu, wybierz przy logowaniu „Nie pamiętasz hasła?”: wyślemy link do ustawienia hasła. Link może też wysłać administrator.',
  joinWithProvider: 'Utwórz konto przez {provider}',
  joinPasskeyRefused:
    'Klucz dostępu nie został przyjęty. Zaproszenie jest nadal ważne: spróbuj ponownie lub wybierz hasło.',
  resetTitle: 'Wybierz nowe hasło',
  resetLead: 'Potem zostaniesz wylogowany wszędzie indziej.',
  resetKeys: 'Twoje klucze API przestaną działać.',
  resetCodeLead:
    'To konto jest chronione aplikacją uwierzytelniającą. Najpierw wpisz kod z aplikacji.',
  resetKeepTitle: 'Twoje inne sposoby logowania',
  resetKeepLead: 'Zaznacz to, co jest Twoje i ma zostać. Reszta zostanie usunięta.',
  resetPasskey: 'Klucz dostępu „{name}”, dodany {date}',
  resetIdentity: '{name}, połączono {date}',
  setPassword: 'Ustaw hasło',
  endedTitle: 'Ten link już nie działa',
  endedInvitation:
    'Został użyty lub wygasł. Jeśli masz już hasło, zaloguj się. Jeśli nie, poproś operatora tej usługi o nowe zaproszenie.',
  endedReset: 'Został użyty lub wygasł. Poproś o nowy.',
  forgotTitle: 'Nie pamiętasz hasła?',
  forgotLead: 'Podaj adres e-mail, a wyślemy link do wybrania nowego hasła.',
  forgotPasskey: 'To działa także po utracie klucza dostępu.',
  forgotSubmit: 'Wyślij link',
  emailMissing: 'Podaj adres e-mail.',
  forgotSentTitle: 'Sprawdź pocztę',
  forgotSentText:
    'Jeśli istnieje konto z tym adresem, link jest w drodze. Jest ważny przez godzinę.',
  codeTitle: 'Podaj kod',
  codeLead: 'Otwórz aplikację uwierzytelniającą i wpisz wyświetlony kod.',
  codeLabel: 'Kod',
  codeHint: 'Nie masz aplikacji pod ręką? Podaj jeden z kodów odzyskiwania.',
  codeRefused:
    'Ten kod jest nieprawidłowy lub był już użyty. Wpisz kod, który aplikacja pokazuje teraz.',
  codeBlocked: 'Zbyt wiele prób. Spróbuj ponownie za 15 minut.',
  setUpLead:
    'Logowanie wymaga tu drugiego kroku. Skonfiguruj aplikację uwierzytelniającą, aby kontynuować.',
  setUpPasskey: 'Albo dodaj klucz dostępu',
  passkeyNeeded:
    'Samo hasło tu nie wystarczy: zaloguj się kluczem dostępu. Jeśli go utraciłeś, zresetuj hasło.',
  backToSignIn: 'Wróć do logowania',
};
