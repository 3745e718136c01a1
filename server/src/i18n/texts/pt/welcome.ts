import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Envie e receba ficheiros em segurança',
  about:
    '{service} entrega ficheiros demasiado grandes ou demasiado confidenciais para o e-mail. Os ficheiros são guardados cifrados e eliminados quando expiram.',
  linkTitle: 'Recebeu um e-mail com uma ligação',
  link: 'Abra a ligação completa a partir do seu e-mail. É só para si: não a partilhe. Se não conhece o remetente, não a abra e confirme primeiro por outro meio.',
  accountTitle: 'Tem uma conta',
  account:
    'Os programas usam este endereço, seguido do endereço de e-mail da conta e de uma barra, por exemplo:',
  noAccountTitle: 'Quer uma conta',
  noAccount: 'As contas são criadas pelo operador deste serviço. Não é possível registar-se aqui.',
  name: 'Bem-vindo',
};
