import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Menu główne',
  home: 'Start',
  send: 'Wyślij',
  sent: 'Wysłane',
  requests: 'Prośby',
  inbox: 'Odebrane',
  contacts: 'Kontakty',
  settings: 'Ustawienia',
  security: 'Bezpieczeństwo',
  admin: 'Administracja',
  signOut: 'Wyloguj się',
  welcome: 'Witaj, {name}',
  problems: 'Popraw dane',
  backHome: 'Wróć na stronę główną',
  reference: 'Numer zgłoszenia:',
  errors: {
    notFound: {
      title: 'Nie znaleziono strony',
      text: 'Pod tym adresem nic nie ma albo nie należy to do Ciebie.',
    },
    formExpired: {
      title: 'Ta strona jest nieaktualna',
      text: 'Nic nie zostało zmienione. Wróć, odśwież stronę i spróbuj ponownie.',
    },
    signedOut: {
      title: 'Zostałeś wylogowany',
      text: 'Przesłane pliki i zapisane dane są nadal dostępne. Proszę się zalogować, aby kontynuować.',
    },
    tooMany: {
      title: 'Zbyt wiele prób',
      text: 'Odczekaj minutę i spróbuj ponownie.',
    },
    tooLarge: {
      title: 'To jest za duże',
      text: 'Nic nie zostało zmienione. Wróć i wyślij mniej naraz.',
    },
    busy: {
      title: 'Usługa jest zajęta',
      text: 'Twoje pliki są bezpieczne. Spróbuj ponownie za kilka minut.',
    },
    failed: {
      title: 'To się nie udało',
      text: 'Spróbuj ponownie. Jeśli problem się powtarza, skontaktuj się z operatorem tej usługi.',
    },
  },
};
