import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'A sua conta',
  timeZone: 'As horas nesta página estão no fuso horário {zone}.',
  glance: 'Resumo',
  live: 'Envios disponíveis',
  tray: 'Ficheiros ainda não enviados',
  programHelp: 'Como um programa utiliza esta conta',
  tokenHelp:
    'Cada operação precisa do cabeçalho CSRF-Token. O valor está num campo oculto desta página e mantém-se válido enquanto for utilizado. Os comandos desta página pedem a chave de API e leem o token de $TOKEN:',
  contactsHint:
    'Adicione com contacts_add.cgi as pessoas com quem troca ficheiros. Um envio precisa de pelo menos um contacto.',
  noShared: 'O operador não partilha contactos.',
  receivers: 'Destinatários do próximo envio',
  noReceivers: 'Ainda ninguém foi escolhido.',
  receiversHint:
    'Escolha com receivers_set.cgi quem recebe o próximo envio. A escolha vale para um só envio.',
  type: 'Tipo',
  uploaded: 'Carregado',
  removed: 'Será eliminado',
  noFiles: 'Nenhum ficheiro aguarda envio.',
  filesHint:
    'Carregue um ficheiro com upload.cgi. Fica aqui até o enviar, o retirar ou ser eliminado.',
  historyHint:
    'Escolha um destinatário, carregue um ficheiro, obtenha a lista com get_files.cgi e envie com createdrop.cgi. Todos os envios ficam nesta lista.',
  arrived: 'Recebido',
  token: 'Token de transferência',
  fetchHint:
    'Os ficheiros são transferidos pelo programa que utiliza a chave de API desta conta. Um navegador não pode transferi-los aqui.',
  inboxHint:
    'Os ficheiros que outros enviam para o seu endereço aparecem aqui. Para pedir ficheiros a alguém, escolha essa pessoa como destinatário e dê-lhe acesso de carregamento com givedrop.cgi.',
  more: {
    one: '{count} outra entrada não é mostrada aqui.',
    other: '{count} outras entradas não são mostradas aqui.',
  },
};
