/** Returns the milliseconds of processor time that this thread takes for it: other programs of the machine add none. */
export function ownCpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
