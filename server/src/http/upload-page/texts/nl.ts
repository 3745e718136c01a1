import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const nl: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'U wordt om bestanden gevraagd' : `${sender} vraagt u om bestanden`,
  until: 'Open tot',
  limits: (count, size) =>
    plural('nl', count, {
      one: 'Hoogstens {count} bestand',
      other: 'Hoogstens {count} bestanden',
    }) + (size === undefined ? '' : `, samen ${size}`),
  fileLimit: (size) => `Elk bestand hoogstens ${size}`,
  drop: 'Zet bestanden hier neer of',
  choose: 'Bestanden kiezen',
  message: 'Bericht (optioneel)',
  send: 'Verzenden',
  together:
    'Alle bestanden komen samen aan, of geen enkel. Houd deze pagina open tot ze verzonden zijn.',
  sentTitle: 'Uw bestanden zijn aangekomen',
  leftOut: 'Deze bestanden zijn niet verzonden',
  sentAt: 'Verzonden',
  told: (sender) =>
    sender === undefined
      ? 'De ontvanger heeft bericht gekregen.'
      : `${sender} heeft bericht gekregen.`,
  more: 'Meer verzenden',
  full: 'U hebt zoveel verzonden als deze pagina aanneemt. Vraag om een nieuwe link om meer te verzenden.',
  begun: {
    title: 'Nog niet verzonden',
    whole: 'Aangekomen, nog niet verzonden',
    part: (share) => `${share} aangekomen. Kies dit bestand opnieuw om verder te gaan.`,
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
    failed: 'Dat is niet gelukt. Er is niets verzonden. Probeer het over een paar minuten opnieuw.',
  },
  script: {
    send: { one: '{count} bestand verzenden', other: '{count} bestanden verzenden' },
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
};
