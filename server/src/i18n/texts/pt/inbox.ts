import type { Texts } from '../en/shape.ts';

export const inbox: Texts['inbox'] = {
  title: 'Caixa de entrada',
  empty: 'A sua caixa de entrada está vazia.',
  emptyHint: 'Aqui aparecem os ficheiros que outros enviam para {email} e os que pedir.',
  from: 'De',
  files: 'Ficheiros',
  until: 'Disponível até',
  new: 'Novo',
  unknown: 'Remetente desconhecido',
  named: '{name} (nome indicado pelo remetente)',
  fileCount: {
    one: '{count} ficheiro, {size}',
    other: '{count} ficheiros, {size}',
  },
  older: 'Mais antigos',
  newest: 'Mais recentes',
  all: 'Voltar à caixa de entrada',
  filesFrom: 'Ficheiros de {sender}',
  received: 'Recebido: {date}',
  availableUntil: 'Disponível até: {date}',
  downloadAll: 'Transferir tudo ({size}, .zip)',
  downloaded: 'Transferido: {date}',
  deleteTitle: 'Eliminar',
  delete: 'Eliminar estes ficheiros',
  deleteOwn: 'Os ficheiros são eliminados definitivamente.',
  deleteDrop:
    'Deixará de poder abrir estes ficheiros. O remetente e os outros destinatários mantêm os seus.',
  deleted: 'Eliminado.',
  name: 'Nome',
  size: 'Tamanho',
  viaRequest: 'Pediu estes ficheiros.',
};
