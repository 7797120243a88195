import { type Figures, figures } from '../table/figures.ts'
import { licences } from '../table/licences.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { profiles } from '../table/profiles.ts'
import { pages, update } from '../table/table.ts'
import { addLines } from './clubLine.ts'

/** Counts users and clubs by their indexes, and stores the counts of the day; a later count of the same day replaces them. */
export async function countFigures(at: string): Promise<Figures> {
  const totals = { day: at.slice(0, 10), people: 0, clubs: 0, teams: 0, licences: 0 }
  const bySport: Record<string, number> = {}
  for await (const rows of pages(profiles.named())) totals.people += rows.length
  for await (const rows of pages<Organization>(organizations.named())) {
    const counts = await licences.getMany(rows.map(({ organizationId }) => ({ organizationId })))
    await addLines({ actor: 'staff-figures', at }, rows, counts)
    for (const [i, { sport }] of rows.entries()) {
      totals.clubs += 1
      totals.teams += counts[i]?.used ?? 0
      totals.licences += counts[i]?.given ?? 0
      bySport[sport.name] = (bySport[sport.name] ?? 0) + 1
    }
  }
  const { day } = totals
  return update({ actor: 'staff-figures', at }, figures.upsert({ day }, { set: { ...totals, bySport } }))
}
