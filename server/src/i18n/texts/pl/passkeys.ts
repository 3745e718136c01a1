import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Zaloguj się: {provider}',
  usePasskey: 'Zaloguj się kluczem dostępu',
  passkeyRefused:
    'Klucz dostępu nie został przyjęty. Spróbuj ponownie lub zaloguj się w inny sposób.',
  awayTitle: '{provider}: brak połączenia',
  awayText: 'Spróbuj ponownie za chwilę lub zaloguj się w inny sposób.',
  notSignedIn: 'Nie udało się zalogować',
  refusedAnswer:
    '{provider}: Twoja tożsamość nie została potwierdzona albo trwało to zbyt długo. Spróbuj ponownie.',
  refusedUnknown:
    '{provider}: Twoja tożsamość nie jest połączona z żadnym kontem. Zaloguj się w inny sposób i połącz ją na stronie Bezpieczeństwo.',
  refusedTaken:
    'Istnieje już konto z Twoim adresem e-mail. Zaloguj się na nie w inny sposób i połącz je na stronie Bezpieczeństwo: {provider}.',
  refusedNotAllowed:
    '{provider}: Twoja tożsamość została potwierdzona, ale nie możesz się tutaj zalogować. Zapytaj operatora tej usługi.',
  refusedElsewhere: '{provider}: Twoja tożsamość jest połączona z innym kontem.',
  refusedEnded:
    'Zaproszenie zostało wykorzystane lub wygasło. Zaloguj się lub poproś operatora usługi o nowe.',
  backToSecurity: 'Wróć do strony Bezpieczeństwo',
  title: 'Klucze dostępu i połączone usługi',
  lead: 'Klucz dostępu pozwala zalogować się odciskiem palca, twarzą lub kodem PIN urządzenia. Nie wymaga hasła i nie działa na podrobionej stronie.',
  none: 'Nie masz jeszcze klucza dostępu.',
  name: 'Nazwa',
  nameHint: 'Na przykład „Laptop w pracy”, aby później go rozpoznać.',
  add: 'Dodaj klucz dostępu',
  needsScript:
    'Aby dodać klucz dostępu, przeglądarka musi obsługiwać klucze dostępu i zezwalać na skrypty.',
  wrongPlace:
    'Klucze dostępu nie działają pod tym adresem. Otwórz usługę pod jej nazwą, przez https://.',
  rename: 'Zmień nazwę',
  remove: 'Usuń',
  addedOn: 'Dodano: {date}',
  lastUsed: 'Ostatnie użycie: {date}',
  neverUsed: 'Jeszcze nieużywany',
  forOther: 'Utworzony dla {host}. Tutaj nie działa.',
  added: 'Klucz dostępu został dodany.',
  renamed: 'Nazwa klucza dostępu została zmieniona.',
  removed: 'Klucz dostępu został usunięty.',
  addRefused: 'Klucz dostępu nie został dodany. Spróbuj ponownie.',
  known: 'Ten klucz dostępu jest już używany.',
  tooMany: 'Liczba kluczy dostępu: {count}. Najpierw usuń jeden.',
  lastWay: 'To Twój jedyny sposób logowania. Najpierw dodaj inny.',
  servicesTitle: 'Połączone usługi',
  servicesLead: 'Loguj się kontem, które masz gdzie indziej.',
  link: 'Połącz: {provider}',
  unlink: 'Rozłącz',
  linkedAs: '{provider}: {name}',
  linked: '{provider}: połączono z Twoim kontem.',
  unlinked: '{provider}: rozłączono z Twoim kontem.',
};
