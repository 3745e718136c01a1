import { plural } from '../../../i18n/plural.ts';
import type { CodeTexts } from './code-texts.ts';

export const nl: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined
      ? `Bestanden voor u van ${service}`
      : `${sender} heeft u bestanden gestuurd`,
  lead: 'Deze pagina opent met een code. Die toont dat de pagina voor u bedoeld is.',
  unreachable:
    'Deze pagina opent met een code, en er is geen manier bekend om u er een te sturen. Vraag het de afzender.',
  ask: 'Een code krijgen',
  again: 'Nog geen code?',
  bySms: ({ to }) => `Stuur hem per sms naar ${to}`,
  byEmail: ({ to }) => `Stuur hem per e-mail naar ${to}`,
  sent: ({ to }) =>
    `We hebben een code van 8 cijfers gestuurd naar ${to}. Het kan een minuut duren voordat hij aankomt; hij is 10 minuten geldig.`,
  label: 'Code',
  form: '8 cijfers',
  submit: 'Doorgaan',
  wrong: ({ tries }) =>
    plural('nl', tries, {
      one: `Dat is niet de juiste code. U hebt nog ${tries} poging.`,
      other: `Dat is niet de juiste code. U hebt nog ${tries} pogingen.`,
    }),
  spent: 'De code is te vaak verkeerd ingevoerd en is niet meer geldig. Vraag een nieuwe.',
  expired: 'De code is verlopen. Vraag een nieuwe.',
  cookies:
    'Een code werkt alleen in de browser waarin deze is aangevraagd. Sta cookies toe voor deze pagina en vraag daarna een nieuwe code aan.',
  stuck: ({ to }) => `Er is nog geen code aangekomen bij ${to}. Wacht even of vraag een nieuwe.`,
  wait: ({ to }) => `Er kunnen nu geen codes meer worden gestuurd naar ${to}. Wacht een uur.`,
};
