import { type Figures, figures } from '../table/figures.ts'
import { licences } from '../table/licences.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { profiles } from '../table/profiles.ts'
import { pages, update } from '../table/table.ts'
import { addLines } from './clubLine.ts'

/**
 * Counts users and clubs by their indexes, and stores the counts of the day; a later count of the same day replaces them. Also creates the
 * missing lines of clubs; if one cannot be written, throws at the end.
 */
export async function countFigures(at: string): Promise<Figures> {
  const totals = { day: at.slice(0, 10), people: 0, clubs: 0, teams: 0, licences: 0 }
  const bySport: Record<string, number> = {}
  let unwritten = 0
  for await (const rows of pages(profiles.named())) totals.people += rows.length
  for await (const rows of pages<Organization>(organizations.named())) {
    const counts = await licences.getMany(rows.map(({ organizationId }) => ({ organizationId })))
    unwritten += await addLines({ actor: 'staff-figures', at }, rows, counts)
    for (const [i, { sport }] of rows.entries()) {
      totals.clubs += 1
      totals.teams += counts[i]?.used ?? 0
      totals.licences += counts[i]?.given ?? 0
      bySport[sport.name] = (bySport[sport.name] ?? 0) + 1
    }
  }
  const { day } = totals
  const stored = await update({ actor: 'staff-figures', at }, figures.upsert({ day }, { set: { ...totals, bySport } }))
  if (unwritten > 0) throw new Error(`the lines of ${unwritten} clubs could not be written`)
  return stored
}
