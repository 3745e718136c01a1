import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Kirjaudu: {provider}',
  usePasskey: 'Kirjaudu avainkoodilla',
  passkeyRefused: 'Avainkoodia ei hyväksytty. Yritä uudelleen tai kirjaudu toisella tavalla.',
  awayTitle: '{provider} ei vastaa',
  awayText: 'Yritä hetken kuluttua uudelleen tai kirjaudu toisella tavalla.',
  notSignedIn: 'Et ole kirjautunut sisään',
  refusedAnswer:
    '{provider} ei vahvistanut henkilöllisyyttäsi, tai se kesti liian kauan. Yritä uudelleen.',
  refusedUnknown:
    'Identiteettiäsi ei ole liitetty mihinkään tiliin: {provider}. Kirjaudu toisella tavalla ja liitä se sitten Turvallisuus-sivulla.',
  refusedTaken:
    'Sähköpostiosoitteellasi on jo tili. Kirjaudu siihen toisella tavalla ja liitä sitten Turvallisuus-sivulla: {provider}.',
  refusedNotAllowed:
    '{provider} vahvisti henkilöllisyytesi, mutta et voi kirjautua täällä. Kysy palvelun ylläpitäjältä.',
  refusedElsewhere: 'Identiteettisi on liitetty toiseen tiliin: {provider}.',
  refusedEnded:
    'Kutsu on käytetty tai vanhentunut. Kirjaudu sisään tai pyydä palvelun ylläpitäjältä uusi.',
  backToSecurity: 'Takaisin Turvallisuus-sivulle',
  title: 'Avainkoodit ja liitetyt palvelut',
  lead: 'Avainkoodilla kirjaudut laitteesi sormenjäljellä, kasvoilla tai PIN-koodilla. Se ei tarvitse salasanaa eikä toimi väärennetyllä sivulla.',
  none: 'Sinulla ei ole vielä avainkoodia.',
  name: 'Nimi',
  nameHint: 'Esimerkiksi ”Työkannettava”, jotta tunnistat sen myöhemmin.',
  add: 'Lisää avainkoodi',
  needsScript:
    'Avainkoodin lisääminen vaatii selaimen, joka tukee avainkoodeja ja sallii komentosarjat.',
  wrongPlace:
    'Avainkoodit eivät toimi tässä osoitteessa. Avaa palvelu sen nimellä, https://-osoitteessa.',
  rename: 'Nimeä uudelleen',
  remove: 'Poista',
  addedOn: 'Lisätty {date}',
  lastUsed: 'Viimeksi käytetty {date}',
  neverUsed: 'Ei vielä käytetty',
  forOther: 'Tehty osoitteelle {host}. Se ei toimi täällä.',
  added: 'Avainkoodi lisättiin.',
  renamed: 'Avainkoodi nimettiin uudelleen.',
  removed: 'Avainkoodi poistettiin.',
  addRefused: 'Avainkoodia ei lisätty. Yritä uudelleen.',
  known: 'Tämä avainkoodi on jo käytössä.',
  tooMany: 'Avainkoodeja on {count}. Poista ensin yksi.',
  lastWay: 'Tämä on ainoa tapasi kirjautua. Lisää ensin toinen.',
  servicesTitle: 'Liitetyt palvelut',
  servicesLead: 'Kirjaudu tilillä, joka sinulla on muualla.',
  link: 'Liitä {provider}',
  unlink: 'Poista liitos',
  linkedAs: '{provider}: {name}',
  linked: '{provider} on liitetty tiliisi.',
  unlinked: '{provider} ei ole enää liitetty tiliisi.',
};
