import type { register } from '#shared/api/register.ts'
import { organizationOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { fileLink } from '../fileLink.ts'
import type { CallOf } from '../serve.ts'
import { files } from '../table/files.ts'
import { type RegistrationDraft, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { registrations } from '../table/registrations.ts'
import { all } from '../table/table.ts'
import { filledCard, standingCard } from './cards.ts'
import { familyOn } from './family.ts'

/** One's own players in the club, what was filled in for whom, and how those stand that were sent off. */
export async function readMyPlayers({
  params: { registrationId },
  me,
  now,
}: CallOf<typeof register, 'GET /rest-api/register/{registrationId}/my-players'>) {
  const [{ access }, registration] = await Promise.all([me, registrations.get({ registrationId })])
  if (!registration || registration.state === 'draft') throw new Problem('not_found')
  const { drafts, entries } = await familyOn(registrationId, access)
  const isWaiting = entries.some(({ state }) => state === 'waiting')
  const [pictures, waiting] = await Promise.all([
    Promise.all(drafts.map((draft) => pictureOf(draft, now))),
    isWaiting ? all<RegistrationEntry>(registrationEntries.waiting({ registrationId })) : [],
  ])
  return {
    players: playersWith(access, 'pays').filter(({ id }) => organizationOf(id) === organizationOf(registrationId)),
    drafts: drafts.map((draft, i) => filledCard(draft, pictures[i] ?? null)),
    registered: entries.map((entry) => standingCard(entry, waiting)),
  }
}

async function pictureOf({ avatarId }: RegistrationDraft, now: string): Promise<string | null> {
  const file = avatarId === undefined ? undefined : await files.get({ fileId: avatarId })
  return file ? fileLink(file, now) : null
}
