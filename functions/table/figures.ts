import { entity } from './entity.ts'
import { all } from './table.ts'

/** The product's figures for a day, counted once that day: people, clubs, their teams and licences. */
export type Figures = {
  day: string
  people: number
  clubs: number
  teams: number
  licences: number
  bySport: Readonly<Record<string, number>>
}
const partition = 'FIGURES#product'
export const figures = {
  ...entity<Figures, { day: string }>('Figures', {
    key: ({ day }) => ({ pk: partition, sk: `DAY#${day}` }),
  }),
  between: (from: string, to: string) => all<Figures>({ pk: partition, from: `DAY#${from}`, to: `DAY#${to}` }),
}
