import { entity } from './entity.ts'
import { all } from './table.ts'

/** How many there were on a day, counted once that day: of people, clubs, and the teams that these have and may have. */
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
