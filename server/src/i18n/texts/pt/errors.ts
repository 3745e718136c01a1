import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Número de referência',
  badRequest: {
    title: 'O pedido não foi compreendido',
    nextStep: 'Volte atrás, recarregue a página e tente de novo.',
  },
  signIn: {
    title: 'Inicie sessão',
    nextStep: 'Recarregue a página e introduza o seu endereço de e-mail e a sua chave.',
  },
  forbidden: {
    title: 'Não tem acesso a esta página',
    nextStep:
      'Volte à sua própria página e comece a partir daí. Se a página esteve aberta muito tempo, recarregue-a primeiro.',
  },
  notFound: {
    title: 'Não há nada neste endereço',
    nextStep:
      'Abra a ligação completa a partir do seu e-mail. Se expirou, peça ao remetente que envie os ficheiros de novo.',
  },
  wrongMethod: {
    title: 'Isso não funciona neste endereço',
    nextStep: 'Volte atrás e use os botões e as ligações da página.',
  },
  conflict: {
    title: 'Entretanto, algo mudou',
    nextStep: 'Recarregue a página para ver o estado atual e tente de novo.',
  },
  tooLarge: {
    title: 'É demasiado grande',
    nextStep:
      'Envie menos ficheiros de cada vez ou ficheiros mais pequenos, ou peça mais espaço ao operador deste serviço.',
  },
  tooMany: { title: 'Demasiados pedidos', nextStep: 'Aguarde alguns minutos e tente de novo.' },
  failed: {
    title: 'Algo correu mal do nosso lado',
    nextStep:
      'Tente de novo dentro de alguns minutos. Se voltar a acontecer, indique ao operador deste serviço a referência abaixo.',
  },
  busy: {
    title: 'O serviço está ocupado',
    nextStep: 'Os seus ficheiros estão em segurança. Tente de novo dentro de alguns minutos.',
  },
  otherRequest: {
    title: 'Isso não resultou',
    nextStep:
      'Volte atrás e tente de novo. Se voltar a acontecer, contacte o operador deste serviço.',
  },
  otherFailure: {
    title: 'O serviço não está disponível neste momento',
    nextStep: 'Tente de novo dentro de alguns minutos.',
  },
};
