import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
  downloadSubject: {
    one: '{sender} har sendt deg {files} fil',
    other: '{sender} har sendt deg {files} filer',
  },
  downloadDefault: 'Du har fått filer. Åpne lenken i denne e-posten for å laste dem ned.',
  downloadAction: {
    one: 'Last ned filen',
    other: 'Last ned filene',
  },
  uploadSubject: '{sender} ber deg om filer',
  uploadDefault: 'Noen ber deg om å sende filer. Åpne lenken i denne e-posten for å laste dem opp.',
  uploadAction: 'Send filer',
  reminderSubject: {
    one: 'Påminnelse: {sender} har sendt deg {files} fil',
    other: 'Påminnelse: {sender} har sendt deg {files} filer',
  },
  reminderIntro: {
    one: 'Du har ikke lastet ned filen ennå. Den utløper snart.',
    other: 'Du har ikke lastet ned filene ennå. De utløper snart.',
  },
  receiptSubject: {
    one: '{receiver} har lastet ned filen din',
    other: '{receiver} har lastet ned de {files} filene dine',
  },
  receiptIntro: 'Fullført: {date}.',
  receivedSubject: {
    one: '{contact} sendte deg {files} fil',
    other: '{contact} sendte deg {files} filer',
  },
  receivedIntro: {
    one: 'Filen ligger i innboksen din. Hent den med programmet som bruker API-nøkkelen din: I nettleseren ser du bare hva som har kommet.',
    other:
      'Filene ligger i innboksen din. Hent dem med programmet som bruker API-nøkkelen din: I nettleseren ser du bare hva som har kommet.',
  },
  receivedAction: 'Se hva som har kommet',
  receivedInInbox: {
    one: 'Filen ligger i innboksen din.',
    other: 'Filene ligger i innboksen din.',
  },
  receivedOpen: 'Åpne innboksen',
  returnedSubject: {
    one: '{receiver} har mottatt filen din',
    other: '{receiver} har mottatt de {files} filene dine',
  },
  returnedIntro: 'Mottatt: {date}. Ta vare på denne e-posten som bekreftelse.',
  returnedReason: 'Du får denne e-posten fordi du har sendt disse filene.',
  unfetchedSubject: {
    one: '{receiver} har ikke lastet ned {files} fil',
    other: '{receiver} har ikke lastet ned {files} filer',
  },
  unfetchedIntro: 'Filene utløp: {date}. Send dem på nytt hvis de fortsatt trengs.',
  moreFiles: 'og {count} til',
  orOpen: 'Eller åpne denne adressen i nettleseren:',
  availableUntil: 'Tilgjengelig til {date}.',
  uploadUntil: 'Du kan sende filer fram til {date}.',
  messageGoesOn: 'Meldingen er lengre. Åpne lenken for å lese hele.',
  keepLink: 'Lenken er bare for deg. Ikke del den.',
  unexpected:
    'Ventet du ikke dette? Ikke åpne lenken. Sjekk først med avsenderen på en måte du allerede kjenner.',
  report: 'Ser noe feil ut? Skriv til: {address}',
  receiptOpen: 'Vis overføringen',
  receiptDrop: 'Overføring: {id}',
  receiptReason: 'Du får denne e-posten fordi kvitteringer er slått på for kontoen din.',
  receivedReason: 'Du får denne e-posten fordi du har bedt om filer.',
  unfetchedReason: 'Du får denne e-posten fordi påminnelser er slått på for kontoen din.',
  codeSubject: 'Koden din for å åpne siden fra {sender}',
  codeIntro: 'Koden din: {code}',
  codeUntil: 'Gjelder til {date}. Skriv den inn på siden som ba om den.',
  codeUnexpected:
    'Har du ikke bedt om noen kode? Da har noen andre lenken din. Ikke del koden med noen, og si fra til avsenderen.',
  codeSms: '{code} er koden din for {service}. Den gjelder i 10 minutter. Ikke del den med noen.',
  lockedSubject: '{sender} har sendt deg filer',
  lockedReminderSubject: 'Påminnelse: {sender} har sendt deg filer',
  lockedIntro: 'Du trenger en engangskode for å se filene. Åpne siden, så sender vi den til deg.',
  lockedAction: 'Åpne siden',
  undeliveredSubject: 'Kunne ikke leveres: {receiver}',
  undeliveredManySubject: {
    one: '{receivers} mottaker kunne ikke nås',
    other: '{receivers} mottakere kunne ikke nås',
  },
  undeliveredIntro:
    'Disse e-postene kunne ikke leveres. Kontroller adressene, eller kontakt mottakerne på en annen måte.',
  undeliveredUnwanted: 'vil ikke ha flere e-poster',
  undeliveredReason: 'Du får denne e-posten fordi du har sendt filer eller bedt om filer.',
  unfetchedManySubject: {
    one: '{receivers} mottaker har ikke lastet ned filene dine',
    other: '{receivers} mottakere har ikke lastet ned filene dine',
  },
  unfetchedManyIntro: 'Filene har utløpt. Send dem på nytt hvis de fortsatt trengs.',
  codesRefusedSubject: 'Feil koder er skrevet inn: {receiver}',
  codesRefusedIntro:
    'Ti feil koder er skrevet inn via lenken til denne mottakeren, den siste: {date}. Noen andre kan ha lenken. Spør mottakeren, og få lenken trukket tilbake hvis du er i tvil.',
  codesUsedUpSubject: 'Ingen koder igjen akkurat nå: {receiver}',
  codesUsedUpIntro:
    'Det er bedt om så mange koder via lenken til denne mottakeren at det ikke sendes flere på en stund. Den siste: {date}. Hvis mottakeren ikke har bedt om dem, har noen andre lenken: Trekk den tilbake og send en ny.',
  revokedSubject: 'Driftsansvarlig har avsluttet en av overføringene dine',
  revokedIntro: 'Sendt: {date}. Lenkene virker ikke lenger, og filene kan ikke leses.',
  revokedReceiverIntro: 'Sendt: {date}. Lenken til denne mottakeren virker ikke lenger.',
  invitationSubject: 'Kontoen din hos {service}',
  invitationIntro:
    'Du er invitert til å sende og motta filer sikkert. Velg et passord for å begynne.',
  invitationFrom:
    '{inviter} har invitert deg til å sende og motta filer sikkert. Velg et passord for å begynne.',
  invitationAction: 'Velg et passord',
  resetSubject: 'Velg et nytt passord',
  resetIntro: 'Du ba om en lenke for å velge et nytt passord.',
  resetUnexpected: 'Ba du ikke om dette? Se da bort fra e-posten: passordet ditt blir som det er.',
  linkUntil: 'Lenken virker én gang, frem til {date}.',
  keyRotatedSubject: 'Kontoen din har fått en ny API-nøkkel',
  keyEndingSubject: 'En av API-nøklene dine utløper snart',
  keyEndingIntro:
    'Skript som bruker disse nøklene, kan deretter ikke lenger logge inn. Opprett nye nøkler i tide under Sikkerhet, API-nøkler.',
  keyEndingItem: '{name}: gyldig til {date}',
  passwordChangedSubject: 'Passordet ditt er endret',
  passkeyAddedSubject: 'En tilgangsnøkkel er lagt til i kontoen din',
  passkeyRemovedSubject: 'En tilgangsnøkkel er fjernet fra kontoen din',
  identityLinkedSubject: 'En påloggingstjeneste er knyttet til kontoen din',
  identityUnlinkedSubject: 'En påloggingstjeneste er ikke lenger knyttet til kontoen din',
  authenticatorAddedSubject: 'En autentiseringsapp er lagt til i kontoen din',
  authenticatorRemovedSubject: 'Autentiseringsappen er fjernet fra kontoen din',
  recoveryCodesMadeSubject: 'Det er laget nye gjenopprettingskoder for kontoen din',
  signInCodesRefusedSubject: 'Det er skrevet inn feil koder ved innlogging på kontoen din',
  signInCodesRefusedAdvice:
    'Var det deg, trenger du ikke gjøre noe. Hvis ikke, kjenner noen passordet ditt eller kan lese e-posten din: Bytt begge passordene.',
  signInAttemptsSubject: 'Det er skrevet inn mange feil passord for kontoen din',
  signInAttemptsAdvice:
    'Ingen har kommet inn med dem. Du kan logge inn som vanlig der du har logget inn før, og med en tilgangsnøkkel. Bytt passord hvis det er kort eller brukes andre steder.',
  secondFactorRemovedSubject: 'En administrator har fjernet autentiseringsappen fra kontoen din',
  accountDisabledSubject: 'Kontoen din er deaktivert',
  accountEnabledSubject: 'Kontoen din er aktiv igjen',
  accountIntro: 'Dato: {date}.',
  securityReason:
    'Du får denne e-posten fordi den gjelder sikkerheten til kontoen din. Kontakt den som drifter tjenesten hvis du ikke ventet dette.',
  unwanted: 'Vil du ikke ha slike e-poster? Stopp dem her:',
  sentBy: 'Sendt av {service}.',
};
