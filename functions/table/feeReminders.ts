import { by, entity } from './entity.ts'
import { type Range, startingWith } from './table.ts'

type Club = { organizationId: string }
/** On which days a club reminds families of unpaid fees: days after the due day, negative for days before it. */
export type FeeReminders = Club & { days: number[] }

const list = 'FEE-REMINDERS'
const rows = entity<FeeReminders, Club>('Fee reminders', {
  key: ({ organizationId }) => ({ pk: `FEES#${organizationId}`, sk: 'REMINDERS' }),
  gsi2: by(['organizationId'], ({ organizationId }) => [list, organizationId]),
})
export const feeReminders = {
  ...rows,
  /** Every club that has set this. */
  all: (): Range => ({ index: 'gsi2', pk: list, ...startingWith('o') }),
}
