import { expect, it } from 'vitest';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { postThroughDeaths } from './door-deaths.ts';

it('payments: a door that is killed while it is posted to loses nothing that it has answered, and keeps nothing twice', async () => {
  const posts = 300;
  const report = await postThroughDeaths({ folder: await temporaryDirectory(), posts, deaths: 3 });
  expect(report).toMatchObject({ deaths: 3, lost: [], sightings: posts, isWhole: true });
  expect(report.payments).toBe(report.expectedPayments);
});
