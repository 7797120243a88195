import { entity } from './entity.ts'
import { all } from './table.ts'

/** How often a screen was opened on a day, by those who agreed to be counted. Nothing in it says who. */
export type ScreenUse = { day: string; screen: string; opened?: number }
const partition = 'SCREENS#use'
export const screenUse = {
  ...entity<ScreenUse, { day: string; screen: string }>('Screen use', {
    key: ({ day, screen }) => ({ pk: partition, sk: `DAY#${day}#${screen}` }),
  }),
  /** Of these days, both included. */
  between: (from: string, to: string) => all<ScreenUse>({ pk: partition, from: `DAY#${from}`, to: `DAY#${to}~` }),
}
