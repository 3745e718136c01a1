import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Se han guardado sus ajustes.',
  address: 'Inicia sesión como {address}.',
  displayName: 'Su nombre',
  displayNameHint:
    'Se muestra con su dirección a las personas a las que envía. Déjelo vacío para mostrar solo la dirección.',
  language: 'Idioma',
  languageHint: 'De estas páginas y de los correos que recibe',
  timeZone: 'Zona horaria',
  timeZoneHint: 'Para las fechas y horas de estas páginas y de sus correos',
  defaultTimeZone: 'Predeterminada ({zone})',
  defaultDays: 'Duración predeterminada en días',
  defaultDaysHint:
    'Para los nuevos envíos y solicitudes: de {from} a {to} días. Vacío significa {usual}.',
  secondFactorHint: 'Se usa en los nuevos envíos, salvo que elija otra cosa al enviar.',
  notices: 'Correos para usted',
  receipts: 'Cuando alguien ha descargado todos los archivos',
  reminders:
    'Antes de que caduquen archivos que alguien no ha descargado (también se lo recordamos)',
  save: 'Guardar',
  problems: {
    displayName: 'Introduzca un nombre de 100 caracteres como máximo, en una línea.',
    language: 'Elija un idioma de la lista.',
    timeZone: 'Elija una zona horaria de la lista.',
    defaultDays: 'Introduzca un número entero de {from} a {to} o deje el campo vacío.',
    secondFactor: 'Elija una opción de la lista.',
  },
};
