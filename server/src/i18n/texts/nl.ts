import type { Texts } from './texts.ts';

export const nl: Texts = {
  download: {
    skipToContent: 'Naar de inhoud',
    promise: 'Bestanden worden versleuteld bewaard en gewist wanneer hun tijd voorbij is.',
    language: 'Taal',
    sentBy: {
      one: '{sender} heeft u {count} bestand gestuurd',
      other: '{sender} heeft u {count} bestanden gestuurd',
    },
    sentThrough: {
      one: '{count} bestand voor u van {service}',
      other: '{count} bestanden voor u van {service}',
    },
    sent: 'Verzonden',
    message: 'Bericht',
    defaultMessage: 'Deze bestanden zijn voor u bestemd. Download ze voordat hun tijd voorbij is.',
    files: 'Bestanden',
    download: 'Downloaden',
    fileListPages: 'Pagina’s van de bestandslijst',
    shownFiles: 'Bestanden {from} tot en met {to} van {total}',
    previousFiles: 'Vorige bestanden',
    nextFiles: 'Volgende bestanden',
    downloadAll: 'Alles downloaden ({size}, .zip)',
    downloaded: 'Gedownload',
    allDownloaded: 'U hebt alle bestanden gedownload.',
    checksums: 'Controlesommen (SHA-256)',
    checksumsHelp:
      'Met een controlesom kunt u aantonen dat een bestand precies zo is aangekomen als het is verzonden.',
    availableUntil: 'Beschikbaar tot',
    timeLeft: 'nog {duration}',
    endsSoon: {
      one: 'Dit bestand verloopt binnenkort. Download het nu.',
      other: 'Deze bestanden verlopen binnenkort. Download ze nu.',
    },
    unexpected: 'Had u dit niet verwacht?',
    whatThisIs:
      '{service} brengt bestanden over die te groot of te vertrouwelijk zijn voor een e-mail. Iemand heeft u deze bestanden gestuurd, en deze pagina is alleen voor u gemaakt.',
    whenInDoubt:
      'Kent u de afzender niet of twijfelt u, open de bestanden dan niet. Vraag het eerst aan de afzender, op een manier die u al kent, bijvoorbeeld per telefoon.',
    keepTheLink: 'Geef de link niet door: wie hem heeft, kan de bestanden downloaden.',
    report: 'Lijkt er iets niet te kloppen? Schrijf naar: {address}',
    endedTitle: 'Deze bestanden zijn hier niet meer',
    endedReason:
      'Hun tijd is voorbij, de afzender heeft ze ingetrokken of de link is niet volledig.',
    endedAdvice:
      'Open de link precies zoals hij in de e-mail staat. Helpt dat niet, vraag de afzender dan om de bestanden opnieuw te sturen.',
    waitTitle: 'Een ogenblik geduld',
    waitAdvice:
      'De dienst is bezet of kreeg te veel verzoeken. Er is niets verloren. Probeer het over een minuut opnieuw.',
    noReminder: {
      title: 'Geen herinneringen meer?',
      text: 'U wordt niet meer aan deze bestanden herinnerd voordat hun tijd om is. De link in uw e-mail blijft werken.',
      action: 'Herinner mij niet',
      done: 'U wordt niet aan deze bestanden herinnerd.',
    },
    noMail: {
      title: 'Geen e-mails meer?',
      text: 'Kies van wie u op dit adres geen e-mails meer wilt. Wat al naar u is gestuurd, blijft bereikbaar via de link.',
      fromSender: 'Geen e-mails meer van deze afzender',
      fromAll: 'Geen e-mails meer, van niemand',
      done: 'U krijgt geen e-mails meer.',
    },
    running: {
      downloading: 'Bezig met downloaden',
      checking: 'Bestand wordt gecontroleerd',
      checked:
        'Gedownload en gecontroleerd: het bestand is precies zo aangekomen als het is verzonden.',
      mismatch:
        'Het bestand is niet aangekomen zoals het is verzonden en is niet opgeslagen. Download het opnieuw.',
      brokeOff:
        'De download is afgebroken. Druk nog eens op de knop: hij gaat verder waar hij stopte.',
      offline:
        'U bent offline. Druk nog eens op de knop zodra u weer verbinding hebt: de download gaat verder waar hij stopte.',
      byBrowser: 'Uw browser downloadt dit grote bestand zelf.',
    },
  },
  upload: {
    title: '{sender} vraagt u om bestanden',
    titleUnnamed: 'U wordt om bestanden gevraagd',
    until: 'Open tot',
    limits: {
      one: 'Hoogstens {count} bestand, samen {size}',
      other: 'Hoogstens {count} bestanden, samen {size}',
    },
    limitsWithoutSize: {
      one: 'Hoogstens {count} bestand',
      other: 'Hoogstens {count} bestanden',
    },
    fileLimit: 'Elk bestand hoogstens {size}',
    drop: 'Zet bestanden hier neer of',
    choose: 'Bestanden kiezen',
    message: 'Bericht (optioneel)',
    send: 'Verzenden',
    together:
      'Alle bestanden komen samen aan, of geen enkel. Houd deze pagina open tot ze verzonden zijn.',
    sentTitle: 'Uw bestanden zijn aangekomen',
    leftOut: 'Deze bestanden zijn niet verzonden',
    sentAt: 'Verzonden',
    told: '{sender} heeft bericht gekregen.',
    toldUnnamed: 'De ontvanger heeft bericht gekregen.',
    more: 'Meer verzenden',
    full: 'U hebt zoveel verzonden als deze pagina aanneemt. Vraag om een nieuwe link om meer te verzenden.',
    begun: {
      title: 'Nog niet verzonden',
      whole: 'Aangekomen, nog niet verzonden',
      part: '{share} aangekomen. Kies dit bestand opnieuw om verder te gaan.',
    },
    unexpected: {
      title: 'Verwachtte u dit niet?',
      text: 'Vraag het de persoon hierboven op een andere manier, bijvoorbeeld per telefoon, voordat u iets verzendt. De link is alleen voor u; geef hem niet door.',
    },
    ended: {
      title: 'Deze pagina is niet meer open',
      text: 'De tijd kan om zijn, of de link is niet helemaal geopend. Controleer de link in de mail, of vraag de afzender om een nieuwe. Wat u eerder verzond, is aangekomen.',
    },
    refusals: {
      tooLarge:
        'Dat is meer dan deze pagina aanneemt. Er is niets verzonden. Kies minder of kleinere bestanden.',
      noFiles: 'Er is geen bestand gekozen. Kies er minstens één en verzend dan.',
      invalid:
        'Een bestandsnaam of het bericht bevat iets dat niet gebruikt kan worden. Er is niets verzonden. Verander het en verzend opnieuw.',
      noSpace:
        'Er is op dit moment geen ruimte voor de bestanden. Er is niets verzonden. Probeer het later opnieuw.',
      ended: 'Deze pagina is gesloten terwijl de bestanden onderweg waren. Er is niets verzonden.',
      locked:
        'Deze pagina vraagt om een nieuwe code. Er is nog niets verzonden en wat is aangekomen blijft bewaard: laad de pagina opnieuw, voer een code in en ga verder.',
      failed:
        'Dat is niet gelukt. Er is niets verzonden. Probeer het over een paar minuten opnieuw.',
    },
    script: {
      send: {
        one: '{count} bestand verzenden',
        other: '{count} bestanden verzenden',
      },
      remove: 'Verwijderen',
      cancel: 'Annuleren',
      pause: 'Pauzeren',
      resume: 'Doorgaan',
      paused: 'Gepauzeerd',
      waiting: 'De verbinding is verbroken. Het verzenden gaat vanzelf verder zodra ze terug is.',
      total: 'Alle bestanden',
      sending: 'Bezig met verzenden',
      storing: 'Bijna klaar: de bestanden worden opgeslagen.',
      left: 'nog {time}',
      stopped: 'Gestopt. Er is niets verzonden. De bestanden zijn nog gekozen.',
      lost: 'De verbinding is verbroken. Er is niets verzonden. De bestanden zijn nog gekozen: verzend ze opnieuw.',
      checking: 'De verbinding is verbroken. Zodra ze terug is, ziet u hier wat is aangekomen.',
      alreadyChosen: 'staat al in de lijst.',
      emptyFolder: 'bevat geen bestanden.',
      unreadable: 'kan niet worden gelezen.',
      refused: {
        one: '{count} bestand wordt niet verzonden. De lijst laat zien waarom.',
        other: '{count} bestanden worden niet verzonden. De lijst laat zien waarom.',
      },
      badName: 'Deze naam kan niet worden gebruikt, wordt niet verzonden',
      fileTooLarge: 'Te groot, wordt niet verzonden',
      tooManyFiles: 'Te veel bestanden, wordt niet verzonden',
      noRoom: 'Geen ruimte meer, wordt niet verzonden',
    },
  },
  code: {
    title: '{sender} heeft u bestanden gestuurd',
    titleUnnamed: 'Bestanden voor u van {service}',
    lead: 'Deze pagina opent met een code. Die toont dat de pagina voor u bedoeld is.',
    unreachable:
      'Deze pagina opent met een code, en er is geen manier bekend om u er een te sturen. Vraag het de afzender.',
    ask: 'Een code krijgen',
    again: 'Nog geen code?',
    bySms: 'Stuur hem per sms naar {to}',
    byEmail: 'Stuur hem per e-mail naar {to}',
    sent: 'We hebben een code van 8 cijfers gestuurd naar {to}. Het kan een minuut duren voordat hij aankomt; hij is 10 minuten geldig.',
    label: 'Code',
    form: '8 cijfers',
    submit: 'Doorgaan',
    wrong: {
      one: 'Dat is niet de juiste code. U hebt nog {tries} poging.',
      other: 'Dat is niet de juiste code. U hebt nog {tries} pogingen.',
    },
    spent: 'De code is te vaak verkeerd ingevoerd en is niet meer geldig. Vraag een nieuwe.',
    expired: 'De code is verlopen. Vraag een nieuwe.',
    cookies:
      'Een code werkt alleen in de browser waarin deze is aangevraagd. Sta cookies toe voor deze pagina en vraag daarna een nieuwe code aan.',
    stuck: 'Er is nog geen code aangekomen bij {to}. Wacht even of vraag een nieuwe.',
    wait: 'Er kunnen nu geen codes meer worden gestuurd naar {to}. Wacht een uur.',
  },
  mail: {
    downloadSubject: {
      one: '{sender} heeft u {files} bestand gestuurd',
      other: '{sender} heeft u {files} bestanden gestuurd',
    },
    downloadDefault:
      'Er zijn bestanden naar u gestuurd. Open de link in deze e-mail om ze te downloaden.',
    downloadAction: {
      one: 'Bestand downloaden',
      other: 'Bestanden downloaden',
    },
    uploadSubject: '{sender} vraagt u om bestanden',
    uploadDefault:
      'U wordt gevraagd bestanden te sturen. Open de link in deze e-mail om ze te uploaden.',
    uploadAction: 'Bestanden sturen',
    reminderSubject: {
      one: 'Herinnering: {sender} heeft u {files} bestand gestuurd',
      other: 'Herinnering: {sender} heeft u {files} bestanden gestuurd',
    },
    reminderIntro: {
      one: 'U hebt dit bestand nog niet gedownload. De tijd loopt bijna af.',
      other: 'U hebt deze bestanden nog niet gedownload. De tijd loopt bijna af.',
    },
    receiptSubject: {
      one: '{receiver} heeft uw bestand gedownload',
      other: '{receiver} heeft uw {files} bestanden gedownload',
    },
    receiptIntro: 'Voltooid: {date}.',
    receivedSubject: {
      one: '{contact} heeft geantwoord met {files} bestand',
      other: '{contact} heeft geantwoord met {files} bestanden',
    },
    receivedIntro: {
      one: 'Het bestand staat in uw postvak. Haal het op met het programma dat uw API-sleutel gebruikt: in de browser ziet u alleen wat er is aangekomen.',
      other:
        'De bestanden staan in uw postvak. Haal ze op met het programma dat uw API-sleutel gebruikt: in de browser ziet u alleen wat er is aangekomen.',
    },
    receivedAction: 'Bekijken wat er is aangekomen',
    unfetchedSubject: {
      one: '{receiver} heeft {files} bestand niet gedownload',
      other: '{receiver} heeft {files} bestanden niet gedownload',
    },
    unfetchedIntro: 'De tijd is verstreken: {date}. Zijn de bestanden nog nodig? Stuur ze opnieuw.',
    moreFiles: 'en nog {count}',
    orOpen: 'Of open dit adres in uw browser:',
    availableUntil: 'Beschikbaar tot {date}.',
    uploadUntil: 'U kunt bestanden sturen tot {date}.',
    messageGoesOn: 'Het bericht is langer. De hele tekst vindt u via de link.',
    keepLink: 'De link is alleen voor u bedoeld. Stuur hem niet door.',
    unexpected:
      'Verwachtte u dit niet? Open de link niet. Vraag het eerst aan de afzender, op een manier die u al kent.',
    report: 'Lijkt er iets niet te kloppen? Schrijf naar: {address}',
    receiptReason: 'U krijgt deze e-mail omdat ontvangstbevestigingen aanstaan voor uw account.',
    receivedReason: 'U krijgt deze e-mail omdat u om bestanden hebt gevraagd.',
    unfetchedReason: 'U krijgt deze e-mail omdat herinneringen aanstaan voor uw account.',
    codeSubject: '{sender}: uw code',
    codeIntro: 'Uw code: {code}',
    codeUntil: 'Geldig tot {date}. Voer hem in op de pagina die erom vroeg.',
    codeUnexpected:
      'Hebt u geen code gevraagd? Dan heeft iemand anders uw link. Geef de code aan niemand en waarschuw de afzender.',
    codeSms:
      '{code} is uw code voor {service}. De code is 10 minuten geldig. Geef hem aan niemand.',
    lockedSubject: '{sender} heeft u bestanden gestuurd',
    lockedReminderSubject: 'Herinnering: {sender} heeft u bestanden gestuurd',
    lockedIntro:
      'Wat er is gestuurd, ziet u nadat u een code hebt ingevoerd. De pagina achter de link stuurt u die code.',
    lockedAction: 'De pagina openen',
    undeliveredSubject: 'Niet bezorgd: {receiver}',
    undeliveredManySubject: {
      one: '{receivers} ontvanger kon niet worden bereikt',
      other: '{receivers} ontvangers konden niet worden bereikt',
    },
    undeliveredIntro:
      'Deze e-mails konden niet worden bezorgd. Controleer de adressen of benader de ontvangers op een andere manier.',
    undeliveredUnwanted: 'wil geen e-mails meer',
    undeliveredReason:
      'U krijgt deze e-mail omdat u bestanden hebt gestuurd of erom hebt gevraagd.',
    unfetchedManySubject: {
      one: '{receivers} ontvanger heeft uw bestanden niet gedownload',
      other: '{receivers} ontvangers hebben uw bestanden niet gedownload',
    },
    unfetchedManyIntro: 'De tijd is verstreken. Zijn de bestanden nog nodig? Stuur ze opnieuw.',
    codesRefusedSubject: 'Onjuiste codes ingevoerd: {receiver}',
    codesRefusedIntro:
      'Via de link van deze ontvanger zijn tien onjuiste codes ingevoerd, de laatste: {date}. Mogelijk heeft iemand anders de link. Vraag het de ontvanger en laat de link bij twijfel intrekken.',
    revokedSubject: 'De beheerder heeft een van uw verzendingen beëindigd',
    revokedIntro:
      'Verstuurd: {date}. De links werken niet meer en de bestanden zijn niet meer leesbaar.',
    revokedReceiverIntro: 'Verstuurd: {date}. De link van deze ontvanger werkt niet meer.',
    keyRotatedSubject: 'Uw account heeft een nieuwe API-sleutel',
    accountDisabledSubject: 'Uw account is uitgeschakeld',
    accountEnabledSubject: 'Uw account is weer ingeschakeld',
    accountIntro: 'Datum: {date}.',
    securityReason:
      'U krijgt deze e-mail omdat het om de veiligheid van uw account gaat. Verwachtte u dit niet? Neem dan contact op met de beheerder van deze dienst.',
    unwanted: 'Wilt u zulke e-mails niet meer? Stop ze hier:',
    sentBy: 'Verstuurd door {service}.',
  },
};
