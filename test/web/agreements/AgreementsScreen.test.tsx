import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import AgreementsScreen from '#web/agreements/AgreementsScreen.tsx'
import ProofScreen from '#web/agreements/ProofScreen.tsx'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import { standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, person, playerId, playersAndTeams, profile, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const MINE = 'GET /rest-api/agreements/mine'
const READ = 'GET /rest-api/agreements/agreement/{agreementId}'
const SIGN = 'POST /rest-api/agreements/agreement/{agreementId}/sign'
const LIST = 'GET /rest-api/agreements/club/{orgId}'
const STANDING = 'GET /rest-api/agreements/standing/{orgUnitId}'
const ASK = 'POST /rest-api/agreements/ask/{teamId}'
const agreementId = `${organizationId}.w0000000000a`
const since = '2026-11-01T18:00:00.000Z'
const signed = { textVersion: 1, by: 'Ann Jean Jacques', signedAt: '2026-11-21T18:00:00.000Z' }
const club = { id: organizationId, name: 'Riverside FC' }
const asked = { id: agreementId, title: 'Code of conduct', textVersion: 1, since, club }
const text = {
  id: agreementId,
  clubName: club.name,
  title: asked.title,
  text: 'We play fair.',
  textVersion: 1,
  since,
  revision: 1,
}
const aChild = { ofAge: false, mayAgree: true }
const open = (id = '') =>
  showInShell(<AgreementsScreen />, { path: '/agreements/:id?', at: `/agreements${id && `/${id}`}` })
const running = (...permissions: Flag[]) => {
  const [organization] = coachOf().organizations
  return playersAndTeams({ organizations: organization ? [{ ...organization, orgAdmin: true, permissions }] : [] })
}

it('shows a family the full text and signs it in their name', async () => {
  let done = false
  server.answers({
    'GET /rest-api/users/profile': profile(),
    [MINE]: () => ({
      agreements: [{ ...asked, players: [{ ...person('danley'), signed: done ? signed : null, ...aChild }] }],
    }),
    [READ]: text,
    [SIGN]: ({ body }) => {
      if ((body as { name: string }).name !== 'Ann Jean Jacques') throw new Problem('not_your_name')
      done = true
      return signed
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Read and agree' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Code of conduct' }))
  await dialog.findByText('We play fair.')
  const agree = dialog.getByRole('button', { name: 'I agree' })
  expect(agree.getAttribute('aria-disabled')).toBe('true')
  dialog.getByText('First check the box to confirm that you have read it.')
  await user.click(dialog.getByRole('checkbox', { name: 'I have read this and agree for Danley Jean Jacques.' }))
  await user.type(dialog.getByLabelText(/^Your first and last name/), 'Ann')
  await user.click(dialog.getByRole('button', { name: 'I agree' }))
  await dialog.findByText('Please type your first and last name as they appear in your profile.')
  await user.type(dialog.getByLabelText(/^Your first and last name/), ' Jean Jacques')
  await user.click(dialog.getByRole('button', { name: 'I agree' }))
  await screen.findByText('Thank you. You have agreed.')
  await screen.findByText('by Ann Jean Jacques, 11/21/2026')
  expect(server.asked(SIGN).at(-1)?.body).toEqual({ playerId: playerId('a'), textVersion: 1, name: 'Ann Jean Jacques' })
  expect(screen.getByRole('link', { name: 'Show proof' }).getAttribute('href')).toBe(
    `/agreements/${agreementId}/proof/${playerId('a')}`,
  )
})

it('shows a family a text that was changed meanwhile, and removes one that was withdrawn', async () => {
  const danley = { ...person('danley'), signed: null, ...aChild }
  const now = { textVersion: 1, code: 'agreement_changed' as 'agreement_changed' | 'agreement_ended' }
  server.answers({
    'GET /rest-api/users/profile': profile(),
    [MINE]: () => ({
      agreements: now.code === 'agreement_ended' ? [] : [{ ...asked, textVersion: now.textVersion, players: [danley] }],
    }),
    [READ]: ({ query }) => ({ ...text, text: `These are words ${query['version']}.` }),
    [SIGN]: () => {
      throw new Problem(now.code)
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Read and agree' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Code of conduct' }))
  async function agree(words: string) {
    await dialog.findByText(words)
    await user.click(dialog.getByRole('checkbox', { name: /^I have read this/ }))
    await user.type(dialog.getByLabelText(/^Your first and last name/), 'Ann Jean Jacques')
    await user.click(dialog.getByRole('button', { name: 'I agree' }))
  }
  now.textVersion = 2
  await agree('These are words 1.')
  await dialog.findByText('These are words 2.')
  dialog.getByText('The club has changed this text in the meantime. Please read it again.')
  expect(dialog.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(dialog.getByLabelText<HTMLInputElement>(/^Your first and last name/).value).toBe('')
  now.code = 'agreement_ended'
  await agree('These are words 2.')
  await screen.findByText('The club no longer asks for this.')
  expect(screen.queryByRole('dialog', { name: 'Code of conduct' })).toBeNull()
  expect(await screen.findByText('Nothing to agree to')).toBeDefined()
  expect(server.asked(SIGN).map(({ body }) => (body as { textVersion: number }).textVersion)).toEqual([1, 2])
})

it('leaves an adult player’s agreement to the player', async () => {
  const ofAge = { ...person('danley'), signed: null, ofAge: true }
  const players = [
    { ...ofAge, mayAgree: false },
    { ...ofAge, ...person('roshon'), mayAgree: true },
  ]
  server.answers({ [MINE]: { agreements: [{ ...asked, players }] } })
  open()
  const [theirs, own] = await screen.findAllByRole('button', { name: 'Read and agree' })
  screen.getByText('Danley is an adult: only Danley can agree, using their own account.')
  expect([theirs, own].map((button) => button?.getAttribute('aria-disabled'))).toEqual(['true', null])
})

it('shows an empty state without agreements', async () => {
  server.answers({ [MINE]: { agreements: [] } })
  open(organizationId)
  expect(await screen.findByText('Nothing to agree to')).toBeDefined()
})

it('lets a club write an agreement, and says when everyone is asked again', async () => {
  const row = { id: agreementId, title: 'Code of conduct', textVersion: 1, since, archived: false, revision: 1 }
  server.answers({
    'GET /api/v1/playersAndTeams': running('canManageRegistration'),
    [LIST]: { name: club.name, agreements: [row] },
    [READ]: text,
    'PUT /rest-api/agreements/agreement/{agreementId}': { ...row, textVersion: 2, revision: 2 },
    'PUT /rest-api/agreements/agreement/{agreementId}/archived': ({ body }) => ({
      ...row,
      ...(body as { archived: boolean }),
    }),
  })
  const { user } = open(organizationId)
  const menu = async () => user.click(await screen.findByRole('button', { name: /Code of conduct/ }))
  await menu()
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  const words = await screen.findByRole('textbox', { name: /^Text/ })
  await user.type(words, ' And rest.')
  screen.getByText('Changing the text creates version 2: every family is asked again.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved successfully')
  expect(server.asked('PUT /rest-api/agreements/agreement/{agreementId}')[0]?.body).toEqual({
    title: 'Code of conduct',
    text: 'We play fair. And rest.',
    revision: 1,
  })
  await menu()
  await user.click(await screen.findByRole('menuitem', { name: 'Stop asking', hidden: true }))
  await screen.findByText('Families are no longer asked.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Families are being asked again.')
})

it('shows a coach who has agreed, and asks the others by email after a confirmation', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': running('canEditPlayers'),
    [STANDING]: {
      name: 'U12 Falcons',
      agreements: [{ id: agreementId, title: 'Code of conduct', textVersion: 1 }],
      players: [
        { ...person('danley'), signed: [signed], askedAt: null, ofAge: true },
        { ...person('kovar'), signed: [null], askedAt: null, ofAge: false },
        { ...person('orkun'), signed: [null], askedAt: null, ofAge: true },
      ],
      cursor: null,
    },
    [ASK]: { asked: 1, alone: 1 },
  })
  const { user } = open(teamId)
  const link = await screen.findByRole('link', { name: '11/21/2026, Ann Jean Jacques' })
  expect(link.getAttribute('href')).toBe(`/agreements/${agreementId}/proof/${playerId('a')}?o=${teamId}`)
  const [own, ...others] = screen.getAllByRole('link', { name: 'Adult: agrees using their own account' })
  expect([own?.getAttribute('href'), others]).toEqual([`/dashboard/player/${playerId('e')}?o=${teamId}`, []])
  await user.click(screen.getByRole('button', { name: 'Ask by email' }))
  const question = within(await screen.findByRole('dialog', { name: 'Email 2 families?' }))
  await user.click(question.getByRole('button', { name: 'Ask by email' }))
  await screen.findByText(/^1 family has been asked\. 1 player is an adult without an account/)
})

it('asks the families of all active teams, and continues after a team with no one to ask', async () => {
  const [falcons, otters, old] = ['a', 'b', 'c'].map((letter) => `${organizationId}.t0000000000${letter}`)
  const names = { [falcons ?? '']: 'U12 Falcons', [otters ?? '']: 'U13 Otters', [old ?? '']: 'U11 Otters' }
  const teams = Object.entries(names).map(([id, name]) => ({ id, name, permissions: [], archived: id === old }))
  const run = running('canEditPlayers')
  server.answers({
    'GET /api/v1/playersAndTeams': { ...run, organizations: run.organizations.map((each) => ({ ...each, teams })) },
    [STANDING]: {
      name: 'Riverside FC',
      agreements: [{ id: agreementId, title: 'Code of conduct', textVersion: 1 }],
      players: [{ ...person('kovar'), signed: [null], askedAt: null, ofAge: false }],
      cursor: null,
    },
    [ASK]: ({ params }) => {
      if (params['teamId'] === falcons) throw new Problem('nobody_to_ask')
      return { asked: 2, alone: 0 }
    },
  })
  const { user } = open(organizationId)
  const unit = await screen.findByRole('combobox', { name: 'Show' })
  const options = within(unit)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(options).toEqual(['The whole club', 'U12 Falcons', 'U13 Otters'])
  await user.click(await screen.findByRole('button', { name: 'Ask by email' }))
  const question = within(await screen.findByRole('dialog', { name: 'Email the families of 2 teams?' }))
  await user.click(question.getByRole('button', { name: 'Ask by email' }))
  await screen.findByText('2 families have been asked.')
  expect(server.asked(ASK).map(({ params }) => params['teamId'])).toEqual([falcons, otters])
})

it.each([
  ['continues after a team is rejected', 'not_found', 3],
  ['stops when all others would be rejected too', 'out_of_budget', 2],
] as const)('asking the families of several teams %s, and says why', async (_what, code, count) => {
  const ids = ['a', 'b', 'c'].map((letter) => `${organizationId}.t0000000000${letter}`)
  const teams = ids.map((id) => ({ id, name: id.slice(-1), permissions: [], archived: false }))
  const run = running('canEditPlayers')
  server.answers({
    'GET /api/v1/playersAndTeams': { ...run, organizations: run.organizations.map((each) => ({ ...each, teams })) },
    [STANDING]: {
      name: 'Riverside FC',
      agreements: [{ id: agreementId, title: 'Code of conduct', textVersion: 1 }],
      players: [{ ...person('kovar'), signed: [null], askedAt: null, ofAge: false }],
      cursor: null,
    },
    [ASK]: ({ params }) => {
      if (params['teamId'] === ids[1]) throw new Problem(code)
      return { asked: 2, alone: 0 }
    },
  })
  const { user } = open(organizationId)
  await user.click(await screen.findByRole('button', { name: 'Ask by email' }))
  const question = within(await screen.findByRole('dialog', { name: 'Email the families of 3 teams?' }))
  await user.click(question.getByRole('button', { name: 'Ask by email' }))
  await screen.findByText(problems[code][1])
  expect(server.asked(ASK).map(({ params }) => params['teamId'])).toEqual(ids.slice(0, count))
})

it('shows an empty state without agreements, whatever the number of players', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': running('canEditPlayers'),
    [STANDING]: {
      name: 'U12 Falcons',
      agreements: [],
      players: [{ ...person('danley'), signed: [], askedAt: null, ofAge: false }],
      cursor: 'more',
    },
  })
  open(teamId)
  expect(await screen.findByText('Nothing to show yet')).toBeDefined()
  expect(screen.queryByText('Danley Jean Jacques')).toBeNull()
})

it('shows a printable proof of an agreement', async () => {
  const proof = {
    clubName: club.name,
    timezone: 'America/Chicago',
    player: person('danley'),
    signatures: [{ ...signed, title: 'Code of conduct', text: 'We play fair.', from: '203.0.113.7', ofAge: false }],
  }
  server.answers({ 'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}': proof })
  showInShell(<ProofScreen />, {
    path: '/agreements/:agreementId/proof/:playerId',
    at: `/agreements/${agreementId}/proof/${playerId('a')}?o=${teamId}`,
  })
  await screen.findByRole('button', { name: 'Print' })
  for (const shown of ['Danley Jean Jacques', 'Ann Jean Jacques', '203.0.113.7', 'We play fair.', 'Riverside FC'])
    expect(screen.getByText(shown)).toBeDefined()
})
