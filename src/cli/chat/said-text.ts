import type { NotSent, Said } from '../../domain/sheet/chat-message.ts';
import { faultWords } from '../../words/chat/chat-words.ts';
import { greetingBarWords } from '../../words/chat/greeting-words.ts';
import { missingText } from '../../words/sheet-words.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { timeText } from '../text/time-zone.ts';
import { missingCode } from './missing-code.ts';

/** Returns why a message was not sent. */
export function notSentText(why: NotSent): string {
  switch (why.code) {
    case 'fault':
      return `the text ${faultWords[why.fault]}`;
    case 'not-allowed':
    case 'refused':
      return why.message;
    case 'order':
      return `the order is ${missingText(why.missing)}`;
    case 'appeal':
      return 'an appeal has begun';
    case 'no-socket':
      return 'the desk of this account holds no chat: `peerdesk desk show` says whether it runs, and chat.socket must not be false';
    case 'offline':
      return `${why.message}: the desk connects again by itself`;
    case 'other-text':
      return 'the chat has a message of this id that says something else';
    case 'greeting':
      return greetingBarWords[why.why];
  }
}

/** Returns the exit code of a message that was not sent. */
export function notSentCode(why: NotSent): ExitCode {
  switch (why.code) {
    case 'fault':
      return ExitCode.CONFIGURATION;
    case 'order':
      return missingCode(why.missing);
    case 'no-socket':
    case 'offline':
      return ExitCode.NOT_RUNNING;
    default:
      return ExitCode.REFUSED;
  }
}

/** Returns why it is not known whether a message was sent. */
export function unknownText(why: Extract<Said, { outcome: 'unknown' }>['why']): string {
  switch (why.code) {
    case 'unseen':
      return `it was tried at ${timeText(why.triedAtMs)}, and the chat does not show it so far`;
    case 'unread':
      return `the chat is ${missingText(why.missing)}`;
    case 'beyond':
      return 'the newest messages of the chat do not show it, and it may be among older ones or one that cannot be read';
  }
}
