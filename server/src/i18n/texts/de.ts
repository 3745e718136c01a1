import type { Texts } from './texts.ts';

export const de: Texts = {
  download: {
    skipToContent: 'Zum Inhalt springen',
    promise: 'Dateien werden verschlüsselt aufbewahrt und gelöscht, wenn ihre Zeit abgelaufen ist.',
    language: 'Sprache',
    sentBy: {
      one: '{sender} hat Ihnen {count} Datei gesendet',
      other: '{sender} hat Ihnen {count} Dateien gesendet',
    },
    sentThrough: {
      one: '{count} Datei für Sie von {service}',
      other: '{count} Dateien für Sie von {service}',
    },
    sent: 'Gesendet',
    message: 'Nachricht',
    defaultMessage:
      'Diese Dateien sind für Sie bestimmt. Bitte laden Sie sie herunter, bevor ihre Zeit abläuft.',
    files: 'Dateien',
    download: 'Herunterladen',
    fileListPages: 'Seiten der Dateiliste',
    shownFiles: 'Dateien {from} bis {to} von {total}',
    previousFiles: 'Vorherige Dateien',
    nextFiles: 'Weitere Dateien',
    downloadAll: 'Alle herunterladen ({size}, .zip)',
    downloaded: 'Heruntergeladen',
    allDownloaded: 'Sie haben alle Dateien heruntergeladen.',
    checksums: 'Prüfsummen (SHA-256)',
    checksumsHelp:
      'Mit einer Prüfsumme können Sie nachweisen, dass eine Datei genau so ankam, wie sie gesendet wurde.',
    availableUntil: 'Verfügbar bis',
    timeLeft: 'noch {duration}',
    endsSoon: {
      one: 'Diese Datei läuft bald ab. Bitte laden Sie sie jetzt herunter.',
      other: 'Diese Dateien laufen bald ab. Bitte laden Sie sie jetzt herunter.',
    },
    unexpected: 'Sie haben das nicht erwartet?',
    whatThisIs:
      '{service} überbringt Dateien, die für eine E-Mail zu groß oder zu vertraulich sind. Jemand hat Ihnen diese Dateien gesendet, und diese Seite ist nur für Sie bestimmt.',
    whenInDoubt:
      'Wenn Sie den Absender nicht kennen oder unsicher sind, öffnen Sie die Dateien nicht. Fragen Sie zuerst beim Absender nach, auf einem Weg, den Sie schon kennen, zum Beispiel am Telefon.',
    keepTheLink:
      'Bitte geben Sie den Link nicht weiter: Wer ihn hat, kann die Dateien herunterladen.',
    report: 'Kommt Ihnen etwas verdächtig vor? Schreiben Sie an: {address}',
    endedTitle: 'Diese Dateien sind nicht mehr hier',
    endedReason:
      'Ihre Zeit ist abgelaufen, der Absender hat sie zurückgezogen, oder der Link ist nicht vollständig.',
    endedAdvice:
      'Öffnen Sie den Link genau so, wie er in der E-Mail steht. Hilft das nicht, bitten Sie den Absender, die Dateien noch einmal zu senden.',
    waitTitle: 'Bitte warten Sie einen Moment',
    waitAdvice:
      'Der Dienst ist ausgelastet oder wurde zu oft gefragt. Nichts ist verloren. Versuchen Sie es in einer Minute noch einmal.',
    noReminder: {
      title: 'Keine Erinnerung mehr?',
      text: 'Sie werden nicht mehr an diese Dateien erinnert, bevor ihre Zeit abläuft. Der Link in Ihrer E-Mail funktioniert weiterhin.',
      action: 'Nicht erinnern',
      done: 'Sie werden nicht an diese Dateien erinnert.',
    },
    noMail: {
      title: 'Keine weiteren E-Mails?',
      text: 'Wählen Sie, wessen E-Mails Sie an diese Adresse nicht mehr erhalten möchten. Was Ihnen bereits gesendet wurde, bleibt über seinen Link erreichbar.',
      fromSender: 'Keine E-Mails mehr von diesem Absender',
      fromAll: 'Keine E-Mails mehr, von niemandem',
      done: 'Sie erhalten keine weiteren E-Mails.',
    },
    running: {
      downloading: 'Wird heruntergeladen',
      checking: 'Datei wird geprüft',
      checked: 'Heruntergeladen und geprüft: Die Datei kam genau so an, wie sie gesendet wurde.',
      mismatch:
        'Die Datei kam nicht so an, wie sie gesendet wurde, und wurde nicht gespeichert. Bitte laden Sie sie noch einmal herunter.',
      brokeOff:
        'Der Download brach ab. Drücken Sie noch einmal auf die Schaltfläche: Er geht dort weiter, wo er aufgehört hat.',
      offline:
        'Sie sind offline. Drücken Sie noch einmal auf die Schaltfläche, wenn Sie wieder verbunden sind: Der Download geht dort weiter, wo er aufgehört hat.',
      byBrowser: 'Ihr Browser lädt diese große Datei selbst herunter.',
    },
  },
  upload: {
    title: '{sender} bittet Sie um Dateien',
    titleUnnamed: 'Sie werden um Dateien gebeten',
    until: 'Offen bis',
    limits: {
      one: 'Bis zu {count} Datei, zusammen {size}',
      other: 'Bis zu {count} Dateien, zusammen {size}',
    },
    limitsWithoutSize: {
      one: 'Bis zu {count} Datei',
      other: 'Bis zu {count} Dateien',
    },
    fileLimit: 'Jede Datei höchstens {size}',
    drop: 'Dateien hier ablegen oder',
    choose: 'Dateien auswählen',
    message: 'Nachricht (freiwillig)',
    send: 'Senden',
    together:
      'Alle Dateien kommen zusammen an oder keine. Lassen Sie die Seite offen, bis sie gesendet sind.',
    sentTitle: 'Ihre Dateien sind angekommen',
    leftOut: 'Diese Dateien wurden nicht gesendet',
    sentAt: 'Gesendet',
    told: '{sender} wurde benachrichtigt.',
    toldUnnamed: 'Der Empfänger wurde benachrichtigt.',
    more: 'Weitere senden',
    full: 'Sie haben so viel gesendet, wie diese Seite annimmt. Bitten Sie um einen neuen Link, um mehr zu senden.',
    begun: {
      title: 'Noch nicht gesendet',
      whole: 'Angekommen, noch nicht gesendet',
      part: '{share} angekommen. Wählen Sie diese Datei noch einmal, um fortzufahren.',
    },
    unexpected: {
      title: 'Haben Sie das nicht erwartet?',
      text: 'Fragen Sie die oben genannte Person auf anderem Weg, zum Beispiel am Telefon, bevor Sie etwas senden. Der Link ist nur für Sie bestimmt; geben Sie ihn bitte nicht weiter.',
    },
    ended: {
      title: 'Diese Seite ist nicht mehr offen',
      text: 'Vielleicht ist ihre Zeit abgelaufen, oder der Link wurde nicht ganz geöffnet. Prüfen Sie den Link in der E-Mail, oder bitten Sie den Absender um einen neuen. Was Sie zuvor gesendet haben, ist angekommen.',
    },
    refusals: {
      tooLarge:
        'Das ist mehr, als diese Seite annimmt. Es wurde nichts gesendet. Wählen Sie weniger oder kleinere Dateien.',
      noFiles: 'Es wurde keine Datei ausgewählt. Wählen Sie mindestens eine, dann senden Sie.',
      invalid:
        'Ein Dateiname oder die Nachricht enthält etwas, das nicht verwendet werden kann. Es wurde nichts gesendet. Ändern Sie es und senden Sie erneut.',
      noSpace:
        'Im Moment ist kein Platz für die Dateien. Es wurde nichts gesendet. Versuchen Sie es später wieder.',
      ended:
        'Die Seite wurde geschlossen, während die Dateien unterwegs waren. Es wurde nichts gesendet.',
      locked:
        'Die Seite braucht einen neuen Code. Es wurde noch nichts gesendet, und was angekommen ist, bleibt: Laden Sie die Seite neu, geben Sie einen Code ein und machen Sie weiter.',
      failed:
        'Das hat nicht geklappt. Es wurde nichts gesendet. Versuchen Sie es in einigen Minuten wieder.',
    },
    script: {
      send: {
        one: '{count} Datei senden',
        other: '{count} Dateien senden',
      },
      remove: 'Entfernen',
      cancel: 'Abbrechen',
      pause: 'Anhalten',
      resume: 'Fortsetzen',
      paused: 'Angehalten',
      waiting:
        'Die Verbindung ist abgerissen. Sobald sie wieder da ist, geht es von selbst weiter.',
      total: 'Alle Dateien',
      sending: 'Wird gesendet',
      storing: 'Fast fertig: Die Dateien werden gespeichert.',
      left: 'noch {time}',
      stopped: 'Abgebrochen. Es wurde nichts gesendet. Die Dateien sind noch ausgewählt.',
      lost: 'Die Verbindung ist abgerissen. Es wurde nichts gesendet. Die Dateien sind noch ausgewählt: Senden Sie sie erneut.',
      checking:
        'Die Verbindung ist abgerissen. Sobald sie wieder da ist, sehen Sie hier, was angekommen ist.',
      alreadyChosen: 'steht schon in der Liste.',
      emptyFolder: 'enthält keine Dateien.',
      unreadable: 'lässt sich nicht lesen.',
      refused: {
        one: '{count} Datei wird nicht gesendet. Den Grund zeigt die Liste.',
        other: '{count} Dateien werden nicht gesendet. Den Grund zeigt die Liste.',
      },
      badName: 'Dieser Name ist nicht möglich, wird nicht gesendet',
      fileTooLarge: 'Zu groß, wird nicht gesendet',
      tooManyFiles: 'Zu viele Dateien, wird nicht gesendet',
      noRoom: 'Kein Platz mehr, wird nicht gesendet',
    },
  },
  code: {
    title: '{sender} hat Ihnen Dateien gesendet',
    titleUnnamed: 'Dateien für Sie von {service}',
    lead: 'Diese Seite öffnet sich mit einem Code. Er zeigt, dass sie für Sie bestimmt ist.',
    unreachable:
      'Diese Seite öffnet sich mit einem Code, und es ist kein Weg bekannt, Ihnen einen zu senden. Bitte fragen Sie den Absender.',
    ask: 'Code anfordern',
    again: 'Noch kein Code da?',
    bySms: 'Per SMS senden an {to}',
    byEmail: 'Per E-Mail senden an {to}',
    sent: 'Wir haben einen Code aus 8 Ziffern gesendet an {to}. Es kann eine Minute dauern, bis er ankommt; er gilt 10 Minuten.',
    label: 'Code',
    form: '8 Ziffern',
    submit: 'Weiter',
    wrong: {
      one: 'Das ist nicht der richtige Code. Sie haben noch {tries} Versuch.',
      other: 'Das ist nicht der richtige Code. Sie haben noch {tries} Versuche.',
    },
    spent:
      'Der Code wurde zu oft falsch eingegeben und gilt nicht mehr. Fordern Sie einen neuen an.',
    expired: 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
    cookies:
      'Ein Code gilt nur in dem Browser, in dem er angefordert wurde. Erlauben Sie Cookies für diese Seite und fordern Sie dann einen neuen Code an.',
    stuck:
      'Bisher ist kein Code angekommen bei {to}. Warten Sie etwas, oder fordern Sie einen neuen an.',
    wait: 'Im Moment können keine weiteren Codes gesendet werden an {to}. Bitte warten Sie eine Stunde.',
  },
  mail: {
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
      one: 'Sie haben diese Datei noch nicht heruntergeladen. Die Zeit läuft bald ab.',
      other: 'Sie haben diese Dateien noch nicht heruntergeladen. Die Zeit läuft bald ab.',
    },
    receiptSubject: {
      one: '{receiver} hat Ihre Datei heruntergeladen',
      other: '{receiver} hat Ihre {files} Dateien heruntergeladen',
    },
    receiptIntro: 'Abgeschlossen: {date}.',
    receivedSubject: {
      one: '{contact} hat mit {files} Datei geantwortet',
      other: '{contact} hat mit {files} Dateien geantwortet',
    },
    receivedIntro: {
      one: 'Die Datei liegt in Ihrem Posteingang. Rufen Sie sie mit dem Programm ab, das Ihren API-Schlüssel verwendet: Im Browser sehen Sie nur, was angekommen ist.',
      other:
        'Die Dateien liegen in Ihrem Posteingang. Rufen Sie sie mit dem Programm ab, das Ihren API-Schlüssel verwendet: Im Browser sehen Sie nur, was angekommen ist.',
    },
    receivedAction: 'Eingang ansehen',
    unfetchedSubject: {
      one: '{receiver} hat {files} Datei nicht heruntergeladen',
      other: '{receiver} hat {files} Dateien nicht heruntergeladen',
    },
    unfetchedIntro:
      'Die Zeit ist abgelaufen: {date}. Werden die Dateien noch gebraucht? Senden Sie sie erneut.',
    moreFiles: 'und {count} weitere',
    orOpen: 'Oder öffnen Sie diese Adresse im Browser:',
    availableUntil: 'Verfügbar bis {date}.',
    uploadUntil: 'Sie können Dateien senden bis {date}.',
    messageGoesOn: 'Die Nachricht ist länger. Den ganzen Text finden Sie hinter dem Link.',
    keepLink: 'Der Link ist nur für Sie bestimmt. Geben Sie ihn nicht weiter.',
    unexpected:
      'Haben Sie das nicht erwartet? Öffnen Sie den Link nicht. Fragen Sie zuerst beim Absender nach, auf einem Weg, den Sie schon kennen.',
    report: 'Kommt Ihnen etwas verdächtig vor? Schreiben Sie an: {address}',
    receiptReason:
      'Sie erhalten diese E-Mail, weil Empfangsbestätigungen für Ihr Konto eingeschaltet sind.',
    receivedReason: 'Sie erhalten diese E-Mail, weil Sie um Dateien gebeten haben.',
    unfetchedReason:
      'Sie erhalten diese E-Mail, weil Erinnerungen für Ihr Konto eingeschaltet sind.',
    codeSubject: '{sender}: Ihr Code',
    codeIntro: 'Ihr Code: {code}',
    codeUntil: 'Gültig bis {date}. Geben Sie ihn auf der Seite ein, die danach gefragt hat.',
    codeUnexpected:
      'Sie haben keinen Code angefordert? Dann hat jemand anders Ihren Link. Geben Sie den Code niemandem, und sagen Sie es dem Absender.',
    codeSms: '{code} ist Ihr Code für {service}. Er gilt 10 Minuten. Geben Sie ihn niemandem.',
    lockedSubject: '{sender} hat Ihnen Dateien gesendet',
    lockedReminderSubject: 'Erinnerung: {sender} hat Ihnen Dateien gesendet',
    lockedIntro:
      'Was gesendet wurde, sehen Sie nach Eingabe eines Codes. Die Seite hinter dem Link sendet ihn Ihnen zu.',
    lockedAction: 'Seite öffnen',
    undeliveredSubject: 'Nicht zustellbar: {receiver}',
    undeliveredManySubject: {
      one: '{receivers} Empfänger war nicht erreichbar',
      other: '{receivers} Empfänger waren nicht erreichbar',
    },
    undeliveredIntro:
      'Diese E-Mails konnten nicht zugestellt werden. Prüfen Sie die Adressen, oder wenden Sie sich auf anderem Weg an die Empfänger.',
    undeliveredUnwanted: 'möchte keine weiteren E-Mails',
    undeliveredReason:
      'Sie erhalten diese E-Mail, weil Sie Dateien gesendet oder angefordert haben.',
    unfetchedManySubject: {
      one: '{receivers} Empfänger hat Ihre Dateien nicht heruntergeladen',
      other: '{receivers} Empfänger haben Ihre Dateien nicht heruntergeladen',
    },
    unfetchedManyIntro:
      'Die Zeit ist abgelaufen. Werden die Dateien noch gebraucht? Senden Sie sie erneut.',
    codesRefusedSubject: 'Falsche Codes eingegeben: {receiver}',
    codesRefusedIntro:
      'Über den Link dieses Empfängers wurden zehn falsche Codes eingegeben, zuletzt: {date}. Möglicherweise hat jemand anders den Link. Fragen Sie den Empfänger, und lassen Sie den Link im Zweifel sperren.',
    revokedSubject: 'Der Betreiber hat eine Ihrer Sendungen beendet',
    revokedIntro:
      'Gesendet: {date}. Die Links funktionieren nicht mehr, und die Dateien sind nicht mehr lesbar.',
    revokedReceiverIntro: 'Gesendet: {date}. Der Link dieses Empfängers funktioniert nicht mehr.',
    keyRotatedSubject: 'Ihr Konto hat einen neuen API-Schlüssel',
    accountDisabledSubject: 'Ihr Konto wurde gesperrt',
    accountEnabledSubject: 'Ihr Konto ist wieder freigegeben',
    accountIntro: 'Zeitpunkt: {date}.',
    securityReason:
      'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft. Kommt sie unerwartet, wenden Sie sich an den Betreiber dieses Dienstes.',
    unwanted: 'Möchten Sie solche E-Mails nicht mehr? Hier abbestellen:',
    sentBy: 'Gesendet von {service}.',
  },
};
