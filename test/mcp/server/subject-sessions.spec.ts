import { jest } from '@jest/globals';
import { Toolkit } from 'toolwright';
import { SubjectSessions } from '../../../src/integrations/mcp/server/subject-sessions.js';

function sessionsOf(limits: { readonly maxSessions?: number; readonly idleTimeoutMs?: number } = {}): SubjectSessions {
  const toolkit = new Toolkit();
  return new SubjectSessions(() => toolkit.session(), { maxSessions: 2, idleTimeoutMs: 60_000, ...limits });
}

describe('SubjectSessions', () => {
  it('returns the same session for the same subject, and different ones for different subjects', () => {
    const sessions = sessionsOf();
    expect(sessions.of('ann')).toBe(sessions.of('ann'));
    expect(sessions.of('ann')).not.toBe(sessions.of('bob'));
  });

  it('discards the session that was idle longest if there are too many', () => {
    const sessions = sessionsOf();
    const [ann, bob] = [sessions.of('ann'), sessions.of('bob')];
    sessions.of('ann');
    sessions.of('carl');
    expect(sessions.of('ann')).toBe(ann);
    expect(sessions.of('bob')).not.toBe(bob);
  });

  it('discards a session that was idle too long, and no other one', () => {
    jest.useFakeTimers();
    try {
      const sessions = sessionsOf({ idleTimeoutMs: 1_000 });
      const [ann, bob] = [sessions.of('ann'), sessions.of('bob')];
      jest.advanceTimersByTime(999);
      expect(sessions.of('bob')).toBe(bob);
      jest.advanceTimersByTime(1);
      expect(sessions.of('bob')).toBe(bob);
      expect(sessions.of('ann')).not.toBe(ann);
    } finally {
      jest.useRealTimers();
    }
  });
});
