import type { CodeTexts } from './code-texts.ts';

export const pl: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined ? `Pliki dla Ciebie: ${service}` : `${sender} przesyła Ci pliki`,
  lead: 'Tę stronę otwiera kod. Pokazuje on, że strona jest przeznaczona dla Ciebie.',
  unreachable:
    'Tę stronę otwiera kod, ale nie wiadomo, jak można go do Ciebie wysłać. Zapytaj nadawcę.',
  ask: 'Otrzymaj kod',
  again: 'Kod nie dotarł?',
  bySms: ({ to }) => `Wyślij SMS-em: ${to}`,
  byEmail: ({ to }) => `Wyślij e-mailem: ${to}`,
  sent: ({ to }) =>
    `Wysłaliśmy kod z 8 cyfr: ${to}. Może dotrzeć po minucie i jest ważny przez 10 minut.`,
  label: 'Kod',
  form: '8 cyfr',
  submit: 'Dalej',
  wrong: ({ tries }) => `To nie jest właściwy kod. Pozostało prób: ${tries}.`,
  spent: 'Kod wpisano błędnie zbyt wiele razy i nie jest już ważny. Poproś o nowy.',
  expired: 'Kod stracił ważność. Poproś o nowy.',
  cookies:
    'Kod działa tylko w przeglądarce, w której o niego poproszono. Zezwól na pliki cookie na tej stronie, a następnie poproś o nowy kod.',
  stuck: ({ to }) => `Żaden kod jeszcze nie dotarł: ${to}. Poczekaj chwilę lub poproś o nowy.`,
  wait: ({ to }) => `Na razie nie można wysłać więcej kodów: ${to}. Poczekaj godzinę.`,
};
