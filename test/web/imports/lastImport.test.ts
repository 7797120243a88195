import { expect, it } from 'vitest'
import type { CompletedAction, EventContent } from '#web/imports/actions.ts'
import { addAction } from '#web/imports/lastImport.ts'

const changed = (name: string, revision: number): CompletedAction => ({
  eventId: 'event',
  did: 'changed',
  previousContent: { name } as EventContent,
  revision,
})

it('an event that an import has changed twice returns to its state before both, on the revision after them', () => {
  const actions = addAction([changed('Practice', 2)], changed('Practice, moved', 3))
  expect(actions).toEqual([changed('Practice', 3)])
})
