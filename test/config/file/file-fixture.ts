/** A file that is valid and has one of everything that refers to another thing. */
export const goodFile = `#:schema ./peerdesk.schema.json
[temporal]
address = "localhost:7233"

[egress.home]
processes = 1

[account.main]
egress = "home"
service = "https://api.example.com"
mode = "shadow"
api_key_env = "MAIN_KEY"
api_secret_env = "MAIN_SECRET"

[account.main.release]
policy = "approve"
amount_cap = "5000 BOB"
approvers = 1
approvers_above = "1000 BOB"
approvers_then = 2
max = "5000 BOB"

[account.main.counterparty]
min_finish_rate = 0.9
blocked = ["s1a2b3c4"]

[rules.tight]
strategy = { kind = "undercut", ticks = 1 }
filter = { min_finish_rate = 0.9, max_deviation_ratio = "off" }

[ads.11234567890]
account = "main"
rules = "tight"
floor = "9.50"
ceiling = "10.50"

[settings]
market_interval_ms = 4000
`;
