import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
  downloadSubject: {
    one: '{sender} har sendt dig {files} fil',
    other: '{sender} har sendt dig {files} filer',
  },
  downloadDefault: 'Du har fået filer. Åbn linket i denne mail for at hente dem.',
  downloadAction: {
    one: 'Hent filen',
    other: 'Hent filerne',
  },
  uploadSubject: '{sender} beder dig om filer',
  uploadDefault: 'Du bliver bedt om at sende filer. Åbn linket i denne mail for at uploade dem.',
  uploadAction: 'Send filer',
  reminderSubject: {
    one: 'Påmindelse: {sender} har sendt dig {files} fil',
    other: 'Påmindelse: {sender} har sendt dig {files} filer',
  },
  reminderIntro: {
    one: 'Du har ikke hentet filen endnu. Den udløber snart.',
    other: 'Du har ikke hentet filerne endnu. De udløber snart.',
  },
  receiptSubject: {
    one: '{receiver} har hentet din fil',
    other: '{receiver} har hentet dine {files} filer',
  },
  receiptIntro: 'Afsluttet: {date}.',
  receivedSubject: {
    one: '{contact} sendte dig {files} fil',
    other: '{contact} sendte dig {files} filer',
  },
  receivedIntro: {
    one: 'Filen ligger i din indbakke. Hent den med det program, der bruger din API-nøgle: I browseren kan du kun se, hvad der er kommet.',
    other:
      'Filerne ligger i din indbakke. Hent dem med det program, der bruger din API-nøgle: I browseren kan du kun se, hvad der er kommet.',
  },
  receivedAction: 'Se, hvad der er kommet',
  receivedInInbox: {
    one: 'Filen ligger i din indbakke.',
    other: 'Filerne ligger i din indbakke.',
  },
  receivedOpen: 'Åbn indbakken',
  returnedSubject: {
    one: '{receiver} har modtaget din fil',
    other: '{receiver} har modtaget dine {files} filer',
  },
  returnedIntro: 'Modtaget: {date}. Gem denne mail som bekræftelse.',
  returnedReason: 'Du får denne mail, fordi du har sendt disse filer.',
  unfetchedSubject: {
    one: '{receiver} har ikke hentet {files} fil',
    other: '{receiver} har ikke hentet {files} filer',
  },
  unfetchedIntro: 'Filerne udløb: {date}. Send dem igen, hvis der stadig er brug for dem.',
  moreFiles: 'og {count} til',
  orOpen: 'Eller åbn denne adresse i browseren:',
  availableUntil: 'Tilgængelig indtil {date}.',
  uploadUntil: 'Du kan sende filer indtil {date}.',
  messageGoesOn: 'Beskeden er længere. Åbn linket for at læse det hele.',
  keepLink: 'Linket er kun til dig. Del det ikke.',
  unexpected:
    'Ventede du ikke dette? Åbn ikke linket. Kontakt først afsenderen på en måde, du allerede kender.',
  report: 'Ser noget forkert ud? Skriv til: {address}',
  receiptOpen: 'Vis overførslen',
  receiptDrop: 'Overførsel: {id}',
  receiptReason: 'Du får denne mail, fordi kvitteringer er slået til for din konto.',
  receivedReason: 'Du får denne mail, fordi du har bedt om filer.',
  unfetchedReason: 'Du får denne mail, fordi påmindelser er slået til for din konto.',
  codeSubject: 'Din kode til at åbne siden fra {sender}',
  codeIntro: 'Din kode: {code}',
  codeUntil: 'Gælder til {date}. Indtast den på siden, der bad om den.',
  codeUnexpected:
    'Har du ikke bedt om en kode? Så har en anden dit link. Del ikke koden med nogen, og sig det til afsenderen.',
  codeSms: '{code} er din kode til {service}. Den gælder i 10 minutter. Del den ikke med nogen.',
  lockedSubject: '{sender} har sendt dig filer',
  lockedReminderSubject: 'Påmindelse: {sender} har sendt dig filer',
  lockedIntro:
    'Du skal bruge en engangskode for at se filerne. Åbn siden, så sender vi den til dig.',
  lockedAction: 'Åbn siden',
  undeliveredSubject: 'Kunne ikke leveres: {receiver}',
  undeliveredManySubject: {
    one: '{receivers} modtager kunne ikke nås',
    other: '{receivers} modtagere kunne ikke nås',
  },
  undeliveredIntro:
    'Disse mails kunne ikke leveres. Kontrollér adresserne, eller kontakt modtagerne på en anden måde.',
  undeliveredUnwanted: 'vil ikke have flere mails',
  undeliveredReason: 'Du får denne mail, fordi du har sendt filer eller bedt om filer.',
  unfetchedManySubject: {
    one: '{receivers} modtager har ikke hentet dine filer',
    other: '{receivers} modtagere har ikke hentet dine filer',
  },
  unfetchedManyIntro: 'Filerne er udløbet. Send dem igen, hvis der stadig er brug for dem.',
  codesRefusedSubject: 'Der er indtastet forkerte koder: {receiver}',
  codesRefusedIntro:
    'Der er indtastet ti forkerte koder via linket til denne modtager, den seneste: {date}. En anden kan have linket. Spørg modtageren, og få linket tilbagekaldt, hvis du er i tvivl.',
  codesUsedUpSubject: 'Ingen koder tilbage lige nu: {receiver}',
  codesUsedUpIntro:
    'Der er bestilt så mange koder via linket til denne modtager, at der ikke sendes flere i et stykke tid. Den seneste: {date}. Har modtageren ikke bedt om dem, har en anden linket: Tilbagekald det, og send et nyt.',
  revokedSubject: 'Driftsansvarlig har afsluttet en af dine overførsler',
  revokedIntro: 'Sendt: {date}. Linkene virker ikke længere, og filerne kan ikke læses.',
  revokedReceiverIntro: 'Sendt: {date}. Linket til denne modtager virker ikke længere.',
  invitationSubject: 'Din konto hos {service}',
  invitationIntro:
    'Du er inviteret til at sende og modtage filer sikkert. Vælg en adgangskode for at begynde.',
  invitationFrom:
    '{inviter} har inviteret dig til at sende og modtage filer sikkert. Vælg en adgangskode for at begynde.',
  invitationAction: 'Vælg en adgangskode',
  resetSubject: 'Vælg en ny adgangskode',
  resetIntro: 'Du bad om et link til at vælge en ny adgangskode.',
  resetUnexpected: 'Bad du ikke om det? Se da bort fra mailen: din adgangskode forbliver uændret.',
  linkUntil: 'Linket virker én gang, indtil {date}.',
  keyRotatedSubject: 'Din konto har fået en ny API-nøgle',
  keyEndingSubject: 'En af dine API-nøgler udløber snart',
  keyEndingIntro:
    'Scripts, der bruger disse nøgler, kan derefter ikke længere logge ind. Opret nye nøgler i god tid under Sikkerhed, API-nøgler.',
  keyEndingItem: '{name}: gyldig til {date}',
  passwordChangedSubject: 'Din adgangskode er ændret',
  passkeyAddedSubject: 'En adgangsnøgle er føjet til din konto',
  passkeyRemovedSubject: 'En adgangsnøgle er fjernet fra din konto',
  identityLinkedSubject: 'En login-tjeneste er knyttet til din konto',
  identityUnlinkedSubject: 'En login-tjeneste er ikke længere knyttet til din konto',
  authenticatorAddedSubject: 'En godkendelsesapp er føjet til din konto',
  authenticatorRemovedSubject: 'Godkendelsesappen er fjernet fra din konto',
  recoveryCodesMadeSubject: 'Der er lavet nye gendannelseskoder til din konto',
  signInCodesRefusedSubject: 'Der er indtastet forkerte koder ved login på din konto',
  signInCodesRefusedAdvice:
    'Var det dig selv, skal du ikke gøre noget. Hvis ikke, kender nogen din adgangskode eller kan læse din mail: Skift begge adgangskoder.',
  signInAttemptsSubject: 'Der er indtastet mange forkerte adgangskoder til din konto',
  signInAttemptsAdvice:
    'Ingen er kommet ind med dem. Du kan logge ind som normalt dér, hvor du har logget ind før, og med en adgangsnøgle. Skift adgangskode, hvis den er kort eller bruges andre steder.',
  secondFactorRemovedSubject: 'En administrator har fjernet godkendelsesappen fra din konto',
  accountDisabledSubject: 'Din konto er deaktiveret',
  accountEnabledSubject: 'Din konto er aktiv igen',
  accountIntro: 'Dato: {date}.',
  securityReason:
    'Du får denne mail, fordi den vedrører din kontos sikkerhed. Kontakt den driftsansvarlige, hvis du ikke ventede den.',
  unwanted: 'Vil du ikke have den slags mails? Stop dem her:',
  sentBy: 'Sendt af {service}.',
};
