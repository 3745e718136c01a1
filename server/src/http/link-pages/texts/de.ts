import { plural } from '../../../i18n/plural.ts';
import type { CodeTexts } from './code-texts.ts';

export const de: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined
      ? `Dateien für Sie von ${service}`
      : `${sender} hat Ihnen Dateien gesendet`,
  lead: 'Diese Seite öffnet sich mit einem Code. Er zeigt, dass sie für Sie bestimmt ist.',
  unreachable:
    'Diese Seite öffnet sich mit einem Code, und es ist kein Weg bekannt, Ihnen einen zu senden. Bitte fragen Sie den Absender.',
  ask: 'Code anfordern',
  again: 'Noch kein Code da?',
  bySms: ({ to }) => `Per SMS senden an ${to}`,
  byEmail: ({ to }) => `Per E-Mail senden an ${to}`,
  sent: ({ to }) =>
    `Wir haben einen Code aus 8 Ziffern gesendet an ${to}. Es kann eine Minute dauern, bis er ankommt; er gilt 10 Minuten.`,
  label: 'Code',
  form: '8 Ziffern',
  submit: 'Weiter',
  wrong: ({ tries }) =>
    plural('de', tries, {
      one: `Das ist nicht der richtige Code. Sie haben noch ${tries} Versuch.`,
      other: `Das ist nicht der richtige Code. Sie haben noch ${tries} Versuche.`,
    }),
  spent: 'Der Code wurde zu oft falsch eingegeben und gilt nicht mehr. Fordern Sie einen neuen an.',
  expired: 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
  cookies:
    'Ein Code gilt nur in dem Browser, in dem er angefordert wurde. Erlauben Sie Cookies für diese Seite und fordern Sie dann einen neuen Code an.',
  stuck: ({ to }) =>
    `Bisher ist kein Code angekommen bei ${to}. Warten Sie etwas, oder fordern Sie einen neuen an.`,
  wait: ({ to }) =>
    `Im Moment können keine weiteren Codes gesendet werden an ${to}. Bitte warten Sie eine Stunde.`,
};
