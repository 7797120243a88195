import { describe, expect, test } from 'vitest'
import { unitsAtPeak, peakOfDay, scopeOf, shapeOf, sumOf, teamsSharing } from '#scripts/bench/saturday/unitsAtPeak.ts'

const model = {
  ...{ clubs: 1000, teamsOfClub: 25, teamsOfLargestClub: 200, playersOfTeam: 16 },
  ...{ peakHourShare: 0.2, peakBurst: 3, signInShare: 0.05, answersByLink: 0.6, loadedKb: 60, mediaKb: 200 },
}
const round = (keys: Record<string, [read: number, write: number]>) =>
  new Map(Object.entries(keys).map(([key, [read, write]]) => [key, { read, write }]))
const rounds = {
  first: round({ 'TEAM#1': [36, 0], 'ORG#1': [6, 12], 'gsi2 MAILS#2026-11-25': [0, 48] }),
  sameClub: round({ 'TEAM#2': [72, 0], 'ORG#1': [6, 24], 'gsi2 MAILS#2026-11-25': [0, 48] }),
  otherClub: round({ 'TEAM#3': [72, 0], 'ORG#2': [6, 12], 'gsi2 MAILS#2026-11-25': [0, 24] }),
}

describe('the load of a Saturday, extrapolated', () => {
  test('assigns a key to a team, a club or everybody by the rounds in which it occurs', () => {
    expect(['TEAM#1', 'TEAM#3', 'ORG#1', 'ORG#2', 'gsi2 MAILS#2026-11-25'].map((key) => scopeOf(key, rounds))).toEqual([
      ...['a team', 'a team', 'a club'],
      // Only one team of the other club appears.
      'a team',
      'everybody',
    ])
    expect(teamsSharing('a team', model)).toBe(1)
    expect(teamsSharing('a club', model)).toBe(200)
    expect(teamsSharing('everybody', model)).toBe(25_000)
  })

  test('has a peak second of three times a 3,600th of a fifth of the day', () => {
    // 0.2 × 3 / 3600 = 1 / 6000.
    expect(peakOfDay(model)).toBeCloseTo(1 / 6000, 12)
  })

  test('calculates the units of the peak second from the teams behind a key and the mean of the rounds', () => {
    const hot = new Map(unitsAtPeak(rounds, model).map((each) => [each.key, each]))
    // 36 × 1 / 6000.
    expect(hot.get('TEAM#1')?.read).toBeCloseTo(0.006, 9)
    // (12 + 24) / 2 = 18; 18 × 200 / 6000.
    expect(hot.get('ORG#1')?.write).toBeCloseTo(0.6, 9)
    // (48 + 48 + 24) / 3 = 40; 40 × 25,000 / 6000.
    expect(hot.get('gsi2 MAILS#2026-11-25')?.write).toBeCloseTo(166.667, 3)
    expect(sumOf(rounds.first)).toEqual({ read: 42, write: 60 })
  })

  test('shows a key without its ids', () => {
    expect(shapeOf('TEAM#o0123456789a.t0123456789a')).toBe('TEAM#…')
    expect(shapeOf('gsi1 EVENT#o0123456789a.t0123456789a.e0123456789a')).toBe('gsi1 EVENT#…')
    expect(shapeOf('USER#0e2f1c66-1111-4222-8333-444455556666')).toBe('USER#…')
    expect(shapeOf('gsi2 MAILS#2026-11-25')).toBe('gsi2 MAILS#2026-11-25')
  })
})
