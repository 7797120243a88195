import { entity } from './entity.ts'
import { all } from './table.ts'

/** How often a screen was opened on a day, by people who agreed to be counted, without who they are. */
export type ScreenUse = { day: string; screen: string; opened?: number }
const partition = 'SCREENS#use'
export const screenUse = {
  ...entity<ScreenUse, { day: string; screen: string }>('Screen use', {
    key: ({ day, screen }) => ({ pk: partition, sk: `DAY#${day}#${screen}` }),
  }),
  /** Between two days, inclusive. */
  between: (from: string, to: string) => all<ScreenUse>({ pk: partition, from: `DAY#${from}`, to: `DAY#${to}~` }),
}
