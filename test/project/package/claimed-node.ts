/** Returns the flags of Node by which a program believes that it runs on this version of it. */
export function claimedNode(version: string): string[] {
  return ['--import', `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`];
}
