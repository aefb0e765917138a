import { describe, expect, it } from 'vitest';
import { placeText } from '../../../src/domain/register/register-place.ts';

describe('S1: where a register is, in words', () => {
  it('is its file', () => {
    expect(placeText({ kind: 'sqlite', file: '/var/lib/peerdesk/register.sqlite', isSimulators: false })).toBe(
      '/var/lib/peerdesk/register.sqlite',
    );
  });

  it('is host, port and name of its database, without user, password and options', () => {
    const url = 'postgres://desk:hunter2@db.example:5433/peerdesk?sslmode=require&password=hunter2';
    expect(placeText({ kind: 'postgres', url, isSimulators: false })).toBe('db.example:5433/peerdesk');
  });
});
