import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} hat Ihnen Dateien gesendet',
  titleUnnamed: 'Dateien für Sie von {service}',
  lead: 'Für diese Seite brauchen Sie einen Code, damit wir wissen, dass Sie es sind.',
  unreachable:
    'Für diese Seite brauchen Sie einen Code, aber wir können Ihnen keinen senden. Bitte wenden Sie sich an den Absender.',
  ask: 'Code anfordern',
  again: 'Noch kein Code angekommen?',
  bySms: 'Per SMS an {to} senden',
  byEmail: 'Per E-Mail an {to} senden',
  sent: 'Wir haben einen 8-stelligen Code an {to} gesendet. Es kann eine Minute dauern, bis er ankommt. Er ist 10 Minuten gültig.',
  label: 'Code',
  form: '8 Ziffern',
  submit: 'Weiter',
  wrong: {
    one: 'Der Code ist nicht richtig. Sie haben noch {tries} Versuch.',
    other: 'Der Code ist nicht richtig. Sie haben noch {tries} Versuche.',
  },
  spent:
    'Der Code wurde zu oft falsch eingegeben und ist nicht mehr gültig. Fordern Sie einen neuen an.',
  expired: 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
  cookies:
    'Ein Code funktioniert nur in dem Browser, in dem er angefordert wurde. Erlauben Sie Cookies für diese Seite und fordern Sie dann einen neuen Code an.',
  stuck:
    'Bei {to} ist noch kein Code angekommen. Warten Sie etwas oder fordern Sie einen neuen an.',
  wait: 'Im Moment können keine weiteren Codes an {to} gesendet werden. Bitte versuchen Sie es in einer Stunde wieder.',
};
