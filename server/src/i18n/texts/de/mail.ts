import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
  downloadSubject: {
    one: '{sender} hat Ihnen {files} Datei gesendet',
    other: '{sender} hat Ihnen {files} Dateien gesendet',
  },
  downloadDefault:
    'Für Sie liegen Dateien bereit. Öffnen Sie den Link in dieser E-Mail, um sie herunterzuladen.',
  downloadAction: {
    one: 'Datei herunterladen',
    other: 'Dateien herunterladen',
  },
  uploadSubject: '{sender} bittet Sie um Dateien',
  uploadDefault:
    'Sie werden um Dateien gebeten. Öffnen Sie den Link in dieser E-Mail, um sie hochzuladen.',
  uploadAction: 'Dateien senden',
  reminderSubject: {
    one: 'Erinnerung: {sender} hat Ihnen {files} Datei gesendet',
    other: 'Erinnerung: {sender} hat Ihnen {files} Dateien gesendet',
  },
  reminderIntro: {
    one: 'Sie haben diese Datei noch nicht heruntergeladen. Sie läuft bald ab.',
    other: 'Sie haben diese Dateien noch nicht heruntergeladen. Sie laufen bald ab.',
  },
  receiptSubject: {
    one: '{receiver} hat Ihre Datei heruntergeladen',
    other: '{receiver} hat Ihre {files} Dateien heruntergeladen',
  },
  receiptIntro: 'Abgeschlossen: {date}.',
  receivedSubject: {
    one: '{contact} hat Ihnen {files} Datei gesendet',
    other: '{contact} hat Ihnen {files} Dateien gesendet',
  },
  receivedIntro: {
    one: 'Die Datei liegt in Ihrem Posteingang. Rufen Sie sie mit dem Programm ab, das Ihren API-Schlüssel verwendet: Im Browser sehen Sie nur, was angekommen ist.',
    other:
      'Die Dateien liegen in Ihrem Posteingang. Rufen Sie sie mit dem Programm ab, das Ihren API-Schlüssel verwendet: Im Browser sehen Sie nur, was angekommen ist.',
  },
  receivedAction: 'Eingang ansehen',
  receivedInInbox: {
    one: 'Die Datei liegt in Ihrem Posteingang.',
    other: 'Die Dateien liegen in Ihrem Posteingang.',
  },
  receivedOpen: 'Posteingang öffnen',
  returnedSubject: {
    one: '{receiver} hat Ihre Datei erhalten',
    other: '{receiver} hat Ihre {files} Dateien erhalten',
  },
  returnedIntro: 'Angekommen: {date}. Bewahren Sie diese E-Mail als Bestätigung auf.',
  returnedReason: 'Sie erhalten diese E-Mail, weil Sie diese Dateien gesendet haben.',
  unfetchedSubject: {
    one: '{receiver} hat {files} Datei nicht heruntergeladen',
    other: '{receiver} hat {files} Dateien nicht heruntergeladen',
  },
  unfetchedIntro:
    'Die Dateien sind am {date} abgelaufen. Wenn sie noch gebraucht werden, senden Sie sie erneut.',
  moreFiles: 'und {count} weitere',
  orOpen: 'Oder öffnen Sie diese Adresse im Browser:',
  availableUntil: 'Verfügbar bis {date}.',
  uploadUntil: 'Sie können bis {date} Dateien senden.',
  messageGoesOn: 'Die Nachricht ist länger. Öffnen Sie den Link, um sie ganz zu lesen.',
  keepLink: 'Dieser Link ist nur für Sie. Geben Sie ihn nicht weiter.',
  unexpected:
    'Haben Sie das nicht erwartet? Öffnen Sie den Link nicht. Fragen Sie zuerst beim Absender nach, auf einem Weg, den Sie schon kennen.',
  report: 'Kommt Ihnen etwas verdächtig vor? Schreiben Sie an: {address}',
  receiptOpen: 'Übertragung anzeigen',
  receiptDrop: 'Übertragung: {id}',
  receiptReason:
    'Sie erhalten diese E-Mail, weil Empfangsbestätigungen für Ihr Konto eingeschaltet sind.',
  receivedReason: 'Sie erhalten diese E-Mail, weil Sie um Dateien gebeten haben.',
  unfetchedReason: 'Sie erhalten diese E-Mail, weil Erinnerungen für Ihr Konto eingeschaltet sind.',
  codeSubject: 'Ihr Code zum Öffnen der Seite von {sender}',
  codeIntro: 'Ihr Code: {code}',
  codeUntil: 'Gültig bis {date}. Geben Sie ihn auf der Seite ein, die danach gefragt hat.',
  codeUnexpected:
    'Sie haben keinen Code angefordert? Dann hat jemand anderes Ihren Link. Geben Sie diesen Code an niemanden weiter, und informieren Sie den Absender.',
  codeSms:
    '{code} ist Ihr Code für {service}. Er ist 10 Minuten gültig. Geben Sie ihn an niemanden weiter.',
  lockedSubject: '{sender} hat Ihnen Dateien gesendet',
  lockedReminderSubject: 'Erinnerung: {sender} hat Ihnen Dateien gesendet',
  lockedIntro:
    'Sie brauchen einen Einmalcode, um die Dateien zu sehen. Öffnen Sie die Seite, dann senden wir ihn Ihnen.',
  lockedAction: 'Seite öffnen',
  undeliveredSubject: 'Nicht zustellbar: {receiver}',
  undeliveredManySubject: {
    one: '{receivers} Empfänger war nicht erreichbar',
    other: '{receivers} Empfänger waren nicht erreichbar',
  },
  undeliveredIntro:
    'Diese E-Mails konnten nicht zugestellt werden. Prüfen Sie die Adressen, oder wenden Sie sich auf anderem Weg an die Empfänger.',
  undeliveredUnwanted: 'möchte keine weiteren E-Mails',
  undeliveredReason: 'Sie erhalten diese E-Mail, weil Sie Dateien gesendet oder angefordert haben.',
  unfetchedManySubject: {
    one: '{receivers} Empfänger hat Ihre Dateien nicht heruntergeladen',
    other: '{receivers} Empfänger haben Ihre Dateien nicht heruntergeladen',
  },
  unfetchedManyIntro:
    'Die Dateien sind abgelaufen. Wenn sie noch gebraucht werden, senden Sie sie erneut.',
  codesRefusedSubject: 'Falsche Codes eingegeben: {receiver}',
  codesRefusedIntro:
    'Über den Link dieses Empfängers wurden zehn falsche Codes eingegeben, zuletzt: {date}. Möglicherweise hat jemand anderes den Link. Fragen Sie den Empfänger, und lassen Sie den Link im Zweifel sperren.',
  codesUsedUpSubject: 'Vorerst keine Codes mehr: {receiver}',
  codesUsedUpIntro:
    'Über den Link dieses Empfängers wurden so viele Codes angefordert, dass vorerst keine weiteren verschickt werden. Zuletzt: {date}. Wenn der Empfänger sie nicht angefordert hat, hat jemand anderes den Link: Sperren Sie ihn und senden Sie einen neuen.',
  revokedSubject: 'Der Betreiber hat eine Ihrer Sendungen beendet',
  revokedIntro:
    'Gesendet: {date}. Die Links funktionieren nicht mehr, und die Dateien sind nicht mehr lesbar.',
  revokedReceiverIntro: 'Gesendet: {date}. Der Link dieses Empfängers funktioniert nicht mehr.',
  invitationSubject: 'Ihr Konto bei {service}',
  invitationIntro:
    'Sie sind eingeladen, Dateien sicher zu senden und zu empfangen. Wählen Sie zum Beginnen ein Passwort.',
  invitationFrom:
    '{inviter} hat Sie eingeladen, Dateien sicher zu senden und zu empfangen. Wählen Sie zum Beginnen ein Passwort.',
  invitationAction: 'Passwort wählen',
  resetSubject: 'Neues Passwort wählen',
  resetIntro: 'Sie haben einen Link angefordert, um ein neues Passwort zu wählen.',
  resetUnexpected:
    'Sie haben das nicht angefordert? Dann beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist.',
  linkUntil: 'Der Link gilt einmal, bis {date}.',
  keyRotatedSubject: 'Ihr Konto hat einen neuen API-Schlüssel',
  keyEndingSubject: 'Ein API-Schlüssel von Ihnen läuft bald ab',
  keyEndingIntro:
    'Skripte, die diese Schlüssel verwenden, können sich danach nicht mehr anmelden. Erstellen Sie rechtzeitig neue Schlüssel unter Sicherheit, API-Schlüssel.',
  keyEndingItem: '{name}: gültig bis {date}',
  passwordChangedSubject: 'Ihr Passwort wurde geändert',
  passkeyAddedSubject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
  passkeyRemovedSubject: 'Ein Passkey wurde aus Ihrem Konto entfernt',
  identityLinkedSubject: 'Ein Anmeldedienst wurde mit Ihrem Konto verknüpft',
  identityUnlinkedSubject: 'Die Verknüpfung eines Anmeldedienstes mit Ihrem Konto wurde aufgehoben',
  authenticatorAddedSubject: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
  authenticatorRemovedSubject: 'Die Authenticator-App wurde aus Ihrem Konto entfernt',
  recoveryCodesMadeSubject: 'Für Ihr Konto wurden neue Wiederherstellungscodes erzeugt',
  signInCodesRefusedSubject: 'Bei der Anmeldung an Ihrem Konto wurden falsche Codes eingegeben',
  signInCodesRefusedAdvice:
    'Waren Sie es selbst, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort oder kann Ihre E-Mails lesen: Ändern Sie beide Passwörter.',
  signInAttemptsSubject: 'Für Ihr Konto wurden viele falsche Passwörter eingegeben',
  signInAttemptsAdvice:
    'Niemand ist damit hineingekommen. Wo Sie sich schon angemeldet haben, und mit einem Passkey, melden Sie sich an wie gewohnt. Ist Ihr Passwort kurz oder verwenden Sie es auch anderswo, ändern Sie es.',
  secondFactorRemovedSubject:
    'Ein Administrator hat die Authenticator-App aus Ihrem Konto entfernt',
  accountDisabledSubject: 'Ihr Konto wurde gesperrt',
  accountEnabledSubject: 'Ihr Konto ist wieder freigegeben',
  accountIntro: 'Zeitpunkt: {date}.',
  securityReason:
    'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft. Kommt sie unerwartet, wenden Sie sich an den Betreiber dieses Dienstes.',
  unwanted: 'Möchten Sie solche E-Mails nicht mehr? Hier abbestellen:',
  sentBy: 'Gesendet von {service}.',
};
