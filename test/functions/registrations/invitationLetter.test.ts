import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { letters } from '#functions/registrations/letters.ts'
import { registrationInvitations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration } from '../register/registering.ts'

process.env.SITE_URL = 'https://app.club.example'

it('an invitation leads to the player for whom somebody is invited, and tells no child’s id to anybody else', async () => {
  const club = await aClub()
  await aParent(club, 'parent')
  await aParent(club, 'stranger')
  const registrationId = await aRegistration(club)
  const { playerId } = club.mia
  const linkFor = async (email: string, about: { playerId?: string } = { playerId }) => {
    const invited = { registrationId, email, invitedAt: stamp.at, state: 'invited', mail: 'told', ...about } as const
    await write(stamp, registrationInvitations.create(invited))
    const call = { to: { email }, now: stamp.at, say: sayIn('en') }
    return (await letters.registrationInvitation({ registrationId, email }, call))?.link?.address
  }
  const site = `https://app.club.example/register/${registrationId}`
  expect(await linkFor('parent@family.example')).toBe(`${site}/player/${playerId}`)
  expect(await linkFor('stranger@family.example')).toBe(site)
  expect(await linkFor('nobody@family.example')).toBe(site)
  expect(await linkFor('parent2@family.example', {})).toBe(site)
})
