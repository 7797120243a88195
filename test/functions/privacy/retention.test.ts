import { expect, it } from 'vitest'
import { budgetsUsed } from '#functions/table/budgets.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { files } from '#functions/table/files.ts'
import { imports } from '#functions/table/imports.ts'
import { type Kind, map } from '#functions/table/map.ts'
import { retained, timeToLive } from '#functions/table/retention.ts'
import { clubUsage } from '#functions/table/usage.ts'
import academy from '#web/academy/texts.en.json'
import calendar from '#web/calendar/texts.en.json'
import email from '#web/email/texts.en.json'
import imported from '#web/imports/texts.en.json'
import recordings from '#web/recordings/texts.en.json'
import teams from '#web/teams/texts.en.json'

const ttlOf = (write: unknown) => {
  const { item, sets } = write as { item?: { ttl?: number }; sets?: { set: { ttl?: number } } }
  const seconds = item?.ttl ?? sets?.set.ttl
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString()
}

it('every kind of item either expires or is retained', () => {
  const said = [...Object.keys(timeToLive), ...Object.keys(retained)]
  expect(said.toSorted()).toEqual(Object.keys(map).toSorted())
})

it('an item expires a fixed time after its instant, day or month', () => {
  const invited = { playerId: 'op', invitationId: 'i', invitedAt: '2026-11-21T18:00:00.500Z' }
  expect(ttlOf(familyInvitations.create(invited as never))).toBe('2026-12-21T18:00:00.000Z')
  expect(ttlOf(budgetsUsed.upsert({ day: '2026-11-21', who: 'w', what: 'mail' } as never, { add: { used: 1 } }))).toBe(
    '2026-11-24T00:00:00.000Z',
  )
  expect(ttlOf(clubUsage.upsert({ organizationId: 'o', month: '2026-11' }, { set: {} }))).toBe(
    '2029-11-03T00:00:00.000Z',
  )
})

it('an item with an optional expiry expires once it is set, and stays when it is removed', () => {
  const change = (until: string | undefined) => files.change({ fileId: 'f' }, { set: { until } })
  expect(ttlOf(change('2026-11-21T18:00:00Z'))).toBe('2026-11-21T18:00:00.000Z')
  expect((change(undefined) as never as { sets: { set: object } }).sets.set).toHaveProperty('ttl', undefined)
  expect(ttlOf(imports.change({ orgUnitId: 'o', importId: 'i' }, { add: { done: 1 } }))).toBeUndefined()
})

const stated: [kind: Kind & keyof typeof timeToLive, sentence: string][] = [
  ['Merge', teams.mergeKept],
  ['Merge', teams.mergedLately],
  ['Recording', recordings.binHint],
  ['Recording', recordings.deleteKept],
  ['Storage item', academy.binHint],
  ['Storage item', academy.deleteKept],
  ['Event', imported.goneHint],
  ['Event', imported.undoKept],
  ['Event', calendar.nothingDeletedHint],
  ['Event', calendar.deletedKept],
  ['Outbox', email.nothingMailedHint],
]
it.each(stated)('the retention period stated on a screen is right: %s, “%s”', (kind, sentence) => {
  expect(sentence).toContain(` ${timeToLive[kind].hours / 24} days`)
})
