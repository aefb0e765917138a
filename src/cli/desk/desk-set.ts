import { guardControl, type ReleaseRules } from '../../client/index.ts';
import { releaseText } from '../../domain/orders/release-rules.ts';
import { speakerOf, type Speaker } from '../approver/sign-word.ts';
import { nextApply } from '../apply/next-apply.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { refuseBlindRelease, servicePlace } from '../session/mode-choice.ts';
import { type FoundRegister, withFoundRegister } from '../register/found-register.ts';
import { keepingCode, keepingOf, keepingText, stillHeldText } from '../register/keeping.ts';
import { loosenedBy, rulesInForce, tidyRules, type RulesInForce, writeRules } from '../register/kept-rules.ts';
import {
  inFreshTime,
  isServed,
  type TemporalSession,
  withTemporal,
  workerMissing,
} from '../session/temporal-session.ts';
import { presentRules } from './present-rules.ts';
import { agreeToRules } from './rule-questions.ts';
import { changedReleaseRules, namesReleaseRules } from './release-options.ts';
import { readOptions } from '../kit/option-values.ts';
import { deskSetOptions } from '../options/desk-options.ts';

/**
 * `peerdesk desk set`: changes the given release rules, for orders that arrive from then on. It asks before it loosens one, as
 * `config apply` does. The register has them first: stricter ones at once, looser ones as they were shown.
 */
export const deskSet: CommandRun = async (call, context) => {
  const options = readOptions(deskSetOptions, call);
  if (!namesReleaseRules(options)) {
    throw misuse('nothing to change: give at least one option, such as --amount-cap "5000 BOB"');
  }
  return await withTemporal(context, options, async (session) => {
    if (options.release !== undefined) await refuseBlindRelease(options.release, servicePlace(session, context.env));
    if (!(await isServed(session))) throw workerMissing(session);
    return await withFoundRegister(context, session, async (found) => {
      const present = await presentRules(session);
      const rules = changedReleaseRules(present, options);
      const inForce = await rulesInForce(found, present);
      await agreeToRules(context, session, { rules, inForce, agreed: options.yes });
      const speaker = speakerOf(options, context);
      return await setRules({ context, session, json: options.json, speaker }, found, { rules, inForce });
    });
  });
};

interface SetCall {
  context: CommandContext;
  session: TemporalSession;
  json: boolean;
  speaker: Speaker;
}

async function setRules(
  { context, session, json, speaker }: SetCall,
  before: FoundRegister,
  { rules, inForce }: { rules: ReleaseRules; inForce: RulesInForce },
): Promise<ExitCode> {
  const { client, account, timeoutMs } = session;
  const { operator, sign } = speaker;
  const { by } = operator;
  const isLooser = loosenedBy(rules, inForce).length > 0;
  const { left: found, settle } = await writeRules(before, { rules, inForce, by, sign });
  const guard = guardControl(client, account, { group: await session.group() }).within(timeoutMs);
  const view = await inFreshTime(session, () => guard.setReleaseRules(rules, operator));
  await settle();
  await tidyRules(found, { rules, by });
  const head = `account ${account}: ${rulesReach({ isLooser })}: ${releaseText(rules)}`;
  const next = await nextApply(context, session, { kind: 'rules', rules });
  if (isLooser && found.keeper === null) {
    print(context, {
      json,
      data: { ...view, kept: false, ...next.data },
      text: () => `${head}; ${stillHeldText(found, 'desk set')}${next.end}`,
    });
    return ExitCode.NOT_KEPT;
  }
  const keeping = await keepingOf({ found, session, view, steps: isLooser ? [] : ['release'] });
  const { isKept: kept, mayHaveLeft } = keeping;
  const data = { ...view, kept, mayHaveLeft, ...next.data };
  print(context, { json, data, text: () => `${head}${keepingText(keeping)}${next.end}` });
  return keepingCode(keeping);
}

/** An order obeys the rules that it arrived with and those that hold now: each set must be satisfied at its gate. */
const rulesReach = ({ isLooser }: { isLooser: boolean }): string =>
  isLooser
    ? 'orders that arrive from now on, while those that run keep what was stricter'
    : 'all orders, also those that run';
