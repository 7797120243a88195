import type { organization } from '#shared/api/organization.ts'
import { type AccessOrganization, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { byTitle } from '#shared/rules/names.ts'
import { type OrganizationSettings, settingsFaults } from '#shared/rules/organizations.ts'
import { sportOf } from '#shared/rules/sports.ts'
import { hasSecondFactor } from '../http/secondFactor.ts'
import type { CallOf } from '../serve.ts'
import type { Me } from '../table/me.ts'
import { type Organization, organizations, settingsOf } from '../table/organizations.ts'
import { update } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { playing } from '../access/teamsWith.ts'
import type { Stored, Stamp } from '../table/writes.ts'
import { refuseFaults } from '../http/refuseFaults.ts'

/** The clubs in which the caller has a role, in the club or in a team. */
export async function listOrganizations({ me }: CallOf<typeof organization, 'GET /rest-api/organization/details'>) {
  const { access } = await me
  const [rows, counts] = await Promise.all([
    organizations.getMany(access.organizations.map(({ id }) => ({ organizationId: id }))),
    Promise.all(access.organizations.map(teamCount)),
  ])
  const listed = access.organizations.flatMap(({ id, flags }, i) => {
    const row = rows[i]
    if (!row) return []
    const { name, sport, timezone } = row
    const mine = { orgAdmin: (flags ?? []).length > 0, permissions: flags ?? [], teamCount: counts[i] ?? 0 }
    return [{ id, name, ...logoOf(row), sport, timezone, ...mine }]
  })
  return { organizations: listed.toSorted(byTitle) }
}

async function teamCount({ id, flags, teams }: AccessOrganization): Promise<number> {
  if (!flags?.length) return (await playing(teams)).length
  return (await organizationTeams.active({ organizationId: id }, { consistent: false })).length
}

export async function readOrganization({
  params: { orgId: organizationId },
  me,
}: CallOf<typeof organization, 'GET /rest-api/organization/details/{orgId}'>) {
  return shown(await organizationNow(organizationId), await me)
}

/** Changes settings. The changed settings are validated as a whole, since for example a phone number depends on the country. */
export async function changeSettings({
  params: { orgId: organizationId },
  body: { revision, sport, ...sent },
  stamp,
  me,
  token,
  ...others
}: CallOf<typeof organization, 'PATCH /rest-api/organization/settings/{orgId}'>) {
  if (sent.adminSecondFactor !== undefined) {
    const { access, session } = await me
    if (!flagsOn(access, { organizationId }).has('canEditAdministrators')) throw new Problem('not_allowed')
    // Not for staff acting on someone's behalf.
    if ('staffId' in others) throw new Problem('not_allowed')
    // An administrator who requires it of others must have it: otherwise nobody could turn it off again.
    if (sent.adminSecondFactor && !hasSecondFactor({ token }, session)) throw new Problem('factor_first')
  }
  const set = { ...sent, ...(sport && { sport: sportOf(sport) }) }
  return shown(await changed(stamp, { organizationId, revision, sent, set }), await me)
}

/** Changes the terms agreed with a club; for our staff. */
export async function changeTerms({
  params: { orgId: organizationId },
  body: { revision, ...sent },
  stamp,
  me,
}: CallOf<typeof organization, 'PATCH /rest-api/organization/terms/{orgId}'>) {
  return shown(await changed(stamp, { organizationId, revision, sent, set: sent }), await me)
}

type Changed = {
  organizationId: string
  revision: number
  sent: Partial<Omit<OrganizationSettings, 'sport'>>
  set: Partial<Omit<Organization, 'organizationId'>>
}
async function changed(stamp: Stamp, { organizationId, revision, sent, set }: Changed): Promise<Stored<Organization>> {
  const before = await organizationNow(organizationId)
  refuseFaults(settingsFaults({ ...settingsOf(before), ...sent }))
  const when = [['version', '=', revision]] as const
  const { reminderHours } = sent
  const reminds = reminderHours && { reminds: reminderHours.length > 0 ? ('yes' as const) : undefined }
  return update(stamp, organizations.change({ organizationId }, { set: { ...set, ...reminds }, when }))
}

export async function organizationNow(organizationId: string): Promise<Stored<Organization>> {
  const organization = await organizations.get({ organizationId }, { consistent: true })
  if (!organization) throw new Problem('not_found')
  return organization
}

/** The key of a club's logo uploaded at this instant: each logo has its own URL, so that caches show no outdated one. */
export const logoKeyOf = (organizationId: string, logoAt: string) => `avatar/${organizationId}.${Date.parse(logoAt)}`

const logoOf = ({ organizationId, logoAt }: Organization) =>
  logoAt === undefined ? {} : { logoUrl: `/${logoKeyOf(organizationId, logoAt)}` }

export function shown(organization: Stored<Organization>, { access }: Me) {
  const { organizationId, sport, version } = organization
  const own = flagsOn(access, { organizationId })
  const { name, timezone, country, address, phone, website, ...decided } = settingsOf(organization)
  return {
    id: organizationId,
    ...logoOf(organization),
    name,
    timezone,
    country,
    address,
    phone,
    website,
    isRosterVisible: decided.isRosterVisible,
    chatEnabled: decided.chatEnabled,
    academyEnabled: decided.academyEnabled,
    customRegistrationEnabled: decided.customRegistrationEnabled,
    adminSecondFactor: decided.adminSecondFactor,
    processingFeePerMil: decided.processingFeePerMil,
    processingFeeInCents: decided.processingFeeInCents,
    reminderHours: decided.reminderHours,
    playerFields: decided.playerFields,
    sport,
    orgAdmin: own.size > 0,
    permissions: [...own],
    revision: version,
  }
}
