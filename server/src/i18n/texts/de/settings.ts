import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Ihre Einstellungen wurden gespeichert.',
  address: 'Sie melden sich als {address} an.',
  displayName: 'Ihr Name',
  displayNameHint:
    'Wird den Personen, an die Sie senden, zusammen mit Ihrer Adresse angezeigt. Lassen Sie das Feld leer, um nur die Adresse zu zeigen.',
  language: 'Sprache',
  languageHint: 'Dieser Seiten und der E-Mails an Sie',
  timeZone: 'Zeitzone',
  timeZoneHint: 'Für Datum und Uhrzeit auf diesen Seiten und in E-Mails an Sie',
  defaultTimeZone: 'Standard ({zone})',
  defaultDays: 'Standardlaufzeit in Tagen',
  defaultDaysHint:
    'Gilt für neue Sendungen und Anfragen: {from} bis {to} Tage. Leer bedeutet {usual}.',
  secondFactorHint: 'Gilt für neue Sendungen, wenn Sie beim Senden nichts anderes wählen.',
  notices: 'E-Mails an Sie',
  receipts: 'Wenn jemand alle Dateien heruntergeladen hat',
  reminders:
    'Bevor Dateien ablaufen, die jemand nicht heruntergeladen hat (wir erinnern auch die Empfänger)',
  save: 'Speichern',
  problems: {
    displayName: 'Geben Sie einen Namen mit höchstens 100 Zeichen in einer Zeile ein.',
    language: 'Wählen Sie eine Sprache aus der Liste.',
    timeZone: 'Wählen Sie eine Zeitzone aus der Liste.',
    defaultDays: 'Geben Sie eine ganze Zahl von {from} bis {to} ein oder lassen Sie das Feld leer.',
    secondFactor: 'Wählen Sie eine Möglichkeit aus der Liste.',
  },
};
