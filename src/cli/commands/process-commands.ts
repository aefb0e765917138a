import type { CommandSpec } from '../kit/command-spec.ts';
import { doorCommand } from './payment-commands.ts';
import { watchdogCommand } from './watchdog-command.ts';
import {
  auditOptions,
  doctorOptions,
  initOptions,
  notifyOptions,
  replayOptions,
  serverOptions,
  simulatorOptions,
  startOptions,
  versionOptions,
  workerOptions,
} from '../options/process-options.ts';
import { recoverOptions } from '../options/recover-options.ts';
import { upOptions } from '../options/up-options.ts';

export const processCommands: readonly CommandSpec[] = [
  {
    usage: 'up',
    summary: 'run a whole desk on this machine: Temporal server, simulator, worker, four ads, customers',
    options: upOptions,
    examples: ['peerdesk up', 'peerdesk up --for 90s --market usdt-bob.csv --speed 600 --orders-per-minute 30 --json'],
    load: async () => (await import('../process/up-run.ts')).up,
  },
  {
    usage: 'init',
    summary: 'write a first configuration file, in mode shadow, and files for the keys',
    options: initOptions,
    examples: [
      'peerdesk init',
      'peerdesk init --yes --dir desk --service https://api.example.com --max-release "5000 BOB"',
    ],
    notes:
      'Asks at most seven questions, makes the register of real money, and prints the two commands that come next.',
    load: async () => (await import('../init/init.ts')).init,
  },
  {
    usage: 'start',
    summary: 'run the desk of the configuration file on this machine: Temporal server, worker, watchdog, door',
    options: startOptions,
    examples: ['peerdesk start', 'peerdesk start --unit'],
    notes:
      'One log on stderr, each line with the process that it is of; one that dies is started again after 1 s to a minute.\nCtrl-C or SIGTERM ends worker, watchdog and server in this order; SIGHUP lets the worker read the file again. When it is\nkilled itself, the others end by themselves, and the next start waits for them. Exit code 4: a wrong setting; 6: a worker\nrefuses to begin; the log says which and why; 1: one of them had to be killed.',
    load: async () => (await import('../start/start-run.ts')).start,
  },
  {
    usage: 'worker',
    summary: "run an account's worker until SIGINT or SIGTERM; a second signal ends it at once",
    options: workerOptions,
    examples: [
      'PEERDESK_BASE_URL=http://127.0.0.1:8400 PEERDESK_API_KEY_FILE=key PEERDESK_API_SECRET_FILE=secret peerdesk worker',
    ],
    notes:
      'Reads PEERDESK_BASE_URL, PEERDESK_API_KEY and PEERDESK_API_SECRET (or _FILE), PEERDESK_ACCOUNT, PEERDESK_EGRESS,\nPEERDESK_SETTING_* and the TEMPORAL_* variables. The log on stderr is for people at a\nterminal, elsewhere JSON lines: every write, refusal, ban and command, with who says he sent it.',
    load: async () => (await import('../process/worker-run.ts')).worker,
  },
  watchdogCommand,
  doorCommand,
  {
    usage: 'recover',
    summary: "carry everything again after Temporal's data is gone: from the service and the register",
    options: recoverOptions,
    examples: [
      'peerdesk recover',
      'peerdesk recover --config /etc/peerdesk/peerdesk.toml',
      'peerdesk recover --mode live',
    ],
    notes:
      'Start server and worker first. It says what it found, asks, lets this Temporal count, starts the desks, and waits until\nevery open order is carried. Holds, used payments, calls that may have left, switches, rules and blocks are in the register\nand count. Ctrl-C ends it at any time, and it is begun again. Exit code 5: something is not carried or\ncannot be read; 6: money waits for what a person has to say.',
    load: async () => (await import('../recover/recover.ts')).recover,
  },
  {
    usage: 'doctor',
    summary:
      'look at all that a worker needs: configuration, machine, Temporal, service; one line each, with what to do',
    options: doctorOptions,
    examples: ['peerdesk doctor', 'peerdesk doctor --json'],
    notes:
      'It reads what the worker reads, and changes nothing. Exit code 0: nothing is broken, 1: something is. A passed\nexamination is kept on this machine: a worker that may write to a real service starts with one that is not older than\nPEERDESK_DOCTOR_DAYS (90), else it examines itself first. PEERDESK_SKIP_DOCTOR=yes is the way around.',
    load: async () => (await import('../doctor/doctor.ts')).doctor,
  },
  {
    usage: 'server',
    summary: "run Temporal's development server, for a machine without containers; everything is kept in one file",
    options: serverOptions,
    examples: ['peerdesk server', 'peerdesk server --db ~/peerdesk/temporal.db --port 7300 --ui-port 8300'],
    notes:
      'It listens on this machine only, and its Web UI refuses the pages of other sites. What has ended is kept for 30 days.\nIt has no login: who can use this machine can approve releases. Mode live needs allow_dev_server = true, on a machine\nof your own; elsewhere use the containers. With keys that seal payloads the Web UI opens them for who signs in with\nthe token. Back up the file while the server is stopped. The first start fetches the program (45 MB, once).',
    load: async () => (await import('../process/server-run.ts')).server,
  },
  {
    usage: 'simulator',
    summary: 'run the marketplace stand-in alone, with four ads and customers',
    options: simulatorOptions,
    examples: ['peerdesk simulator --port 8400 --seed 7 --orders-per-minute 12'],
    notes:
      'Its account uses PEERDESK_API_KEY and PEERDESK_API_SECRET if set, else a new key pair, which is printed and works\nwith this simulator only.',
    load: async () => (await import('../process/simulator-run.ts')).simulator,
  },
  {
    usage: 'notify',
    summary: 'the messages about what waits for a human; with --test, try the ways to the merchant',
    options: notifyOptions,
    examples: [
      'PEERDESK_NOTIFY_URL_FILE=hook PEERDESK_NOTIFY_SECRET_FILE=secret peerdesk notify --test',
      'peerdesk notify --json',
    ],
    notes:
      'A worker notifies by PEERDESK_NOTIFY_URL (or _FILE), signed with PEERDESK_NOTIFY_SECRET (or _FILE), and by\nPEERDESK_NOTIFY_COMMAND, an executable that gets JSON on its stdin. --test reads the same variables and needs no worker.',
    load: async () => (await import('../notify/notify.ts')).notify,
  },
  {
    usage: 'replay [files...]',
    summary: 'replay pricing rules over a recorded market, or histories against the workflows of this version',
    options: replayOptions,
    examples: [
      'peerdesk replay --market usdt-bob-2026.csv --rules rules.json --against other.json --html report.html',
      'peerdesk replay --from-server',
      'peerdesk replay history.json',
    ],
    notes:
      'It calls nothing and changes nothing. With histories, exit code 0: each one replays; 1: one does not, and the report\nnames it with the event and the command that differ; or not all that runs was read, so nothing is known.',
    load: async () => (await import('../replay/replay-run.ts')).replay,
  },
  {
    usage: 'audit [number]',
    summary: 'who did what when: every command to an account, or to one order or ad, from its histories',
    options: auditOptions,
    examples: [
      'peerdesk audit --since 7d',
      'peerdesk audit --all-accounts',
      'peerdesk audit 22698351074563940352 --json',
    ],
    notes:
      'BY is the name that a command gave, SENT BY who sent it as Temporal knows him: a process, or a person of the Web UI.\nWhat an order took and does not count is marked. What was refused at once leaves no trace in a history: the worker’s log has\nit. Needs no worker.',
    load: async () => (await import('../audit/audit.ts')).audit,
  },
  {
    usage: 'temporal [arguments...]',
    summary: "run Temporal's command line, connected to Peerdesk's server",
    options: [],
    examples: [
      "peerdesk temporal workflow list --query 'PeerdeskNeedsHuman = true'",
      'peerdesk temporal workflow update execute --workflow-id order:main:22698351074563940352 --name approveRelease --input \'{"by":"ana"}\'',
    ],
    passesThrough: true,
    load: async () => (await import('../process/temporal-run.ts')).temporal,
  },
  {
    usage: 'version',
    summary: 'print the versions of Peerdesk and Node',
    options: versionOptions,
    examples: ['peerdesk version --json'],
    load: async () => (await import('../process/version-show.ts')).version,
  },
];
