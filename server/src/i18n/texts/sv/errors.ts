import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Referensnummer',
  badRequest: {
    title: 'Begäran kunde inte tolkas',
    nextStep: 'Gå tillbaka, ladda om sidan och försök igen.',
  },
  signIn: {
    title: 'Logga in',
    nextStep: 'Ladda om sidan och ange din e-postadress och din nyckel.',
  },
  forbidden: {
    title: 'Du har inte tillgång till den här sidan',
    nextStep:
      'Gå tillbaka till din egen sida och börja om därifrån. Om sidan har varit öppen länge, ladda om den först.',
  },
  notFound: {
    title: 'Det finns inget på den här adressen',
    nextStep:
      'Öppna hela länken från mejlet. Om den har gått ut, be avsändaren att skicka filerna igen.',
  },
  wrongMethod: {
    title: 'Det fungerar inte på den här adressen',
    nextStep: 'Gå tillbaka och använd knapparna och länkarna på sidan.',
  },
  conflict: {
    title: 'Något har ändrats under tiden',
    nextStep: 'Ladda om sidan för att se hur det ser ut nu och försök sedan igen.',
  },
  tooLarge: {
    title: 'Det är för stort',
    nextStep:
      'Skicka färre eller mindre filer åt gången, eller be den som driver tjänsten om mer utrymme.',
  },
  tooMany: {
    title: 'För många förfrågningar',
    nextStep: 'Vänta några minuter och försök sedan igen.',
  },
  failed: {
    title: 'Något gick fel hos oss',
    nextStep:
      'Försök igen om några minuter. Om det händer igen, lämna referensnumret nedan till den som driver tjänsten.',
  },
  busy: {
    title: 'Tjänsten är upptagen',
    nextStep: 'Dina filer är i säkerhet. Försök igen om några minuter.',
  },
  otherRequest: {
    title: 'Det gick inte',
    nextStep: 'Gå tillbaka och försök igen. Om det händer igen, kontakta den som driver tjänsten.',
  },
  otherFailure: {
    title: 'Tjänsten är inte tillgänglig just nu',
    nextStep: 'Försök igen om några minuter.',
  },
};
