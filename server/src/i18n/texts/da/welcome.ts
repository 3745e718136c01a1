import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Send og modtag filer sikkert',
  about:
    '{service} leverer filer, der er for store eller for fortrolige til e-mail. Filerne gemmes krypteret og slettes, når de udløber.',
  linkTitle: 'Du har fået en mail med et link',
  link: 'Åbn hele linket fra din mail. Det er kun til dig, så del det ikke. Hvis du ikke kender afsenderen, så åbn det ikke, men kontakt vedkommende på en anden måde først.',
  accountTitle: 'Du har en konto',
  account:
    'Programmer bruger denne adresse efterfulgt af kontoens e-mailadresse og en skråstreg, for eksempel:',
  noAccountTitle: 'Du vil gerne have en konto',
  noAccount: 'Konti oprettes af den, der driver tjenesten. Du kan ikke oprette dig her.',
  name: 'Velkommen hertil',
};
