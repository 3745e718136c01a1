import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} vraagt u om bestanden',
  titleUnnamed: 'U wordt om bestanden gevraagd',
  until: 'Open tot',
  limits: {
    one: 'Maximaal {count} bestand, {size} in totaal',
    other: 'Maximaal {count} bestanden, {size} in totaal',
  },
  limitsWithoutSize: { one: 'Maximaal {count} bestand', other: 'Maximaal {count} bestanden' },
  fileLimit: 'Maximaal {size} per bestand',
  drop: 'Sleep bestanden hierheen of',
  choose: 'Bestanden kiezen',
  from: 'Uw naam',
  message: 'Bericht (optioneel)',
  send: 'Verzenden',
  together:
    'Alle bestanden komen samen aan of helemaal niet. Houd deze pagina open tot ze verzonden zijn.',
  sentTitle: 'Uw bestanden zijn aangekomen',
  leftOut: 'Deze bestanden zijn niet verzonden',
  sentAt: 'Verzonden',
  told: '{sender} heeft bericht gekregen.',
  toldUnnamed: 'De ontvanger heeft bericht gekregen.',
  more: 'Meer verzenden',
  full: 'U hebt de limiet van deze pagina bereikt. Vraag om een nieuwe link om meer te verzenden.',
  begun: {
    title: 'Nog niet verzonden',
    whole: 'Geüpload, nog niet verzonden',
    part: '{share} geüpload. Kies dit bestand opnieuw om verder te gaan.',
  },
  unexpected: {
    title: 'Had u dit niet verwacht?',
    text: 'Vraag het de persoon hierboven op een andere manier na, bijvoorbeeld per telefoon, voordat u iets verzendt.',
    keepLink: 'De link is alleen voor u; deel hem niet.',
  },
  ended: {
    title: 'Deze pagina is niet meer beschikbaar',
    text: 'Mogelijk is ze verlopen of is de link onvolledig. Open de volledige link uit uw e-mail, of vraag de persoon die hem stuurde om een nieuwe. Bestanden die u al hebt verzonden, zijn aangekomen.',
  },
  refusals: {
    tooLarge:
      'Dat is meer dan deze pagina accepteert. Er is niets verzonden. Kies minder of kleinere bestanden.',
    noFiles: 'Er is geen bestand gekozen. Kies er minstens één en verzend dan.',
    invalid:
      'Een bestandsnaam of het bericht bevat iets dat niet kan worden gebruikt. Er is niets verzonden. Wijzig het en verzend opnieuw.',
    noSpace:
      'Er is op dit moment niet genoeg ruimte voor de bestanden. Er is niets verzonden. Probeer het later opnieuw.',
    ended: 'Deze pagina is gesloten terwijl uw bestanden werden geüpload. Er is niets verzonden.',
    locked:
      'Deze pagina vraagt om een nieuwe code. Er is nog niets verzonden en uw geüploade bestanden blijven bewaard: laad de pagina opnieuw, voer een code in en ga verder.',
    failed:
      'Er is iets misgegaan. Er is niets verzonden. Probeer het over een paar minuten opnieuw.',
  },
  script: {
    send: {
      one: '{count} bestand verzenden',
      other: '{count} bestanden verzenden',
    },
    remove: 'Verwijderen',
    retry: 'Opnieuw proberen',
    vanished: 'Dit bestand is op uw apparaat verplaatst of gewijzigd. Kies het opnieuw.',
    cancel: 'Annuleren',
    pause: 'Pauzeren',
    resume: 'Hervatten',
    paused: 'Gepauzeerd',
    waiting:
      'De verbinding is verbroken. Het verzenden wordt automatisch hervat zodra ze terug is.',
    busy: 'De dienst is bezet. Het verzenden wordt automatisch hervat.',
    total: 'Alle bestanden',
    sending: 'Bezig met verzenden',
    storing: 'Bijna klaar: de bestanden worden opgeslagen.',
    left: 'nog {time}',
    stopped: 'Gestopt. Er is niets verzonden. De bestanden zijn nog gekozen.',
    lost: 'De verbinding is verbroken. Er is niets verzonden. De bestanden zijn nog gekozen: verzend ze opnieuw.',
    checking: 'De verbinding is verbroken. Zodra ze terug is, ziet u hier wat is aangekomen.',
    alreadyChosen: 'staat al in de lijst.',
    manyChosen: {
      one: '{count} bestand staat al in de lijst.',
      other: '{count} bestanden staan al in de lijst.',
    },
    emptyFolder: 'bevat geen bestanden.',
    unreadable: 'kan niet worden gelezen.',
    refused: {
      one: '{count} bestand wordt niet verzonden. De lijst laat zien waarom.',
      other: '{count} bestanden worden niet verzonden. De lijst laat zien waarom.',
    },
    badName: 'Naam niet toegestaan, wordt niet verzonden',
    fileTooLarge: 'Te groot, wordt niet verzonden',
    tooManyFiles: 'Te veel bestanden, wordt niet verzonden',
    noRoom: 'Geen ruimte meer, wordt niet verzonden',
  },
};
