import { expect, test } from 'vitest'
import type { Acknowledged } from '#scripts/bench/saturday/acts.ts'
import { keptOf } from '#scripts/bench/saturday/kept.ts'

const [club, team, event, player] = ['o1', 't1', 'e1', 'p1']
const inviteId = [club, team, event, player].join('.')
const invite = (status: string) => ({
  kind: 'Invite',
  pk: `PLAYER#${club}.${player}`,
  sk: `INVITE#${club}.${team}.${event}`,
  status,
})
const said = (status: 'Accepted' | 'Declined'): Acknowledged => ({ what: 'answer', inviteId, status })

test.each([
  ['Yes', ['Accepted'], 'Accepted', 0],
  ['No after Yes', ['Accepted', 'Declined'], 'Declined', 0],
  ['an answer that never came', ['Accepted'], 'Pending', 1],
  ['a No after Yes that was lost', ['Accepted', 'Declined'], 'Accepted', 1],
] as const)('%s', (_what, answers, stands, lost) => {
  expect(keptOf([invite(stands)], answers.map(said), []).lost).toHaveLength(lost)
})
