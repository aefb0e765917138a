import type { SignableWord } from './signed-word.ts';

/** What a session alone does not do on the page, because a thief with its cookie would: to others, and to its person's own devices. */
export interface PageAct {
  readonly name: 'draw-enrolment' | 'end-session' | 'end-own-sessions' | 'stop-notices';
  /** To whom or to what. */
  readonly of: string;
}

/** Where an act is signed, and by which key. */
interface ActPlace {
  readonly origin: string;
  /** Of the session that asks, by its id. */
  readonly session: string;
  readonly keyName: string;
}

/** Returns an act on the page of an origin, of one session, as a word to sign; it allows nothing beside. */
export const pageActWord = ({ name, of }: PageAct, { origin, session, keyName }: ActPlace): SignableWord => ({
  name: 'page-act',
  version: 1,
  by: keyName,
  facts: { origin, act: name, of, session },
});
