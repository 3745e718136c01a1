import type { Texts } from '../en/shape.ts';

export const security: Texts['security'] = {
  title: 'Segurança',
  confirmTitle: 'Confirme que é o próprio',
  confirmLead: 'Perguntamos de novo antes de alterações importantes. O que escreveu mantém-se.',
  confirmWithPasskey: 'Confirmar com uma chave de acesso',
  confirmWithProvider: 'Confirmar com {provider}',
  confirmNeedsScript:
    'Para confirmar com uma chave de acesso, o seu navegador tem de as suportar e permitir scripts.',
  confirmNoWay:
    'Nenhuma das suas formas de iniciar sessão funciona neste endereço. Abra o serviço no endereço onde costuma iniciar sessão ou peça, na página de início de sessão, uma ligação para definir uma palavra-passe.',
  confirmPasskeyRefused:
    'A chave de acesso não foi aceite. Tente novamente ou confirme de outra forma.',
  confirmAway:
    'Tente novamente dentro de momentos ou confirme de outra forma. O que escreveu mantém-se.',
  confirmAnotherWay: 'Confirmar de outra forma',
  confirmedTitle: 'Confirmou que é o próprio',
  confirmedLead: 'O que escreveu foi mantido. Continue para concluir.',
  confirmedContinue: 'Continuar',
  confirmedGone: 'O que escreveu já não está guardado. Escreva-o novamente.',
  noPassword: 'Inicia sessão sem palavra-passe. Também pode definir uma.',
  confirm: 'Confirmar',
  passwordWrong: 'A palavra-passe está incorreta.',
  currentPassword: 'Palavra-passe atual',
  changePassword: 'Alterar palavra-passe',
  passwordChanged: 'A palavra-passe foi alterada. A sua sessão terminou em todos os outros locais.',
  appTitle: 'Aplicação de autenticação',
  appOn: 'Ao iniciar sessão é pedido um código da sua aplicação.',
  appOff:
    'Com uma aplicação de autenticação, ninguém pode iniciar sessão só com a sua palavra-passe.',
  appAdd: 'Adicionar uma aplicação de autenticação',
  appScan: 'Leia este código com a sua aplicação.',
  appType: 'Ou escreva esta chave:',
  appConfirm: 'Ativar',
  appRemove: 'Remover a aplicação',
  appRemoved: 'A aplicação foi removida. A palavra-passe basta para iniciar sessão.',
  codesTitle: 'Os seus códigos de recuperação',
  codesLead:
    'Imprima-os ou guarde-os num lugar seguro. Cada um substitui uma vez um código da aplicação. Não voltam a ser mostrados.',
  codesKept: 'Já os guardei',
  codesLeft: 'Códigos de recuperação restantes: {count}',
  newCodes: 'Criar novos códigos de recuperação',
  sessions: 'Onde tem sessão iniciada',
  thisOne: 'este navegador',
  lastUsed: 'última utilização: {date}',
  endSession: 'Terminar sessão',
  endOthers: 'Terminar sessão em todos os outros locais',
  sessionEnded: 'Sessão terminada nesse dispositivo.',
  back: 'Voltar à segurança',
};
