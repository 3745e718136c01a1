import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Ustawienia zostały zapisane.',
  address: 'Logowanie odbywa się jako {address}.',
  displayName: 'Imię i nazwisko',
  displayNameHint:
    'Widoczne wraz z adresem dla osób, do których Państwo wysyłają. Puste pole oznacza, że widoczny jest tylko adres.',
  language: 'Język',
  languageHint: 'Tych stron i wiadomości do Państwa',
  timeZone: 'Strefa czasowa',
  timeZoneHint: 'Dla dat i godzin na tych stronach i w wiadomościach do Państwa',
  defaultTimeZone: 'Domyślna ({zone})',
  defaultDays: 'Domyślny czas w dniach',
  defaultDaysHint: 'Dla nowych wysyłek i próśb: od {from} do {to} dni. Puste oznacza {usual}.',
  secondFactorHint: 'Używane przy nowych wysyłkach, chyba że przy wysyłaniu wybierzesz inaczej.',
  notices: 'Wiadomości do Państwa',
  receipts: 'Gdy ktoś pobierze wszystkie pliki',
  reminders: 'Zanim wygasną pliki, których ktoś nie pobrał (odbiorcom też przypominamy)',
  save: 'Zapisz',
  problems: {
    displayName: 'Proszę podać nazwę o długości do 100 znaków, w jednym wierszu.',
    language: 'Proszę wybrać język z listy.',
    timeZone: 'Proszę wybrać strefę czasową z listy.',
    defaultDays: 'Podaj liczbę całkowitą od {from} do {to} lub pozostaw pole puste.',
    secondFactor: 'Wybierz jedną z możliwości na liście.',
  },
};
