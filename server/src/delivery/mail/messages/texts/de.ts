import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('de', count, { one: '{count} Datei', other: '{count} Dateien' });
}

export const de: MailTexts = {
  downloadSubject: (sender, files) => `${sender} hat Ihnen ${filesOf(files)} gesendet`,
  downloadDefault: () =>
    'Für Sie liegen Dateien bereit. Öffnen Sie den Link in dieser E-Mail, um sie herunterzuladen.',
  downloadAction: (files) =>
    plural('de', files, { one: 'Datei herunterladen', other: 'Dateien herunterladen' }),
  uploadSubject: (sender) => `${sender} bittet Sie um Dateien`,
  uploadDefault: () =>
    'Sie werden um Dateien gebeten. Öffnen Sie den Link in dieser E-Mail, um sie hochzuladen.',
  uploadAction: () => 'Dateien senden',
  reminderSubject: (sender, files) => `Erinnerung: ${sender} hat Ihnen ${filesOf(files)} gesendet`,
  reminderIntro: (files) =>
    plural('de', files, {
      one: 'Sie haben diese Datei noch nicht heruntergeladen. Die Zeit läuft bald ab.',
      other: 'Sie haben diese Dateien noch nicht heruntergeladen. Die Zeit läuft bald ab.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('de', files, {
      one: 'hat Ihre Datei heruntergeladen',
      other: 'hat Ihre {count} Dateien heruntergeladen',
    })}`,
  receiptIntro: (date) => `Abgeschlossen: ${date}.`,
  receivedSubject: (contact, files) => `${contact} hat mit ${filesOf(files)} geantwortet`,
  receivedIntro: (files) =>
    plural('de', files, {
      one: 'Die Datei liegt in Ihrem Posteingang. Rufen Sie sie mit dem Programm ab, das Ihren API-Schlüssel verwendet: Im Browser sehen Sie nur, was angekommen ist.',
      other:
        'Die Dateien liegen in Ihrem Posteingang. Rufen Sie sie mit dem Programm ab, das Ihren API-Schlüssel verwendet: Im Browser sehen Sie nur, was angekommen ist.',
    }),
  receivedAction: () => 'Eingang ansehen',
  unfetchedSubject: (receiver, files) => `${receiver} hat ${filesOf(files)} nicht heruntergeladen`,
  unfetchedIntro: (date) =>
    `Die Zeit ist abgelaufen: ${date}. Werden die Dateien noch gebraucht? Senden Sie sie erneut.`,
  moreFiles: (count) => plural('de', count, { other: 'und {count} weitere' }),
  orOpen: () => 'Oder öffnen Sie diese Adresse im Browser:',
  availableUntil: (date) => `Verfügbar bis ${date}.`,
  uploadUntil: (date) => `Sie können Dateien senden bis ${date}.`,
  messageGoesOn: () => 'Die Nachricht ist länger. Den ganzen Text finden Sie hinter dem Link.',
  keepLink: () => 'Der Link ist nur für Sie bestimmt. Geben Sie ihn nicht weiter.',
  unexpected: () =>
    'Haben Sie das nicht erwartet? Öffnen Sie den Link nicht. Fragen Sie zuerst beim Absender nach, auf einem Weg, den Sie schon kennen.',
  report: (address) => `Kommt Ihnen etwas verdächtig vor? Schreiben Sie an: ${address}`,
  receiptReason: () =>
    'Sie erhalten diese E-Mail, weil Empfangsbestätigungen für Ihr Konto eingeschaltet sind.',
  receivedReason: () => 'Sie erhalten diese E-Mail, weil Sie um Dateien gebeten haben.',
  unfetchedReason: () =>
    'Sie erhalten diese E-Mail, weil Erinnerungen für Ihr Konto eingeschaltet sind.',
  codeSubject: (sender) => `${sender}: Ihr Code`,
  codeIntro: (code) => `Ihr Code: ${code}`,
  codeUntil: (date) =>
    `Gültig bis ${date}. Geben Sie ihn auf der Seite ein, die danach gefragt hat.`,
  codeUnexpected: () =>
    'Sie haben keinen Code angefordert? Dann hat jemand anders Ihren Link. Geben Sie den Code niemandem, und sagen Sie es dem Absender.',
  codeSms: (code, serviceName) =>
    `${code} ist Ihr Code für ${serviceName}. Er gilt 10 Minuten. Geben Sie ihn niemandem.`,
  lockedSubject: (sender) => `${sender} hat Ihnen Dateien gesendet`,
  lockedReminderSubject: (sender) => `Erinnerung: ${sender} hat Ihnen Dateien gesendet`,
  lockedIntro: () =>
    'Was gesendet wurde, sehen Sie nach Eingabe eines Codes. Die Seite hinter dem Link sendet ihn Ihnen zu.',
  lockedAction: () => 'Seite öffnen',
  undeliveredSubject: (receiver) => `Nicht zustellbar: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('de', receivers, {
      one: '{count} Empfänger war nicht erreichbar',
      other: '{count} Empfänger waren nicht erreichbar',
    }),
  undeliveredIntro: () =>
    'Diese E-Mails konnten nicht zugestellt werden. Prüfen Sie die Adressen, oder wenden Sie sich auf anderem Weg an die Empfänger.',
  undeliveredUnwanted: () => 'möchte keine weiteren E-Mails',
  undeliveredReason: () =>
    'Sie erhalten diese E-Mail, weil Sie Dateien gesendet oder angefordert haben.',
  unfetchedManySubject: (receivers) =>
    plural('de', receivers, {
      one: '{count} Empfänger hat Ihre Dateien nicht heruntergeladen',
      other: '{count} Empfänger haben Ihre Dateien nicht heruntergeladen',
    }),
  unfetchedManyIntro: () =>
    'Die Zeit ist abgelaufen. Werden die Dateien noch gebraucht? Senden Sie sie erneut.',
  codesRefusedSubject: (receiver) => `Falsche Codes eingegeben: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Über den Link dieses Empfängers wurden zehn falsche Codes eingegeben, zuletzt: ${date}. Möglicherweise hat jemand anders den Link. Fragen Sie den Empfänger, und lassen Sie den Link im Zweifel sperren.`,
  revokedSubject: () => 'Der Betreiber hat eine Ihrer Sendungen beendet',
  revokedIntro: (date) =>
    `Gesendet: ${date}. Die Links funktionieren nicht mehr, und die Dateien sind nicht mehr lesbar.`,
  revokedReceiverIntro: (date) =>
    `Gesendet: ${date}. Der Link dieses Empfängers funktioniert nicht mehr.`,
  keyRotatedSubject: () => 'Ihr Konto hat einen neuen API-Schlüssel',
  accountDisabledSubject: () => 'Ihr Konto wurde gesperrt',
  accountEnabledSubject: () => 'Ihr Konto ist wieder freigegeben',
  accountIntro: (date) => `Zeitpunkt: ${date}.`,
  securityReason: () =>
    'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft. Kommt sie unerwartet, wenden Sie sich an den Betreiber dieses Dienstes.',
  unwanted: () => 'Möchten Sie solche E-Mails nicht mehr? Hier abbestellen:',
  sentBy: (serviceName) => `Gesendet von ${serviceName}.`,
};
