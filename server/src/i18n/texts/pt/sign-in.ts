import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Iniciar sessão',
  email: 'Endereço de e-mail',
  password: 'Palavra-passe',
  submit: 'Iniciar sessão',
  forgot: 'Esqueceu-se da palavra-passe?',
  refused: 'O endereço de e-mail ou a palavra-passe está incorreta.',
  blocked: 'Demasiadas tentativas. Aguarde um minuto e tente de novo.',
  signedOut: 'Terminou a sessão.',
  insecureTitle: 'É necessária uma ligação segura',
  insecureText:
    'Só pode iniciar sessão num endereço que comece por https://. Peça-o ao operador deste serviço.',
  joinTitle: 'Bem-vindo: {service}',
  joinLead: 'Indique o seu nome e escolha uma palavra-passe. Depois pode enviar e pedir ficheiros.',
  name: 'O seu nome',
  nameHint: 'É visto por quem recebe os seus ficheiros.',
  nameMissing: 'Indique o seu nome.',
  nameLong: 'O nome pode ter no máximo {count} caracteres.',
  newPassword: 'Nova palavra-passe',
  passwordHint: 'Pelo menos 12 caracteres. Funcionam bem algumas palavras sem relação entre si.',
  passwordShort: 'A palavra-passe deve ter pelo menos {count} caracteres.',
  passwordLong: 'Esta palavra-passe é demasiado longa.',
  passwordCommon: 'Esta palavra-passe é demasiado comum e fácil de adivinhar. Escolha outra.',
  passwordPattern:
    'Esta palavra-passe é fácil de adivinhar: repete caracteres, segue o teclado ou o alfabeto, ou só tem algarismos. Escolha outra.',
  passwordPersonal:
    'Esta palavra-passe é composta pelo seu nome, pelo seu endereço de e-mail ou pelo nome deste serviço. Escolha outra.',
  join: 'Criar conta',
  joinWithoutPassword: 'Sem palavra-passe',
  joinWithPasskey: 'Criar conta com uma chave de acesso',
  joinPasskeyLost:
    'Se perder a chave de acesso, escolha «Esqueceu-se da palavra-passe?» ao iniciar sessão: enviamos uma ligação para definir uma palavra-passe. O seu administrador também lhe pode enviar uma.',
  joinWithProvider: 'Criar conta com {provider}',
  joinPasskeyRefused:
    'A chave de acesso não foi aceite. O seu convite continua válido: tente novamente ou escolha uma palavra-passe.',
  resetTitle: 'Escolher uma nova palavra-passe',
  resetLead: 'Depois a sua sessão termina em todos os outros locais.',
  resetKeys: 'As suas chaves de API deixam de funcionar.',
  resetCodeLead:
    'Esta conta está protegida por uma aplicação de autenticação. Introduza primeiro um código da aplicação.',
  resetKeepTitle: 'As suas outras formas de iniciar sessão',
  resetKeepLead: 'Assinale o que é seu e deve ficar. O resto é removido.',
  resetPasskey: 'Chave de acesso «{name}», adicionada em {date}',
  resetIdentity: '{name}, associado em {date}',
  setPassword: 'Definir palavra-passe',
  endedTitle: 'Esta ligação já não funciona',
  endedInvitation:
    'Foi usada ou expirou. Se já tem uma palavra-passe, inicie sessão. Caso contrário, peça um novo convite ao operador deste serviço.',
  endedReset: 'Foi usada ou expirou. Peça uma nova.',
  forgotTitle: 'Esqueceu-se da palavra-passe?',
  forgotLead:
    'Indique o seu endereço de e-mail e enviaremos uma ligação para escolher uma nova palavra-passe.',
  forgotPasskey: 'Também funciona se perdeu a sua chave de acesso.',
  forgotSubmit: 'Enviar ligação',
  emailMissing: 'Indique o seu endereço de e-mail.',
  forgotSentTitle: 'Consulte o seu e-mail',
  forgotSentText:
    'Se existir uma conta com este endereço, a ligação está a caminho. É válida durante uma hora.',
  codeTitle: 'Indique um código',
  codeLead: 'Abra a sua aplicação de autenticação e indique o código mostrado.',
  codeLabel: 'Código',
  codeHint: 'Não tem a aplicação consigo? Indique um dos seus códigos de recuperação.',
  codeRefused: 'Este código está errado ou já foi usado. Indique o que a aplicação mostra agora.',
  codeBlocked: 'Demasiadas tentativas. Tente de novo dentro de 15 minutos.',
  setUpLead:
    'Aqui, iniciar sessão exige um segundo passo. Configure uma aplicação de autenticação para continuar.',
  setUpPasskey: 'Ou adicionar uma chave de acesso',
  passkeyNeeded:
    'Aqui uma palavra-passe não basta: inicie sessão com a sua chave de acesso. Se a perdeu, reponha a palavra-passe.',
  backToSignIn: 'Voltar ao início de sessão',
};
