import type { moderation } from '#shared/api/moderation.ts'
import { readAlongYears } from '#shared/rules/chatSafety.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type ChatRules, chatRules } from '../table/chatRules.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'

type Call<K extends keyof typeof moderation> = CallOf<typeof moderation, K>

const rulesCard = ({
  offTeams = [],
  directOff = false,
  readAlongUntil = readAlongYears,
  keepMonths = 0,
}: ChatRules = {}) => ({
  offTeams,
  directOff,
  readAlongUntil,
  keepMonths,
})

export async function readRules({ params: { orgId: organizationId } }: Call<'GET /rest-api/chat/rules/{orgId}'>) {
  return rulesCard(await chatRules.get({ organizationId }, { consistent: true }))
}

/** Changes only the given rules: those that another administrator has changed meanwhile stay. */
export async function saveRules({
  stamp,
  params: { orgId: organizationId },
  body: { team, ...changes },
}: Call<'PUT /rest-api/chat/rules/{orgId}'>) {
  const teamIds = new Set((await organizationTeams.of({ organizationId })).map(({ teamId }) => teamId))
  const namedTeamIds = [...(changes.offTeams ?? []), ...(team ? [team.id] : [])]
  if (namedTeamIds.some((teamId) => !teamIds.has(teamId))) throw new Problem('not_found')
  return retryOnConflict(async () => {
    const row = await chatRules.get({ organizationId }, { consistent: true })
    const merged = { ...rulesCard(row), ...changes }
    const otherTeamIds = merged.offTeams.filter((teamId) => teamId !== team?.id)
    const rules = { ...merged, offTeams: [...new Set(team?.off ? [...otherTeamIds, team.id] : otherTeamIds)] }
    const limited = rules.keepMonths > 0 ? organizationId : undefined
    await write(stamp, chatRules.save(row, { organizationId, ...rules, limited }))
    return rules
  })
}
