import type { PeerAnswers, Peers } from '../domain/ports/peers.ts';

/** One of two processes that ask each other. What it answers is set once its parts are made. */
export interface OneProcess {
  peers: Peers;
  answers: Partial<PeerAnswers>;
}

export function twoProcesses(): [OneProcess, OneProcess] {
  const all: OneProcess[] = [];
  function join(): OneProcess {
    const member: OneProcess = { peers: { ask }, answers: {} };
    async function ask(question: keyof PeerAnswers, subject: string | null): Promise<never[]> {
      const others = all.filter((other) => other !== member);
      const known = others.flatMap(({ answers }) => answers[question] ?? []);
      return (await Promise.all(
        known.map(async (answer) => await answer(subject as never)),
      )) as never[];
    }
    all.push(member);
    return member;
  }
  return [join(), join()];
}
