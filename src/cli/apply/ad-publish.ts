import { publicationControl, type Mode, type PublicationView } from '../../client/index.ts';
import { publishedTermsSchema, type PublishedTerms } from '../../domain/ads/published-terms.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { type AccountPlan, withPlans } from './file-plan.ts';
import { speakerOf } from '../approver/sign-word.ts';
import { nextApply } from './next-apply.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { note, print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { ruleBoth } from '../register/kept-ruling.ts';
import { ask, inFreshTime, isServed, withTemporal, workerMissing } from '../session/temporal-session.ts';
import { prepareNamespace } from '../session/workflow-start.ts';
import { publicationLine, publishAndWait, withdrawAndWait } from './publish-and-wait.ts';
import { aliasValue, readArgument, readOptions } from '../kit/option-values.ts';
import { adPublishOptions, adResolveOptions, adWithdrawOptions } from '../options/ad-options.ts';

/** `peerdesk ad publish`: publishes the ad of a section of peerdesk.toml, once; one that waits is tried again. */
export const adPublish: CommandRun = async (call, context) => {
  const name = readArgument(aliasValue, call, { index: 0, name: 'the name of an [ads.NAME]' });
  const options = readOptions(adPublishOptions, call);
  const operator = operatorOf(options, context.env);
  return await withPlans(options, context, async (plans) => {
    const { plan, wish } = namedAd(plans, name);
    const { session } = plan;
    const { mode, rules, terms, online } = wish;
    if (mode === 'live') {
      const where = online ? 'for everyone to take' : 'off the market';
      await requireConsent(context, { agreed: options.yes, what: `publishes ${name} ${where}` });
    }
    if (!(await isServed(session))) throw workerMissing(session);
    await inFreshTime(session, () => prepareNamespace(context, session));
    const input = { account: session.account, name, mode, rules, terms, online, startedBy: operator };
    const { control, view } = await publishAndWait(session, input, { group: plan.wish.egress, retryBy: operator.by });
    if (!control.started) note(context, `${name} was being published already, with the same terms, rules and status`);
    print(context, { json: options.json, data: view, text: () => publicationLine(view) });
    return exitOf(view);
  });
};

function exitOf({ state, needsHuman }: PublicationView): ExitCode {
  if (state === 'refused') return ExitCode.REFUSED;
  if (needsHuman) return ExitCode.ERROR;
  return state === 'published' || state === 'intent' ? ExitCode.OK : ExitCode.TIMEOUT;
}

interface PublishWish {
  mode: Mode;
  rules: PricingRules;
  terms: PublishedTerms;
  online: boolean;
}

function namedAd(plans: readonly AccountPlan[], name: string): { plan: AccountPlan; wish: PublishWish } {
  for (const plan of plans) {
    const ad = plan.wish.ads.find((one) => one.name === name);
    if (ad === undefined) continue;
    if (ad.adNumber !== null) throw refusal(`${name} has a number, ${ad.adNumber}: nothing is published`);
    const terms = publishedTermsSchema.parse(ad.terms);
    return { plan, wish: { mode: plan.wish.mode, rules: ad.rules, terms, online: ad.status !== 'offline' } };
  }
  throw misuse(`the file has no [ads.${name}] that is published: write one with [ads.${name}.terms]`);
}

const mayRepeat =
  'after "not-done" the ad is published again when you ask for it: if it is there already, there are two';

/** `peerdesk ad resolve`: a human says whether an ad was published, where the service does not show it. */
export const adResolve: CommandRun = async (call, context) => {
  const name = readArgument(aliasValue, call, { index: 0, name: 'the name of the ad' });
  const options = readOptions(adResolveOptions, call);
  const { operator, sign } = speakerOf(options, context);
  const { by } = operator;
  const { outcome, adNumber, note: words } = options;
  if (words === undefined) throw misuse('--note is missing: explain how you know, it is recorded in the history');
  if (outcome === 'not-done') await requireConsent(context, { agreed: options.yes, what: mayRepeat });
  await withTemporal(context, options, async (session) => {
    const control = publicationControl(session.client, session.account, name).within(session.timeoutMs);
    const ruling = { by, note: words, outcome, ...(adNumber === undefined ? {} : { adNumber }) };
    const tell = async (): Promise<void> => {
      const view = await ask(session, control.workflowId, () => control.resolve(ruling));
      print(context, { json: options.json, data: view, text: () => publicationLine(view) });
    };
    if (outcome === 'done') return await tell();
    await ruleBoth(
      { context, session, json: options.json, sign },
      { step: 'publish', subject: name, by, note: words },
      tell,
    );
  });
  return undefined;
};

/** `peerdesk ad withdraw`: gives up publishing an ad while it waits. One whose call may have left is not given up. */
export const adWithdraw: CommandRun = async (call, context) => {
  const name = readArgument(aliasValue, call, { index: 0, name: 'the name of the ad' });
  const options = readOptions(adWithdrawOptions, call);
  return await withTemporal(context, options, async (session) => {
    const control = publicationControl(session.client, session.account, name);
    const operator = operatorOf(options, context.env);
    const view = await ask(session, control.workflowId, () => withdrawAndWait(session, control, operator));
    const isWithdrawn = view.state === 'refused';
    const next = await nextApply(context, session, ...(isWithdrawn ? [{ kind: 'withdrawn' as const, name }] : []));
    const given = `ad ${name}: given up, nothing is published${next.end}`;
    const text = (): string => (isWithdrawn ? given : publicationLine(view));
    print(context, { json: options.json, data: { ...view, ...next.data }, text });
    return isWithdrawn ? ExitCode.OK : withdrawnExit(view);
  });
};

/** One that is published after all, or of which no one knows, is not given up. */
const withdrawnExit = ({ state, needsHuman }: PublicationView): ExitCode =>
  state === 'published' || needsHuman ? ExitCode.ERROR : ExitCode.TIMEOUT;
