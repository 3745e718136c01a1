import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Numer referencyjny',
  badRequest: {
    title: 'Nie udało się zrozumieć żądania',
    nextStep: 'Wróć, odśwież stronę i spróbuj ponownie.',
  },
  signIn: {
    title: 'Zaloguj się',
    nextStep: 'Odśwież stronę i wpisz swój adres e-mail oraz klucz.',
  },
  forbidden: {
    title: 'Nie masz dostępu do tej strony',
    nextStep:
      'Wróć na swoją stronę i zacznij od niej. Jeśli strona była długo otwarta, najpierw ją odśwież.',
  },
  notFound: {
    title: 'Pod tym adresem nic nie ma',
    nextStep: 'Otwórz cały link z e-maila. Jeśli wygasł, poproś nadawcę o ponowne wysłanie plików.',
  },
  wrongMethod: {
    title: 'To nie działa pod tym adresem',
    nextStep: 'Wróć i użyj przycisków oraz linków na stronie.',
  },
  conflict: {
    title: 'W międzyczasie coś się zmieniło',
    nextStep: 'Odśwież stronę, aby zobaczyć aktualny stan, i spróbuj ponownie.',
  },
  tooLarge: {
    title: 'To jest za duże',
    nextStep:
      'Wyślij mniej plików naraz lub mniejsze albo poproś operatora tej usługi o więcej miejsca.',
  },
  tooMany: { title: 'Zbyt wiele żądań', nextStep: 'Poczekaj kilka minut i spróbuj ponownie.' },
  failed: {
    title: 'Coś poszło nie tak po naszej stronie',
    nextStep:
      'Spróbuj ponownie za kilka minut. Jeśli to się powtórzy, podaj operatorowi tej usługi poniższy numer referencyjny.',
  },
  busy: {
    title: 'Usługa jest zajęta',
    nextStep: 'Twoje pliki są bezpieczne. Spróbuj ponownie za kilka minut.',
  },
  otherRequest: {
    title: 'To się nie udało',
    nextStep:
      'Wróć i spróbuj ponownie. Jeśli to się powtórzy, skontaktuj się z operatorem tej usługi.',
  },
  otherFailure: {
    title: 'Usługa jest w tej chwili niedostępna',
    nextStep: 'Spróbuj ponownie za kilka minut.',
  },
};
