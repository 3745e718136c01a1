import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Dateien sicher senden und empfangen',
  about:
    '{service} stellt Dateien zu, die für eine E-Mail zu groß oder zu vertraulich sind. Dateien werden verschlüsselt gespeichert und nach Ablauf gelöscht.',
  linkTitle: 'Sie haben eine E-Mail mit einem Link erhalten',
  link: 'Öffnen Sie den vollständigen Link aus Ihrer E-Mail. Er ist nur für Sie; bitte geben Sie ihn nicht weiter. Wenn Sie den Absender nicht kennen, öffnen Sie ihn nicht und fragen Sie zuerst auf anderem Weg nach.',
  accountTitle: 'Sie haben ein Konto',
  account:
    'Programme verwenden diese Adresse, gefolgt von der E-Mail-Adresse des Kontos und einem Schrägstrich, zum Beispiel:',
  noAccountTitle: 'Sie möchten ein Konto',
  noAccount:
    'Konten richtet der Betreiber dieses Dienstes ein. Eine Registrierung gibt es hier nicht.',
  name: 'Willkommen',
};
