import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'Chaves de API',
  lead: 'Um script inicia sessão com o seu endereço de e-mail e uma destas chaves, e age em seu nome. Uma chave não abre estas páginas.',
  none: 'Não tem chaves de API.',
  created: 'Criada em {date}',
  validUntil: 'Válida até {date}',
  lastUsed: 'Última utilização em {date}',
  neverUsed: 'Ainda não utilizada',
  newTitle: 'Nova chave de API',
  name: 'Nome',
  nameHint: 'Para que serve a chave, por exemplo o nome do script',
  lifetime: 'Válida durante',
  replaceContacts:
    'Permitir que esta chave substitua todos os meus contactos (contacts_add.cgi). Um script que só queira adicionar um apagaria os outros.',
  replacesContacts: 'Pode substituir todos os contactos',
  create: 'Criar chave de API',
  revoke: 'Revogar',
  revokeTitle: 'Revogar esta chave de API?',
  revokeText:
    'Os scripts que a utilizam deixam de poder iniciar sessão. Não é possível anular esta ação.',
  revoked: 'A chave de API foi revogada.',
  madeTitle: 'A sua nova chave de API',
  madeText: 'Copie-a agora e guarde-a num local seguro. Não volta a ser mostrada.',
  tryIt: 'Experimente-a num terminal. A chave ser-lhe-á pedida:',
  copy: 'Copiar chave de API',
  copied: 'Copiada',
  back: 'Voltar às chaves de API',
  problems: {
    name: 'Introduza um nome com 100 caracteres no máximo, numa só linha.',
    lifetime: 'Escolha na lista durante quanto tempo a chave é válida.',
    tooMany: 'Já tem {count} chaves de API. Revogue primeiro uma.',
  },
};
