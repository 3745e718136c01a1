import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} heeft u bestanden gestuurd',
  titleUnnamed: 'Bestanden voor u van {service}',
  lead: 'Voer een code in om deze pagina te openen, zodat we weten dat u het bent.',
  unreachable:
    'U hebt een code nodig om deze pagina te openen, maar we kunnen u er geen sturen. Neem contact op met de afzender.',
  ask: 'Een code aanvragen',
  again: 'Nog geen code?',
  bySms: 'Per sms sturen naar {to}',
  byEmail: 'Per e-mail sturen naar {to}',
  sent: 'We hebben een code van 8 cijfers gestuurd naar {to}. Het kan een minuut duren voordat die aankomt. De code is 10 minuten geldig.',
  label: 'Code',
  form: '8 cijfers',
  submit: 'Doorgaan',
  wrong: {
    one: 'De code is niet juist. U hebt nog {tries} poging.',
    other: 'De code is niet juist. U hebt nog {tries} pogingen.',
  },
  spent: 'De code is te vaak verkeerd ingevoerd en is niet meer geldig. Vraag een nieuwe aan.',
  expired: 'De code is verlopen. Vraag een nieuwe aan.',
  cookies:
    'Een code werkt alleen in de browser waarin deze is aangevraagd. Sta cookies toe voor deze pagina en vraag daarna een nieuwe code aan.',
  stuck: 'Er is nog geen code aangekomen bij {to}. Wacht even of vraag een nieuwe aan.',
  wait: 'Er kunnen nu geen codes meer worden gestuurd naar {to}. Probeer het over een uur opnieuw.',
};
