// Health checks of the containers: node healthcheck.mjs simulator URL | worker TASK_QUEUE. Exit code 0 means healthy.
import { hostname } from 'node:os';

// temporal.api.enums.v1.TaskQueueType: the queue of activities.
const activityQueue = 2;
const pollerFreshMs = 120_000;
const [what, target] = process.argv.slice(2);
const checks = { simulator: checkSimulator, worker: checkWorker };
const check = checks[what];

if (check === undefined || target === undefined) fail('usage: healthcheck.mjs simulator URL | worker TASK_QUEUE');
else await check(target).catch((error) => fail(error.message));

async function checkSimulator(baseUrl) {
  const answer = await fetch(`${baseUrl}/api/v3/time`, { signal: AbortSignal.timeout(3000) });
  if (!answer.ok) fail(`${baseUrl} answered ${answer.status}`);
}

// A worker is healthy when Temporal has heard from it: a living process that has lost the server is not.
async function checkWorker(taskQueue) {
  const { Connection } = await import('@temporalio/client');
  const { loadClientConnectConfig } = await import('@temporalio/envconfig');
  const { connectionOptions, namespace } = loadClientConnectConfig();
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: '3s' });
  try {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace: namespace ?? 'default',
      taskQueue: { name: taskQueue },
      taskQueueType: activityQueue,
    });
    if (!(pollers ?? []).some(isThisContainer)) fail(`no worker of this container polls ${taskQueue}`);
  } finally {
    await connection.close();
  }
}

// The SDK's default identity of a worker ends with @ and the host name.
function isThisContainer(poller) {
  const seenMs = Number(poller.lastAccessTime?.seconds ?? 0) * 1000;
  return poller.identity?.endsWith(`@${hostname()}`) && Date.now() - seenMs < pollerFreshMs;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
