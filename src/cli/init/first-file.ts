/** The answers that `peerdesk init` received. */
export interface FirstAnswers {
  account: string;
  service: string;
  temporal: string;
  apiKeyFile: string;
  apiSecretFile: string;
  /** The keys that seal what Temporal stores; null: it is stored in clear. */
  codecKeysFile: string | null;
  /** Largest single release, such as "5000 BOB"; empty: no limit. */
  maxRelease: string;
}

const text = (value: string): string => JSON.stringify(value);

/** Returns a first peerdesk.toml: mode shadow, a human approves each release, and a comment to each part. */
export function firstFile(answers: FirstAnswers): string {
  const { account, service, temporal, apiKeyFile, apiSecretFile, codecKeysFile, maxRelease } = answers;
  const release =
    maxRelease === '' ? '# max = "5000 BOB"          # largest single release' : `max = ${text(maxRelease)}`;
  const codec =
    codecKeysFile === null
      ? '# codec_keys_file = "codec-keys"  # seals what is stored there: `peerdesk codec new-key` makes it'
      : `codec_keys_file = ${text(codecKeysFile)}`;
  return `# What this desk is: docs/configuration.md explains every key.
# Check it with \`peerdesk config validate\`, carry it out with \`peerdesk config apply\`.

[temporal]
address = ${text(temporal)}
${codec}
# Live writes by the server of \`peerdesk start\`, which has no login: who can use this machine can approve releases.
# allow_dev_server = true

# The outgoing address: a ban of the service applies to all accounts behind it.
[egress.home]

[account.${account}]
egress = "home"
service = ${text(service)}
# shadow reads and only records what it would write; live writes.
mode = "shadow"
# Secrets never stand here, only the names of files (mode 0600) or variables (api_key_env) that hold them.
api_key_file = ${text(apiKeyFile)}
api_secret_file = ${text(apiSecretFile)}

[account.${account}.release]
# A human approves each release. "match": a matching payment of your bank is enough.
policy = "approve"
${release}

# How ads are priced; an ad names its rules, and its own keys stand over them.
[rules.usual]
strategy = { kind = "undercut", ticks = 1 }

# An ad that is kept: its number, and the limits of every price.
# [ads.11485604983042220032]
# account = ${text(account)}
# rules = "usual"
# floor = "9.50"
# ceiling = "10.50"
`;
}
