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
import { activeTeams } from '../access/teamsWith.ts'
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
    const callerFields = { orgAdmin: (flags ?? []).length > 0, permissions: flags ?? [], teamCount: counts[i] ?? 0 }
    return [{ id, name, ...logoOf(row), sport, timezone, ...callerFields }]
  })
  return { organizations: listed.toSorted(byTitle) }
}

async function teamCount({ id, flags, teams }: AccessOrganization): Promise<number> {
  if (!flags?.length) return (await activeTeams(teams)).length
  return (await organizationTeams.active({ organizationId: id }, { consistent: false })).length
}

export async function readOrganization({
  params: { orgId: organizationId },
  me,
}: CallOf<typeof organization, 'GET /rest-api/organization/details/{orgId}'>) {
  return organizationCard(await requireOrganization(organizationId), await me)
}

/** Changes settings. The changed settings are validated as a whole, since for example a phone number depends on the country. */
export async function changeSettings({
  params: { orgId: organizationId },
  body: { revision, sport, ...values },
  stamp,
  me,
  token,
  ...rest
}: CallOf<typeof organization, 'PATCH /rest-api/organization/settings/{orgId}'>) {
  if (values.adminSecondFactor !== undefined) {
    const { access, session } = await me
    if (!flagsOn(access, { organizationId }).has('canEditAdministrators')) throw new Problem('not_allowed')
    // Not for staff acting on someone's behalf.
    if ('staffId' in rest) throw new Problem('not_allowed')
    // An administrator who requires it of others must have it: otherwise nobody could turn it off again.
    if (values.adminSecondFactor && !hasSecondFactor({ token }, session)) throw new Problem('factor_first')
  }
  const set = { ...values, ...(sport && { sport: sportOf(sport) }) }
  return organizationCard(await updateSettings(stamp, { organizationId, revision, values, set }), await me)
}

/** Changes the terms agreed with a club; for our staff. */
export async function changeTerms({
  params: { orgId: organizationId },
  body: { revision, ...values },
  stamp,
  me,
}: CallOf<typeof organization, 'PATCH /rest-api/organization/terms/{orgId}'>) {
  return organizationCard(await updateSettings(stamp, { organizationId, revision, values, set: values }), await me)
}

type SettingsChange = {
  organizationId: string
  revision: number
  values: Partial<Omit<OrganizationSettings, 'sport'>>
  set: Partial<Omit<Organization, 'organizationId'>>
}
async function updateSettings(
  stamp: Stamp,
  { organizationId, revision, values, set }: SettingsChange,
): Promise<Stored<Organization>> {
  const before = await requireOrganization(organizationId)
  refuseFaults(settingsFaults({ ...settingsOf(before), ...values }))
  const when = [['version', '=', revision]] as const
  const { reminderHours } = values
  const reminds = reminderHours && { reminds: reminderHours.length > 0 ? ('yes' as const) : undefined }
  return update(stamp, organizations.change({ organizationId }, { set: { ...set, ...reminds }, when }))
}

export async function requireOrganization(organizationId: string): Promise<Stored<Organization>> {
  const organization = await organizations.get({ organizationId }, { consistent: true })
  if (!organization) throw new Problem('not_found')
  return organization
}

/** The key of a club's logo uploaded at this instant: each logo has its own URL, so that caches show no outdated one. */
export const logoKeyOf = (organizationId: string, logoAt: string) => `avatar/${organizationId}.${Date.parse(logoAt)}`

const logoOf = ({ organizationId, logoAt }: Organization) =>
  logoAt === undefined ? {} : { logoUrl: `/${logoKeyOf(organizationId, logoAt)}` }

export function organizationCard(organization: Stored<Organization>, { access }: Me) {
  const { organizationId, sport, version } = organization
  const ownFlags = flagsOn(access, { organizationId })
  const { name, timezone, country, address, phone, website, ...settings } = settingsOf(organization)
  return {
    id: organizationId,
    ...logoOf(organization),
    name,
    timezone,
    country,
    address,
    phone,
    website,
    isRosterVisible: settings.isRosterVisible,
    chatEnabled: settings.chatEnabled,
    academyEnabled: settings.academyEnabled,
    customRegistrationEnabled: settings.customRegistrationEnabled,
    adminSecondFactor: settings.adminSecondFactor,
    processingFeePerMil: settings.processingFeePerMil,
    processingFeeInCents: settings.processingFeeInCents,
    reminderHours: settings.reminderHours,
    playerFields: settings.playerFields,
    sport,
    orgAdmin: ownFlags.size > 0,
    permissions: [...ownFlags],
    revision: version,
  }
}
