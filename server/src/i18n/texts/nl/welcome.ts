import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Veilig bestanden versturen en ontvangen',
  about:
    '{service} bezorgt bestanden die te groot of te vertrouwelijk zijn voor e-mail. Bestanden worden versleuteld bewaard en verwijderd wanneer ze verlopen.',
  linkTitle: 'U hebt een e-mail met een link gekregen',
  link: 'Open de volledige link uit uw e-mail. De link is alleen voor u; deel hem niet. Kent u de afzender niet, open de link dan niet en vraag het eerst op een andere manier na.',
  accountTitle: 'U hebt een account',
  account:
    'Programma’s gebruiken dit adres, gevolgd door het e-mailadres van het account en een schuine streep, bijvoorbeeld:',
  noAccountTitle: 'U wilt een account',
  noAccount:
    'Accounts worden gemaakt door de beheerder van deze dienst. U kunt zich hier niet aanmelden.',
  name: 'Welkom hier',
};
