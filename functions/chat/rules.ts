import type { moderation } from '#shared/api/moderation.ts'
import { readAlongYears } from '#shared/rules/chatSafety.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type ChatRules, chatRules } from '../table/chatRules.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'

type Call<K extends keyof typeof moderation> = CallOf<typeof moderation, K>

const shown = ({
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
  return shown(await chatRules.get({ organizationId }, { consistent: true }))
}

/** Changes only the given rules: those that another administrator has changed meanwhile stay. */
export async function saveRules({
  stamp,
  params: { orgId: organizationId },
  body: { team, ...more },
}: Call<'PUT /rest-api/chat/rules/{orgId}'>) {
  const there = new Set((await organizationTeams.of({ organizationId })).map(({ teamId }) => teamId))
  const named = [...(more.offTeams ?? []), ...(team ? [team.id] : [])]
  if (named.some((teamId) => !there.has(teamId))) throw new Problem('not_found')
  return retryOnConflict(async () => {
    const row = await chatRules.get({ organizationId }, { consistent: true })
    const before = { ...shown(row), ...more }
    const others = before.offTeams.filter((teamId) => teamId !== team?.id)
    const rules = { ...before, offTeams: [...new Set(team?.off ? [...others, team.id] : others)] }
    const limited = rules.keepMonths > 0 ? organizationId : undefined
    await write(stamp, chatRules.save(row, { organizationId, ...rules, limited }))
    return rules
  })
}
