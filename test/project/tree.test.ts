import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile, textFiles } from './project-files.ts';

const unwritten = ['TO', 'DO'].join('');
const files = textFiles().filter((file) => file !== 'package-lock.json');

/** Files and lines that match, leaving out this file: it has to spell what it looks for. */
function findings(pattern: RegExp): string[] {
  return files
    .filter((file) => file !== 'test/project/tree.test.ts')
    .flatMap((file) =>
      readProjectFile(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 100)}`] : [])),
    );
}

describe('the tree of the project', () => {
  it('names no path of one machine', () => {
    expect(findings(/(^|[^\w.])\/(work|root|home\/[a-z]|Users\/[a-z]|opt\/wheels)(\/|\b)/)).toEqual([]);
  });

  it('holds no key and no private address of a package registry', () => {
    expect(findings(/-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|_authToken|ghp_\w{20}|xox[bp]-/)).toEqual([]);
    const lock = readProjectFile('package-lock.json');
    const registries = [...lock.matchAll(/"resolved": "https?:\/\/([^/"]+)/g)].map((match) => match[1]);
    expect(registries.filter((host) => host !== 'registry.npmjs.org')).toEqual([]);
  });

  it('holds no environment file and no key file', () => {
    expect(projectFiles().filter((file) => /(^|\/)(\.env(\..*)?|.*\.(pem|key|p12))$/.test(file))).toEqual([]);
  });

  it('leaves nothing to be done later and no test left out', () => {
    expect(findings(new RegExp(`\\b(${unwritten}|FIXME|XXX)\\b`))).toEqual([]);
    expect(findings(/\b(test|it|describe)\.(only|skip|todo|fails)\b/)).toEqual([]);
  });

  it('does not use fixed ports in tests', () => {
    const listening = findings(/(listen\(|port:\s*)[1-9]\d{3,4}\b/).filter((finding) => finding.startsWith('test/'));
    expect(listening).toEqual([]);
  });
});
