import type { moderation } from '#shared/api/moderation.ts'
import { readAlongYears } from '#shared/rules/chatSafety.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type ChatRules, chatRules } from '../table/chatRules.ts'
import { update } from '../table/table.ts'
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

export async function saveRules({
  stamp,
  params: { orgId: organizationId },
  body: { offTeams, directOff, readAlongUntil, keepMonths = 0 },
}: Call<'PUT /rest-api/chat/rules/{orgId}'>) {
  const there = new Set((await organizationTeams.of({ organizationId })).map(({ teamId }) => teamId))
  if (offTeams.some((teamId) => !there.has(teamId))) throw new Problem('not_found')
  const limited = keepMonths > 0 ? organizationId : undefined
  const set = { offTeams: [...new Set(offTeams)], directOff, readAlongUntil, keepMonths, limited }
  return shown(await update(stamp, chatRules.upsert({ organizationId }, { set })))
}
