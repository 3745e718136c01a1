import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} przesyła Ci pliki',
  titleUnnamed: 'Pliki dla Ciebie: {service}',
  lead: 'Wpisz kod, aby otworzyć tę stronę i potwierdzić, że to Ty.',
  unreachable:
    'Do otwarcia tej strony potrzebny jest kod, ale nie mamy jak go do Ciebie wysłać. Skontaktuj się z nadawcą.',
  ask: 'Poproś o kod',
  again: 'Kod nie dotarł?',
  bySms: 'Wyślij SMS-em: {to}',
  byEmail: 'Wyślij e-mailem: {to}',
  sent: 'Wysłaliśmy 8-cyfrowy kod: {to}. Może dotrzeć po minucie i jest ważny przez 10 minut.',
  label: 'Kod',
  form: '8 cyfr',
  submit: 'Dalej',
  wrong: 'Kod jest nieprawidłowy. Pozostało prób: {tries}.',
  spent: 'Kod wpisano błędnie zbyt wiele razy i nie jest już ważny. Poproś o nowy.',
  expired: 'Kod stracił ważność. Poproś o nowy.',
  cookies:
    'Kod działa tylko w przeglądarce, w której o niego poproszono. Zezwól na pliki cookie na tej stronie, a następnie poproś o nowy kod.',
  stuck: 'Żaden kod jeszcze nie dotarł: {to}. Poczekaj chwilę lub poproś o nowy.',
  wait: 'Na razie nie można wysłać więcej kodów: {to}. Spróbuj ponownie za godzinę.',
};
