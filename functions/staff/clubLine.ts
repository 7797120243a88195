import { countFailures } from '../runtime/countFailures.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { type ClubLine, clubLines } from '../table/clubLines.ts'
import { type Licences, licences } from '../table/licences.ts'
import { type Organization, organizations, settingsOf } from '../table/organizations.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { update } from '../table/table.ts'
import type { Stored, Stamp } from '../table/writes.ts'

type Club = {
  organization: Stored<Organization>
  licenceCount: Stored<Licences> | undefined
  subscription: Stored<Subscription> | undefined
}

function lineOf({ organization, licenceCount, subscription }: Club): ClubLine {
  const { name, sport, timezone, country, academyEnabled, customRegistrationEnabled } = settingsOf(organization)
  const { given = 0, used = 0 } = licenceCount ?? {}
  return {
    organizationId: organization.organizationId,
    name,
    sport,
    timezone,
    country,
    academy: academyEnabled,
    registration: customRegistrationEnabled,
    given,
    used,
    ...(subscription && { plan: subscription.plan, status: subscription.status }),
    sources: organization.version + (licenceCount?.version ?? 0) + (subscription?.version ?? 0),
  }
}

/** Writes a club's line, unless it was written from a newer state. */
async function writeLine(stamp: Stamp, club: Club): Promise<void> {
  const set = lineOf(club)
  await ignoreConflict(update(stamp, clubLines.upsert(set, { set, when: [['sources', '<=', set.sources]] })))
}

/** The line of a club from its current data. */
export async function refreshLine(stamp: Stamp, organizationId: string): Promise<void> {
  const id = { organizationId }
  const consistent = { consistent: true }
  const [organization, licenceCount, subscription] = await Promise.all([
    organizations.get(id, consistent),
    licences.get(id, consistent),
    subscriptions.get(id, consistent),
  ])
  if (organization) await writeLine(stamp, { organization, licenceCount, subscription })
}

/** How many rows are written at the same time. */
const concurrency = 25

/** Creates the missing lines of these clubs; returns how many could not be written. */
export async function addLines(
  stamp: Stamp,
  clubs: readonly Stored<Organization>[],
  counts: readonly (Stored<Licences> | undefined)[],
): Promise<number> {
  const lines = await clubLines.getMany(clubs)
  const missing = clubs.flatMap((organization, i) => (lines[i] ? [] : [{ organization, licenceCount: counts[i] }]))
  const subscriptionRows = await subscriptions.getMany(missing.map(({ organization }) => organization))
  const clubsToWrite = missing.map((each, i): Club => ({ ...each, subscription: subscriptionRows[i] }))
  return countFailures(clubsToWrite, concurrency, (club) => writeLine(stamp, club))
}
