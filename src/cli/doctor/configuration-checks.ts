import { isPasskeyText } from '../../domain/signing/passkey-text.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import { groupKeyFiles, openKeyFiles, readConsent } from '../../config/environment/service-environment.ts';
import type { AccountConfig, EgressConfig } from '../../config/egress-config.ts';
import { inOneLine } from '../../words/chat/chat-words.ts';
import { occasionText, sampleGreeting } from '../../words/chat/greeting-words.ts';
import type { Environment } from '../kit/command-context.ts';
import { misspeltVariables } from '../session/known-variables.ts';
import { broken, ok, warning, type Check, type Finding } from './check.ts';

/** The configuration, or why it cannot be used. */
export type Configuration = { ok: true; egress: EgressConfig } | { ok: false; reason: string };

interface ConfigurationWorld {
  env: Environment;
  configuration: Configuration;
}

export const configurationChecks: readonly Check<ConfigurationWorld>[] = [
  {
    id: 'valid',
    look: ({ configuration }) => {
      if (!configuration.ok) return broken(configuration.reason, 'set what it names, and look again');
      const { accounts, egress } = configuration.egress;
      return accounts.map(({ account, baseUrl }) => ok(`account ${account} at ${baseUrl}, address ${egress}`));
    },
  },
  {
    id: 'names',
    look: ({ env }) => {
      const unread = misspeltVariables(env);
      if (unread.length === 0) return ok('no variable looks misspelt');
      return unread.map(({ name, meant }) => warning(`nothing reads ${name}`, `write ${meant}, or take it away`));
    },
  },
  {
    id: 'key files',
    look: ({ env }) => {
      const remedy = (name: string): string => `chmod 600 ${env[name] ?? ''}`;
      const open = [
        ...openKeyFiles(env).map((name) => warning(`every user can read the file of ${name}`, remedy(name))),
        ...groupKeyFiles(env).map((name) =>
          warning(`the group of its owner can read the file of ${name}`, remedy(name)),
        ),
      ];
      return atLeastOne(open, 'no key file is open to other users of this machine');
    },
  },
  { id: 'greetings', needs: 'valid', look: greetings },
  { id: 'payloads', needs: 'valid', look: payloads },
  { id: 'safety', needs: 'valid', look: (world) => atLeastOne(unsafeIn(world), 'nothing that is allowed is unsafe') },
];

/** What would be said of an order of a sample. */
function greetings({ configuration }: ConfigurationWorld): readonly Finding[] {
  const accounts = configuration.ok ? configuration.egress.accounts : [];
  const said = accounts.flatMap(({ account, greetings: all }) =>
    all.map((one) => ok(`${account}: ${one.name} (${occasionText(one)}) says "${inOneLine(sampleGreeting(one))}"`)),
  );
  return atLeastOne(said, 'the desk says nothing by itself');
}

/** What Temporal stores; throws for keys that cannot be used. */
function payloads({ env, configuration }: ConfigurationWorld): Finding {
  if (readCodec(env).keys !== null) return ok('what Temporal stores is sealed');
  const text = 'what Temporal stores of a workflow is in clear';
  if (!configuration.ok || !configuration.egress.accounts.some(({ allowLive }) => allowLive)) return ok(text);
  const remedy = 'PEERDESK_CODEC_KEYS_FILE, with a key of `peerdesk codec new-key`';
  return configuration.egress.allowPlainPayloads ? warning(text, remedy) : broken(text, remedy);
}

function atLeastOne(findings: readonly Finding[], otherwise: string): readonly Finding[] {
  return findings.length === 0 ? [ok(otherwise)] : findings;
}

/** Consents that take a protection away, whatever they are set for. */
const consents = [
  ['PEERDESK_ALLOW_PLAIN_TEMPORAL', 'Temporal may be reached in clear text: anyone on the way can approve releases'],
  ['PEERDESK_ALLOW_DEV_SERVER', 'a server without a login may steer live writes'],
  ['PEERDESK_IS_SIMULATOR', 'keys may travel in clear text to another machine'],
  ['PEERDESK_SKIP_DOCTOR', 'live writes need no examination'],
] as const;

function unsafeIn({ env, configuration }: ConfigurationWorld): Finding[] {
  const given = consents
    .filter(([name]) => readConsent(env, name))
    .map(([name, text]) => warning(`${name}=yes: ${text}`, 'take it away where you can'));
  const live = configuration.ok ? configuration.egress.accounts.filter(({ allowLive }) => allowLive) : [];
  return [...given, ...live.flatMap(unguarded)];
}

/** The limits of this process, whatever the rules of a release allow. */
const caps = [
  { sums: 'maxRelease', what: 'a single release', variable: 'PEERDESK_MAX_RELEASE' },
  { sums: 'maxReleasePerDay', what: 'the releases of 24 hours', variable: 'PEERDESK_MAX_RELEASE_PER_DAY' },
] as const;

/** What a worker that writes to a real service should have. */
function unguarded({ account, approvers, notices, releasePermission }: AccountConfig): Finding[] {
  return [
    ...caps.flatMap(({ sums, what, variable }) =>
      Object.keys(releasePermission[sums]).length > 0
        ? []
        : [warning(`${account}: no limit for ${what}`, `set ${variable}, such as "5000 BOB, 700 USD"`)],
    ),
    ...(approvers === null
      ? [
          warning(
            `${account}: anyone who reaches Temporal can approve a release`,
            'PEERDESK_APPROVALS=signed, with keys of `peerdesk approver init`',
          ),
        ]
      : []),
    ...(approvers !== null && [...approvers.values()].every(isPasskeyText)
      ? [
          warning(
            `${account}: every approver's key is a passkey, which lifts nothing: what is held or stopped would stay so`,
            'add a key of `peerdesk approver init NAME` to the approvers',
          ),
        ]
      : []),
    ...(notices === null
      ? [
          warning(
            `${account}: no one is notified of what waits for a human`,
            'PEERDESK_NOTIFY_URL, PEERDESK_NOTIFY_COMMAND or PEERDESK_NOTIFY_TELEGRAM_TOKEN; try it with `peerdesk notify --test`',
          ),
        ]
      : []),
  ];
}
