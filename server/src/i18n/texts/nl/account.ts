import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Uw account',
  timeZone: 'Tijden op deze pagina zijn in de tijdzone {zone}.',
  glance: 'In één oogopslag',
  live: 'Beschikbare zendingen',
  tray: 'Nog niet verzonden bestanden',
  programHelp: 'Zo gebruikt een programma dit account',
  tokenHelp:
    'Elke bewerking heeft de header CSRF-Token nodig. De waarde staat in een verborgen veld van deze pagina en blijft geldig zolang deze wordt gebruikt. De opdrachten op deze pagina vragen om de API-sleutel en lezen het token uit $TOKEN:',
  contactsHint:
    'Voeg met contacts_add.cgi de personen toe met wie u bestanden uitwisselt. Een zending heeft minstens één contact nodig.',
  noShared: 'De beheerder deelt geen contacten.',
  receivers: 'Ontvangers van de volgende zending',
  noReceivers: 'Er is nog niemand gekozen.',
  receiversHint:
    'Kies met receivers_set.cgi wie de volgende zending krijgt. De keuze geldt voor één zending.',
  type: 'Type',
  uploaded: 'Geüpload',
  removed: 'Wordt verwijderd',
  noFiles: 'Er wachten geen bestanden op verzending.',
  filesHint:
    'Upload een bestand met upload.cgi. Het blijft hier tot u het verzendt, weghaalt of het wordt verwijderd.',
  historyHint:
    'Kies een ontvanger, upload een bestand, vraag de lijst op met get_files.cgi en verzend met createdrop.cgi. Elke zending blijft in deze lijst.',
  arrived: 'Ontvangen',
  token: 'Downloadtoken',
  fetchHint:
    'Bestanden worden gedownload door het programma dat de API-sleutel van dit account gebruikt. Een browser kan ze hier niet downloaden.',
  inboxHint:
    'Bestanden die anderen naar uw adres sturen, verschijnen hier. Om iemand om bestanden te vragen, kiest u die persoon als ontvanger en geeft u uploadtoegang met givedrop.cgi.',
  more: {
    one: 'Nog {count} item wordt hier niet getoond.',
    other: 'Nog {count} items worden hier niet getoond.',
  },
};
