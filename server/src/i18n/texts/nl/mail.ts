import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
  downloadSubject: {
    one: '{sender} heeft u {files} bestand gestuurd',
    other: '{sender} heeft u {files} bestanden gestuurd',
  },
  downloadDefault:
    'Er zijn bestanden naar u gestuurd. Open de link in deze e-mail om ze te downloaden.',
  downloadAction: {
    one: 'Bestand downloaden',
    other: 'Bestanden downloaden',
  },
  uploadSubject: '{sender} vraagt u om bestanden',
  uploadDefault:
    'U wordt gevraagd bestanden te sturen. Open de link in deze e-mail om ze te uploaden.',
  uploadAction: 'Bestanden sturen',
  reminderSubject: {
    one: 'Herinnering: {sender} heeft u {files} bestand gestuurd',
    other: 'Herinnering: {sender} heeft u {files} bestanden gestuurd',
  },
  reminderIntro: {
    one: 'U hebt dit bestand nog niet gedownload. Het verloopt binnenkort.',
    other: 'U hebt deze bestanden nog niet gedownload. Ze verlopen binnenkort.',
  },
  receiptSubject: {
    one: '{receiver} heeft uw bestand gedownload',
    other: '{receiver} heeft uw {files} bestanden gedownload',
  },
  receiptIntro: 'Voltooid: {date}.',
  receivedSubject: {
    one: '{contact} heeft u {files} bestand gestuurd',
    other: '{contact} heeft u {files} bestanden gestuurd',
  },
  receivedIntro: {
    one: 'Het bestand staat in uw postvak. Haal het op met het programma dat uw API-sleutel gebruikt: in de browser ziet u alleen wat er is aangekomen.',
    other:
      'De bestanden staan in uw postvak. Haal ze op met het programma dat uw API-sleutel gebruikt: in de browser ziet u alleen wat er is aangekomen.',
  },
  receivedAction: 'Bekijken wat er is aangekomen',
  receivedInInbox: {
    one: 'Het bestand staat in uw postvak.',
    other: 'De bestanden staan in uw postvak.',
  },
  receivedOpen: 'Postvak openen',
  returnedSubject: {
    one: '{receiver} heeft uw bestand ontvangen',
    other: '{receiver} heeft uw {files} bestanden ontvangen',
  },
  returnedIntro: 'Ontvangen: {date}. Bewaar deze e-mail als bevestiging.',
  returnedReason: 'U krijgt deze e-mail omdat u deze bestanden hebt verstuurd.',
  unfetchedSubject: {
    one: '{receiver} heeft {files} bestand niet gedownload',
    other: '{receiver} heeft {files} bestanden niet gedownload',
  },
  unfetchedIntro: 'De bestanden zijn verlopen op {date}. Zijn ze nog nodig, stuur ze dan opnieuw.',
  moreFiles: 'en nog {count}',
  orOpen: 'Of open dit adres in uw browser:',
  availableUntil: 'Beschikbaar tot {date}.',
  uploadUntil: 'U kunt bestanden sturen tot {date}.',
  messageGoesOn: 'Het bericht is langer. Open de link om alles te lezen.',
  keepLink: 'Deze link is alleen voor u. Deel hem niet.',
  unexpected:
    'Verwachtte u dit niet? Open de link niet. Vraag het eerst aan de afzender, op een manier die u al kent.',
  report: 'Lijkt er iets niet te kloppen? Schrijf naar: {address}',
  receiptOpen: 'Overdracht bekijken',
  receiptDrop: 'Overdracht: {id}',
  receiptReason: 'U krijgt deze e-mail omdat ontvangstbevestigingen aanstaan voor uw account.',
  receivedReason: 'U krijgt deze e-mail omdat u om bestanden hebt gevraagd.',
  unfetchedReason: 'U krijgt deze e-mail omdat herinneringen aanstaan voor uw account.',
  codeSubject: 'Uw code om de pagina van {sender} te openen',
  codeIntro: 'Uw code: {code}',
  codeUntil: 'Geldig tot {date}. Voer de code in op de pagina die erom vroeg.',
  codeUnexpected:
    'Hebt u geen code aangevraagd? Dan heeft iemand anders uw link. Deel deze code met niemand en waarschuw de afzender.',
  codeSms: '{code} is uw code voor {service}. De code is 10 minuten geldig. Deel hem met niemand.',
  lockedSubject: '{sender} heeft u bestanden gestuurd',
  lockedReminderSubject: 'Herinnering: {sender} heeft u bestanden gestuurd',
  lockedIntro:
    'U hebt een eenmalige code nodig om de bestanden te zien. Open de pagina, dan sturen we u die.',
  lockedAction: 'De pagina openen',
  undeliveredSubject: 'Niet bezorgd: {receiver}',
  undeliveredManySubject: {
    one: '{receivers} ontvanger kon niet worden bereikt',
    other: '{receivers} ontvangers konden niet worden bereikt',
  },
  undeliveredIntro:
    'Deze e-mails konden niet worden bezorgd. Controleer de adressen of benader de ontvangers op een andere manier.',
  undeliveredUnwanted: 'wil geen e-mails meer',
  undeliveredReason: 'U krijgt deze e-mail omdat u bestanden hebt gestuurd of erom hebt gevraagd.',
  unfetchedManySubject: {
    one: '{receivers} ontvanger heeft uw bestanden niet gedownload',
    other: '{receivers} ontvangers hebben uw bestanden niet gedownload',
  },
  unfetchedManyIntro: 'De bestanden zijn verlopen. Zijn ze nog nodig, stuur ze dan opnieuw.',
  codesRefusedSubject: 'Onjuiste codes ingevoerd: {receiver}',
  codesRefusedIntro:
    'Via de link van deze ontvanger zijn tien onjuiste codes ingevoerd, de laatste: {date}. Mogelijk heeft iemand anders de link. Vraag het de ontvanger en laat de link bij twijfel intrekken.',
  codesUsedUpSubject: 'Voorlopig geen codes meer: {receiver}',
  codesUsedUpIntro:
    'Via de link van deze ontvanger zijn zo veel codes aangevraagd dat er voorlopig geen meer worden verstuurd. De laatste: {date}. Heeft de ontvanger ze niet aangevraagd, dan heeft iemand anders de link: trek hem in en stuur een nieuwe.',
  revokedSubject: 'De beheerder heeft een van uw verzendingen beëindigd',
  revokedIntro:
    'Verstuurd: {date}. De links werken niet meer en de bestanden zijn niet meer leesbaar.',
  revokedReceiverIntro: 'Verstuurd: {date}. De link van deze ontvanger werkt niet meer.',
  invitationSubject: 'Uw account bij {service}',
  invitationIntro:
    'U bent uitgenodigd om veilig bestanden te versturen en te ontvangen. Kies een wachtwoord om te beginnen.',
  invitationFrom:
    '{inviter} heeft u uitgenodigd om veilig bestanden te versturen en te ontvangen. Kies een wachtwoord om te beginnen.',
  invitationAction: 'Wachtwoord kiezen',
  resetSubject: 'Kies een nieuw wachtwoord',
  resetIntro: 'U hebt om een link gevraagd om een nieuw wachtwoord te kiezen.',
  resetUnexpected:
    'Hebt u dit niet gevraagd? Negeer deze e-mail dan: uw wachtwoord blijft hetzelfde.',
  linkUntil: 'De link werkt één keer, tot {date}.',
  keyRotatedSubject: 'Uw account heeft een nieuwe API-sleutel',
  keyEndingSubject: 'Een van uw API-sleutels verloopt binnenkort',
  keyEndingIntro:
    'Scripts die deze sleutels gebruiken, kunnen zich daarna niet meer aanmelden. Maak op tijd nieuwe sleutels onder Beveiliging, API-sleutels.',
  keyEndingItem: '{name}: geldig tot {date}',
  passwordChangedSubject: 'Uw wachtwoord is gewijzigd',
  passkeyAddedSubject: 'Er is een toegangssleutel aan uw account toegevoegd',
  passkeyRemovedSubject: 'Er is een toegangssleutel uit uw account verwijderd',
  identityLinkedSubject: 'Er is een aanmelddienst aan uw account gekoppeld',
  identityUnlinkedSubject: 'Er is een aanmelddienst van uw account losgekoppeld',
  authenticatorAddedSubject: 'Er is een authenticator-app aan uw account toegevoegd',
  authenticatorRemovedSubject: 'De authenticator-app is uit uw account verwijderd',
  recoveryCodesMadeSubject: 'Er zijn nieuwe herstelcodes voor uw account gemaakt',
  signInCodesRefusedSubject: 'Er zijn verkeerde codes ingevoerd om in te loggen op uw account',
  signInCodesRefusedAdvice:
    'Was u het zelf, dan hoeft u niets te doen. Zo niet, dan kent iemand uw wachtwoord of kan iemand uw e-mail lezen: wijzig beide wachtwoorden.',
  signInAttemptsSubject: 'Er zijn veel verkeerde wachtwoorden ingevoerd voor uw account',
  signInAttemptsAdvice:
    'Niemand is daarmee binnengekomen. U kunt gewoon inloggen waar u dat eerder deed, en met een toegangssleutel. Is uw wachtwoord kort of gebruikt u het ook elders, wijzig het dan.',
  secondFactorRemovedSubject: 'Een beheerder heeft de authenticator-app uit uw account verwijderd',
  accountDisabledSubject: 'Uw account is uitgeschakeld',
  accountEnabledSubject: 'Uw account is weer ingeschakeld',
  accountIntro: 'Datum: {date}.',
  securityReason:
    'U krijgt deze e-mail omdat het om de veiligheid van uw account gaat. Verwachtte u dit niet? Neem dan contact op met de beheerder van deze dienst.',
  unwanted: 'Wilt u zulke e-mails niet meer? Meld u hier af:',
  sentBy: 'Verstuurd door {service}.',
};
