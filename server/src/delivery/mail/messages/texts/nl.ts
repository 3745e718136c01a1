import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('nl', count, { one: '{count} bestand', other: '{count} bestanden' });
}

export const nl: MailTexts = {
  downloadSubject: (sender, files) => `${sender} heeft u ${filesOf(files)} gestuurd`,
  downloadDefault: () =>
    'Er zijn bestanden naar u gestuurd. Open de link in deze e-mail om ze te downloaden.',
  downloadAction: (files) =>
    plural('nl', files, { one: 'Bestand downloaden', other: 'Bestanden downloaden' }),
  uploadSubject: (sender) => `${sender} vraagt u om bestanden`,
  uploadDefault: () =>
    'U wordt gevraagd bestanden te sturen. Open de link in deze e-mail om ze te uploaden.',
  uploadAction: () => 'Bestanden sturen',
  reminderSubject: (sender, files) => `Herinnering: ${sender} heeft u ${filesOf(files)} gestuurd`,
  reminderIntro: (files) =>
    plural('nl', files, {
      one: 'U hebt dit bestand nog niet gedownload. De tijd loopt bijna af.',
      other: 'U hebt deze bestanden nog niet gedownload. De tijd loopt bijna af.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('nl', files, {
      one: 'heeft uw bestand gedownload',
      other: 'heeft uw {count} bestanden gedownload',
    })}`,
  receiptIntro: (date) => `Voltooid: ${date}.`,
  receivedSubject: (contact, files) => `${contact} heeft geantwoord met ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('nl', files, {
      one: 'Het bestand staat in uw postvak. Haal het op met het programma dat uw API-sleutel gebruikt: in de browser ziet u alleen wat er is aangekomen.',
      other:
        'De bestanden staan in uw postvak. Haal ze op met het programma dat uw API-sleutel gebruikt: in de browser ziet u alleen wat er is aangekomen.',
    }),
  receivedAction: () => 'Bekijken wat er is aangekomen',
  unfetchedSubject: (receiver, files) => `${receiver} heeft ${filesOf(files)} niet gedownload`,
  unfetchedIntro: (date) =>
    `De tijd is verstreken: ${date}. Zijn de bestanden nog nodig? Stuur ze opnieuw.`,
  moreFiles: (count) => plural('nl', count, { other: 'en nog {count}' }),
  orOpen: () => 'Of open dit adres in uw browser:',
  availableUntil: (date) => `Beschikbaar tot ${date}.`,
  uploadUntil: (date) => `U kunt bestanden sturen tot ${date}.`,
  messageGoesOn: () => 'Het bericht is langer. De hele tekst vindt u via de link.',
  keepLink: () => 'De link is alleen voor u bedoeld. Stuur hem niet door.',
  unexpected: () =>
    'Verwachtte u dit niet? Open de link niet. Vraag het eerst aan de afzender, op een manier die u al kent.',
  report: (address) => `Lijkt er iets niet te kloppen? Schrijf naar: ${address}`,
  receiptReason: () =>
    'U krijgt deze e-mail omdat ontvangstbevestigingen aanstaan voor uw account.',
  receivedReason: () => 'U krijgt deze e-mail omdat u om bestanden hebt gevraagd.',
  unfetchedReason: () => 'U krijgt deze e-mail omdat herinneringen aanstaan voor uw account.',
  codeSubject: (sender) => `${sender}: uw code`,
  codeIntro: (code) => `Uw code: ${code}`,
  codeUntil: (date) => `Geldig tot ${date}. Voer hem in op de pagina die erom vroeg.`,
  codeUnexpected: () =>
    'Hebt u geen code gevraagd? Dan heeft iemand anders uw link. Geef de code aan niemand en waarschuw de afzender.',
  codeSms: (code, serviceName) =>
    `${code} is uw code voor ${serviceName}. De code is 10 minuten geldig. Geef hem aan niemand.`,
  lockedSubject: (sender) => `${sender} heeft u bestanden gestuurd`,
  lockedReminderSubject: (sender) => `Herinnering: ${sender} heeft u bestanden gestuurd`,
  lockedIntro: () =>
    'Wat er is gestuurd, ziet u nadat u een code hebt ingevoerd. De pagina achter de link stuurt u die code.',
  lockedAction: () => 'De pagina openen',
  undeliveredSubject: (receiver) => `Niet bezorgd: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('nl', receivers, {
      one: '{count} ontvanger kon niet worden bereikt',
      other: '{count} ontvangers konden niet worden bereikt',
    }),
  undeliveredIntro: () =>
    'Deze e-mails konden niet worden bezorgd. Controleer de adressen of benader de ontvangers op een andere manier.',
  undeliveredUnwanted: () => 'wil geen e-mails meer',
  undeliveredReason: () =>
    'U krijgt deze e-mail omdat u bestanden hebt gestuurd of erom hebt gevraagd.',
  unfetchedManySubject: (receivers) =>
    plural('nl', receivers, {
      one: '{count} ontvanger heeft uw bestanden niet gedownload',
      other: '{count} ontvangers hebben uw bestanden niet gedownload',
    }),
  unfetchedManyIntro: () => 'De tijd is verstreken. Zijn de bestanden nog nodig? Stuur ze opnieuw.',
  codesRefusedSubject: (receiver) => `Onjuiste codes ingevoerd: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Via de link van deze ontvanger zijn tien onjuiste codes ingevoerd, de laatste: ${date}. Mogelijk heeft iemand anders de link. Vraag het de ontvanger en laat de link bij twijfel intrekken.`,
  revokedSubject: () => 'De beheerder heeft een van uw verzendingen beëindigd',
  revokedIntro: (date) =>
    `Verstuurd: ${date}. De links werken niet meer en de bestanden zijn niet meer leesbaar.`,
  revokedReceiverIntro: (date) => `Verstuurd: ${date}. De link van deze ontvanger werkt niet meer.`,
  keyRotatedSubject: () => 'Uw account heeft een nieuwe API-sleutel',
  accountDisabledSubject: () => 'Uw account is uitgeschakeld',
  accountEnabledSubject: () => 'Uw account is weer ingeschakeld',
  accountIntro: (date) => `Datum: ${date}.`,
  securityReason: () =>
    'U krijgt deze e-mail omdat het om de veiligheid van uw account gaat. Verwachtte u dit niet? Neem dan contact op met de beheerder van deze dienst.',
  unwanted: () => 'Wilt u zulke e-mails niet meer? Stop ze hier:',
  sentBy: (serviceName) => `Verstuurd door ${serviceName}.`,
};
