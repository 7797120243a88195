import { by, entity } from './entity.ts'
import { type Range, startingWith } from './table.ts'

type Club = { organizationId: string }
/** When a club has families reminded of what they owe: so many days after it was due, before it where that is less than nothing. */
export type FeeReminders = Club & { days: number[] }

const list = 'FEE-REMINDERS'
const rows = entity<FeeReminders, Club>('Fee reminders', {
  key: ({ organizationId }) => ({ pk: `FEES#${organizationId}`, sk: 'REMINDERS' }),
  gsi2: by(['organizationId'], ({ organizationId }) => [list, organizationId]),
})
export const feeReminders = {
  ...rows,
  /** Every club that has decided. */
  all: (): Range => ({ index: 'gsi2', pk: list, ...startingWith('o') }),
}
