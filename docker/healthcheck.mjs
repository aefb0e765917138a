// Health check of the containers: node healthcheck.mjs URL. Exit code 0 means that it answers with success.
const [url] = process.argv.slice(2);

if (url === undefined) fail('usage: healthcheck.mjs URL');
else {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch((error) => fail(error.message));
  if (answer !== undefined && !answer.ok) fail(`${url} answered ${answer.status}`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
