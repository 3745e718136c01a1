import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Iniciar sessão com {provider}',
  usePasskey: 'Iniciar sessão com uma chave de acesso',
  passkeyRefused:
    'A chave de acesso não foi aceite. Tente novamente ou inicie sessão de outra forma.',
  awayTitle: 'Não é possível contactar {provider}',
  awayText: 'Tente novamente dentro de momentos ou inicie sessão de outra forma.',
  notSignedIn: 'Não tem sessão iniciada',
  refusedAnswer: '{provider} não confirmou a sua identidade ou demorou demasiado. Tente novamente.',
  refusedUnknown:
    'A sua identidade em {provider} não está associada a nenhuma conta. Inicie sessão de outra forma e associe-a depois em Segurança.',
  refusedTaken:
    'Já existe uma conta com o seu endereço de e-mail. Inicie sessão nela de outra forma e associe depois {provider} em Segurança.',
  refusedNotAllowed:
    '{provider} confirmou a sua identidade, mas não pode iniciar sessão aqui. Pergunte ao responsável por este serviço.',
  refusedElsewhere: 'A sua identidade em {provider} está associada a outra conta.',
  refusedEnded:
    'O convite foi usado ou expirou. Inicie sessão ou peça um novo ao operador deste serviço.',
  backToSecurity: 'Voltar a Segurança',
  title: 'Chaves de acesso e serviços associados',
  lead: 'Com uma chave de acesso, inicia sessão com a impressão digital, o rosto ou o PIN do seu dispositivo. Não precisa de palavra-passe e não funciona numa página falsificada.',
  none: 'Ainda não tem nenhuma chave de acesso.',
  name: 'Nome',
  nameHint: 'Por exemplo, «Portátil do trabalho», para a reconhecer mais tarde.',
  add: 'Adicionar uma chave de acesso',
  needsScript:
    'Para adicionar uma chave de acesso, o seu navegador tem de as suportar e permitir scripts.',
  wrongPlace:
    'As chaves de acesso não funcionam neste endereço. Abra o serviço pelo nome, com https://.',
  rename: 'Mudar o nome',
  remove: 'Remover',
  addedOn: 'Adicionada em {date}',
  lastUsed: 'Última utilização: {date}',
  neverUsed: 'Ainda não utilizada',
  forOther: 'Criada para {host}. Não funciona aqui.',
  added: 'A chave de acesso foi adicionada.',
  renamed: 'O nome da chave de acesso foi alterado.',
  removed: 'A chave de acesso foi removida.',
  addRefused: 'A chave de acesso não foi adicionada. Tente novamente.',
  known: 'Esta chave de acesso já está a ser utilizada.',
  tooMany: 'Tem {count} chaves de acesso. Remova uma primeiro.',
  lastWay: 'É a sua única forma de iniciar sessão. Adicione outra primeiro.',
  servicesTitle: 'Serviços associados',
  servicesLead: 'Inicie sessão com uma conta que tenha noutro serviço.',
  link: 'Associar {provider}',
  unlink: 'Desassociar',
  linkedAs: '{provider}: {name}',
  linked: '{provider} está associado à sua conta.',
  unlinked: '{provider} já não está associado à sua conta.',
};
