import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { person } from '../people.ts'

const READ = 'GET /rest-api/families/player/{playerId}'
const server = standInServer()
const player = person('danley')

const sam = {
  id: 'g1',
  name: 'Sam Kim',
  email: 'sam@home.example',
  phone: null,
  accessTakenAt: '2026-11-20T18:00:00Z',
}
const family = { player, manages: true, people: [], invitations: [], contacts: [sam] }
const open = () => showScreen(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })

it('tells a team’s coach that the club invites them', async () => {
  server.answers({ [READ]: { ...family, forTeam: true } })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Invite Sam Kim' }))
  expect(screen.getByText(/Ask an administrator of the club to invite them as family\.$/)).toBeVisible()
  expect(screen.queryByText(/has all of the family’s rights again/)).toBeNull()
})

it('warns that the club has removed a contact’s access before they are invited again', async () => {
  const lee = { id: 'g2', name: 'Lee Kim', email: 'lee@home.example', phone: null, accessTakenAt: null }
  server.answers({ [READ]: { ...family, contacts: [sam, lee] } })
  const { user } = open()
  const told = 'The club removed their access or some of their rights (11/20/2026).'
  expect(await screen.findAllByText(told)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Invite Lee Kim' }))
  expect(screen.queryByText(/has all of the family’s rights again/)).toBeNull()
  await user.clear(screen.getByLabelText(/E-mail/))
  await user.type(screen.getByLabelText(/E-mail/), 'Sam@home.example')
  expect(
    screen.getByText(`${told} Anyone who accepts this invitation has all of the family’s rights again.`),
  ).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /Follower/ }))
  expect(screen.getAllByText(told)).toHaveLength(2)
})
